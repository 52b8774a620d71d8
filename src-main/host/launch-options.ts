import { resolve } from 'node:path'

/** What the command line and the environment ask for; absent values are left to the remembered preferences. */
interface LaunchOptions {
  /** Workspace file for this run only; absolute. */
  dataFile?: string
  /** Folder for everything that the program remembers, instead of the one in the user's profile; absolute. */
  profileDir?: string
  port?: number
}

/**
 * Reads `--data`, `--profile-dir` and `--port` (`--name value` and `--name=value`), `GATEHOUSE_PROFILE_DIR`, and a workspace file that
 * stands alone. Everything else is Chromium's or the system's and is passed over.
 */
export function readLaunchOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): LaunchOptions {
  // A double click gives the file alone. Other words may be Chromium's, or the folder that Electron runs.
  const dataFile = valueOf(argv, '--data') ?? argv.find((argument) => /^[^-].*\.(?:gatehouse|sqlite)$/i.test(argument))
  const profileDir = valueOf(argv, '--profile-dir') ?? env['GATEHOUSE_PROFILE_DIR']
  const port = Number(valueOf(argv, '--port'))
  return {
    ...(dataFile ? { dataFile: resolve(cwd, dataFile) } : {}),
    ...(profileDir ? { profileDir: resolve(cwd, profileDir) } : {}),
    ...(Number.isInteger(port) && port > 0 && port < 65536 ? { port } : {}),
  }
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  const index = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  if (index < 0) return undefined
  const argument = argv[index] as string
  if (argument !== name) return argument.slice(name.length + 1)
  const next = argv[index + 1]
  return next === undefined || next.startsWith('--') ? undefined : next
}
