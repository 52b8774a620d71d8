import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { dataFolder, defaultWorkspace } from '#main/host/data-folder.ts'
import { readLaunchOptions } from '#main/host/launch-options.ts'
import { choosePort, DEFAULT_PORT } from '#main/host/port.ts'
import { downloadElectron, findElectron } from './electron-runtime.ts'
import type { ElectronCommand } from './electron-runtime.ts'
import { isBuildStale } from './stale.ts'

/**
 * `npm start`: builds missing parts, then opens the desktop; where that is impossible, it prints the reason in one line and serves
 * headless. Arguments behind `--` go to the program (`npm start -- --data org.sqlite`).
 */
const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)

if (isBuildStale(root)) build()
const obstacle = displayObstacle() ?? (await openDesktop())
if (obstacle) await serveHeadless(obstacle)

function build(): void {
  console.log('Building Gatehouse (only when something has changed)…')
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(`${stdout}${stderr}\nThe build failed.`)
  process.exit(1)
}

/** Why a window cannot be, as far as that can be known beforehand. */
function displayObstacle(): string | null {
  if (process.platform !== 'linux') return null
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'this machine has no display'
  const wantsNoSandbox = args.includes('--no-sandbox')
  if (process.getuid?.() === 0 && !wantsNoSandbox) return 'Electron does not run as root'
  return null
}

/** Runs the desktop to its end. Returns why it could not start; null when it did. */
async function openDesktop(): Promise<string | null> {
  const electron = findElectron(root) ?? afterDownload()
  if (!electron) return 'the Electron runtime is not installed and could not be downloaded'
  const child = spawn(electron.executable, [...electron.args, ...args], {
    cwd: process.cwd(),
    env: { ...process.env, ...electron.env },
    // The last is a channel on which the program says that it is up.
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  })
  let up = false
  let complaints = ''
  child.once('message', () => (up = true))
  child.stderr?.on('data', (chunk: Buffer) => {
    if (up) process.stderr.write(chunk)
    else complaints = (complaints + chunk.toString()).slice(-4000)
  })
  const code = await endOf(child)
  if (up || code === 0) {
    process.exitCode = code
    return null
  }
  return `Electron could not start (${lastLine(complaints) || `exit code ${code}`})`
}

function afterDownload(): ElectronCommand | null {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) return null
  console.log('Downloading the Electron runtime (once)…')
  return downloadElectron(root) ? findElectron(root) : null
}

async function serveHeadless(reason: string): Promise<void> {
  const { dataFile, profileDir, port } = readLaunchOptions(args, process.env, process.cwd())
  const file = dataFile ?? defaultWorkspace(profileDir ?? dataFolder(process.platform, process.env, homedir()))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  console.log(`No window, because ${reason}; serving headless instead.`)
  const passedOn = args.includes('--sample') ? ['--sample'] : []
  const options = ['--data', file, '--port', String(port ?? (await choosePort(DEFAULT_PORT))), ...passedOn]
  const child = spawn(process.execPath, [join(root, 'out/server/cli.js'), ...options], { stdio: 'inherit' })
  process.exitCode = await endOf(child)
}

/** Waits for a program, handing on a request to end; Ctrl+C reaches it by itself, through the terminal. */
async function endOf(child: ChildProcess): Promise<number> {
  const ignore = (): void => undefined
  const handOn = (): void => void child.kill('SIGTERM')
  process.on('SIGINT', ignore).on('SIGTERM', handOn).on('SIGHUP', handOn)
  try {
    return await new Promise<number>((resolve) => {
      child.once('error', () => resolve(127))
      child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)))
    })
  } finally {
    process.off('SIGINT', ignore).off('SIGTERM', handOn).off('SIGHUP', handOn)
  }
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').replace(/^\[[^\]]*\]\s*/, '').trim()
}
