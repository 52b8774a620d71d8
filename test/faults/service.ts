import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { makeClient, type Client } from '../helpers/client.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The program as it is built, which starts in a fifth of the time of its sources. @throws Error where it is not built */
export function builtProgram(): string {
  const cli = join(ROOT, 'out/server/cli.js')
  if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build makes it`)
  return cli
}

const TOKEN = `fault-test-${crypto.randomUUID()}`

/** The headless service as a program of its own, to be treated badly. */
export interface ServiceProcess {
  child: ChildProcess
  client: Client
  url: string
  token: string
}

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const programOf = (dataFile: string, node: readonly string[] = [], cli = 'src-server/cli.ts') =>
  [process.execPath, ...node, cli, '--data', dataFile, '--port', '0', '--token', TOKEN, '--json'] as const

interface Badly {
  /** How large a file may get for it; the system refuses to write more, as on a full disk. */
  fileBytes?: number
  /** How far its clock is ahead; {@link setClock} moves it. */
  clockMs?: number
  /** Whether it can be told to die before a change of its files; {@link dieAt} does. */
  isMortal?: boolean
  /** The program as it is built; absent: its sources. */
  cli?: string
  /** What else it is started with. */
  options?: readonly string[]
}

/** Starts the service as a program. */
export async function startProcess(
  dataFile: string,
  { fileBytes, clockMs, isMortal = false, cli, options = [] }: Badly = {},
): Promise<ServiceProcess> {
  const preloads = [...(clockMs === undefined ? [] : ['wrong-clock']), ...(isMortal ? ['die-at'] : [])]
  const node = preloads.flatMap((name) => ['--import', `./test/faults/${name}.ts`])
  const program = [...programOf(dataFile, node, cli), ...options]
  // WHY the trap: the signal that comes with the refusal would end the program; a full disk sends none.
  const limited = ['-c', `trap '' XFSZ; exec prlimit --fsize=${fileBytes}: -- "$@"`, 'sh', ...program]
  const [command = '', ...args] = fileBytes === undefined ? program : ['sh', ...limited]
  const env = { ...process.env, GATEHOUSE_TEST_CLOCK_MS: String(clockMs ?? 0) }
  const stdio = ['ignore', 'pipe', 'inherit', ...(preloads.length === 0 ? [] : (['ipc'] as const))] as const
  const child = spawn(command, args, { cwd: ROOT, env, stdio: [...stdio] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const line = await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  return { child, url, token: TOKEN, client: makeClient({ url, token: TOKEN }) }
}

/** Sets the clock of a service that was started with one of its own, so far ahead of the machine's. */
export async function setClock({ child }: ServiceProcess, clockMs: number): Promise<void> {
  const isSet = once(child, 'message')
  child.send(clockMs)
  await isSet
}

/**
 * Has a service that was started mortal die before one of its next changes of files: statements that change something, and files that get another name
 * or are removed.
 * @param change from 1; null: it lives
 * @returns how many it has made since it was last told
 */
export async function dieAt({ child }: ServiceProcess, change: number | null): Promise<number> {
  const told = once(child, 'message')
  child.send(change as never)
  return Number((await told)[0])
}

/**
 * Tries to start a service that has to refuse.
 * @param within a command that runs it, such as one that gives it a namespace of its own
 * @returns what it says at its end
 */
export async function tryProcess(dataFile: string, within: readonly string[] = []): Promise<string> {
  const [command = '', ...args] = [...within, ...programOf(dataFile)]
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  children.add(child)
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  children.delete(child)
  return said
}

/** Ends the service and waits until it is gone. */
export async function endProcess({ child }: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
