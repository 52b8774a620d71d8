import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** How to start Electron on this program: further arguments go behind `args`. */
export interface ElectronCommand {
  executable: string
  args: string[]
  /** To be added to the environment. */
  env: Record<string, string>
}

/** First Electron whose Node-API is the one that the database driver needs. */
const DRIVER_NEEDS = 35

/**
 * The executable of the runtime that is on this machine: of the one that `ELECTRON_OVERRIDE_DIST_PATH` names, else of the
 * `electron` package's own. Null when there is none; nothing is downloaded.
 * @param root folder of the program, absolute.
 */
export function electronExecutable(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(root, 'node_modules/electron/dist')
  const executable = join(dist, executableName(root))
  return existsSync(executable) ? executable : null
}

/** How to start that runtime on this program; null when there is none. */
export function findElectron(root: string, env: NodeJS.ProcessEnv = process.env): ElectronCommand | null {
  const executable = electronExecutable(root, env)
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (!executable || !dist) return executable ? { executable, args: [root], env: {} } : null
  const start = process.platform === 'linux' ? stage(executable, root) : { executable, args: [root] }
  return { ...start, env: driverFor(dist) }
}

/**
 * Downloads the `electron` package's own runtime, which the package leaves to its first use.
 * @returns false when that did not work; what went wrong is not worth more than that word.
 */
export function downloadElectron(root: string): boolean {
  try {
    const script = join(root, 'node_modules/electron/install.js')
    execFileSync(process.execPath, [script], { stdio: 'ignore', timeout: 10 * 60 * 1000 })
    return true
  } catch {
    return false
  }
}

/** An older runtime, as for tests, gets the driver's older build. */
function driverFor(dist: string): Record<string, string> {
  const file = join(dist, 'version')
  const major = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8').replace(/^v/, ''), 10) : DRIVER_NEEDS
  return major < DRIVER_NEEDS ? { GATEHOUSE_SQLITE: 'sqlite3-napi9' } : {}
}

/** Written by the package once it has a runtime; before that, the name that every platform uses. */
function executableName(root: string): string {
  const file = join(root, 'node_modules/electron/path.txt')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Lays out a foreign runtime as an installed program is laid out: this program as `resources/app`. Started so, it is
 * loaded before Electron is ready, which `electron <folder>` does not promise with every build of Electron, and which
 * the scheme of the page and the sandbox depend on. The files themselves are links.
 */
function stage(executable: string, root: string): Omit<ElectronCommand, 'env'> {
  const dist = dirname(executable)
  const { ino, size } = statSync(executable)
  const folder = join(root, `node_modules/.cache/gatehouse-runtime-${size}-${ino}`)
  const staged = { executable: join(folder, 'electron'), args: [] }
  if (existsSync(join(folder, 'resources/app/package.json'))) return staged
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  for (const name of readdirSync(dist)) {
    // The executable finds everything else beside its real path, so it cannot be a symbolic link.
    if (name === 'electron') linkOrCopy(executable, join(folder, name))
    else if (name !== 'resources') symlinkSync(join(dist, name), join(folder, name))
  }
  // Last, since its presence says that the rest is there.
  symlinkSync(root, join(folder, 'resources/app'), 'dir')
  return staged
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another file system.
    copyFileSync(from, to)
  }
}
