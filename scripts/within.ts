import { spawn, execFileSync } from 'node:child_process'

/**
 * Runs a command that has to end within some minutes: `node scripts/within.ts MINUTES COMMAND [ARGUMENT …]`. Of one that does not, first
 * those processes are killed that started none themselves: a runner of tests then names the file that it waited for. A test that never
 * gives up its thread is not found by the runner's own bounds, which wait in the same thread.
 *
 * Ends with the status of the command, or with 124.
 */
const [minutes = '', command = '', ...args] = process.argv.slice(2)

/** How long the command has to tell of it. */
const ACCOUNT_MS = 60_000

const child = spawn(command, args, { stdio: 'inherit', detached: true })
const group = child.pid ?? 0

/** Ids of the command's processes that have no children. */
function leaves(): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid='], { encoding: 'utf8', maxBuffer: 1e8 })
  const all = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const parents = new Set(all.map(([, parent]) => parent))
  return all.flatMap(([pid, , pgid]) => (pid !== undefined && pgid === group && !parents.has(pid) ? [pid] : []))
}

/** Signals a process, or a group; one that has ended meanwhile is none to be signalled. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

let isLate = false

function giveUp(): void {
  isLate = true
  console.error(`\nError: ${[command, ...args].join(' ')} did not end within ${minutes} minutes`)
  for (const pid of leaves()) signal(pid, 'SIGKILL')
  setTimeout(() => signal(-group, 'SIGKILL'), ACCOUNT_MS).unref()
}

const bound = setTimeout(giveUp, Number(minutes) * 60_000)

for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => signal(-group, name))
child.on('error', ({ message }) => {
  console.error(message)
  process.exit(127)
})
child.on('exit', (code) => {
  clearTimeout(bound)
  // What it left behind would keep this run's output open.
  if (isLate) signal(-group, 'SIGKILL')
  process.exit(isLate ? 124 : (code ?? 1))
})
