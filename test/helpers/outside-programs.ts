import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The programs of the system that tests ask, each with the Debian package that brings it: judges of what we write, and
 * shells and clients that run what we show. No dependency brings them, so a test that needs one is left out where it is
 * missing: `it.skipIf(isMissing('xmlsec1'))`.
 */
const PACKAGES = {
  curl: 'curl',
  openssl: 'openssl',
  sh: 'dash',
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1',
  prlimit: 'util-linux',
  unshare: 'util-linux',
  tar: 'tar',
  'dpkg-deb': 'dpkg',
  'desktop-file-validate': 'desktop-file-utils',
  'update-mime-database': 'shared-mime-info',
} as const

export type OutsideProgram = keyof typeof PACKAGES

/** Those that a suite asks. */
export const ASKED_BY = {
  'npm test': ['curl', 'openssl', 'sh', 'xmllint', 'xmlsec1'],
  'npm run test:faults': ['prlimit', 'sh', 'unshare'],
  'npm run test:package': ['desktop-file-validate', 'dpkg-deb', 'sh', 'tar', 'update-mime-database', 'xmllint'],
  'npm run test:e2e': ['curl', 'sh'],
} as const satisfies Record<string, readonly OutsideProgram[]>

/** `.ci/run` sets it: there a missing program is a failure. */
const REQUIRED = 'GATEHOUSE_OUTSIDE_PROGRAMS'

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isThere(program: OutsideProgram, path: string): boolean {
  const folders = path.split(delimiter).filter(Boolean)
  return folders.some((folder) => ENDINGS.some((ending) => canRun(join(folder, program + ending))))
}

/** Those of the programs that are not on the search path. @param path folders, as in the environment */
export const missingOf = (
  programs: readonly OutsideProgram[],
  path: string = process.env['PATH'] ?? '',
): OutsideProgram[] => programs.filter((program) => !isThere(program, path))

/** Whether this machine lacks one of them. */
export const isMissing = (...programs: readonly OutsideProgram[]): boolean => missingOf(programs).length > 0

/** The Debian packages that bring the programs, each once. */
export const packagesOf = (programs: readonly OutsideProgram[]): string[] => [
  ...new Set(programs.map((program) => PACKAGES[program])),
]

/**
 * What to say at the start of a suite about missing programs, in one line; null where there are all.
 * @throws Error with the same line where the environment requires them
 */
export function noteOfMissing(
  suite: keyof typeof ASKED_BY,
  { PATH = '', [REQUIRED]: required }: NodeJS.ProcessEnv = process.env,
): string | null {
  const missing = missingOf(ASKED_BY[suite], PATH)
  if (missing.length === 0) return null
  const packages = packagesOf(missing).join(' ')
  const note = `Not on this machine: ${missing.join(', ')} (Debian: apt install ${packages}).`
  if (required === 'required') throw new Error(`${note} ${suite} needs them here.`)
  return `${note} The tests that ask them are left out.`
}

/** Says it, where there is something to say. @throws Error as {@link noteOfMissing} does */
export function tellMissing(suite: keyof typeof ASKED_BY): void {
  const note = noteOfMissing(suite)
  if (note) process.stderr.write(`${note}\n`)
}
