import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { routeOfLink } from '../ipc/program-link.ts'

/** What the command line and the environment ask for; absent values are left to the remembered preferences. */
interface LaunchOptions {
  /** Workspace file for this run only; absolute. */
  dataFile?: string
  /** Folder for everything that the program remembers, instead of the one in the user's profile; absolute. */
  profileDir?: string
  port?: number
  /** The page of a link into the program: its path and query. */
  route?: string
}

/**
 * Reads `--data`, `--profile-dir` and `--port` (`--name value` and `--name=value`), `GATEHOUSE_PROFILE_DIR`, and a workspace file or
 * a link into the program that is the only argument. Everything else is Chromium's or the system's and is passed over.
 */
export function readLaunchOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): LaunchOptions {
  // A double click gives the file alone. Other words may be Chromium's, or the folder that Electron runs.
  const dataFile = valueOf(argv, '--data') ?? argv.map(fileIn).find((file) => file !== null)
  const route = argv.map(routeOfLink).find((found) => found !== null)
  const profileDir = valueOf(argv, '--profile-dir') ?? env['GATEHOUSE_PROFILE_DIR']
  const port = Number(valueOf(argv, '--port'))
  return {
    ...(dataFile ? { dataFile: resolve(cwd, dataFile) } : {}),
    ...(profileDir ? { profileDir: resolve(cwd, profileDir) } : {}),
    ...(route ? { route } : {}),
    ...(Number.isInteger(port) && port > 0 && port < 65536 ? { port } : {}),
  }
}

/** Links and files come by the same entry of the desktop, which some systems give files to as addresses. */
function fileIn(argument: string): string | null {
  if (/^file:\/\/\/.*\.(?:gatehouse|sqlite)$/i.test(argument)) return fileURLToPath(argument)
  return /^(?![a-z][a-z+.-]+:\/\/)[^-].*\.(?:gatehouse|sqlite)$/i.test(argument) ? argument : null
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  const index = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  if (index < 0) return undefined
  const argument = argv[index] as string
  if (argument !== name) return argument.slice(name.length + 1)
  const next = argv[index + 1]
  return next === undefined || next.startsWith('--') ? undefined : next
}
