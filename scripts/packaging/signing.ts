/** What signing and notarizing can be done with what the environment offers. */
export interface Signing {
  /** An identity to sign for macOS with (electron-builder: `CSC_LINK`, `CSC_NAME`). */
  mac: boolean
  /** Credentials for Apple's notary service as well. */
  notary: boolean
  /** A certificate to sign for Windows with (`WIN_CSC_LINK`, or `CSC_LINK` for both). */
  windows: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** The three ways to reach the notary service; each needs all of its variables. */
const NOTARY_CREDENTIALS: readonly (readonly string[])[] = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
]

/** Reads what there is to sign with; empty variables, as a workflow without the secret sets them, count as absent. */
export function signingOf(env: Environment): Signing {
  const mac = Boolean(env['CSC_LINK'] || env['CSC_NAME'])
  const notary = mac && NOTARY_CREDENTIALS.some((names) => names.every((name) => env[name]))
  return { mac, notary, windows: Boolean(env['WIN_CSC_LINK'] || env['CSC_LINK']) }
}

/** What a build for a system leaves out, in one sentence; null when it is signed in full. */
export function unsignedText(platform: string, signing: Signing): string | null {
  if (platform === 'darwin') {
    if (!signing.mac)
      return 'Not signed and not notarized: no identity is given (CSC_LINK or CSC_NAME). macOS will ask before it opens the program.'
    if (!signing.notary)
      return 'Signed but not notarized: no credentials of the notary service are given (APPLE_API_KEY, APPLE_ID or APPLE_KEYCHAIN_PROFILE).'
  }
  if (platform === 'win32' && !signing.windows)
    return 'Not signed: no certificate is given (WIN_CSC_LINK). The program will not install its own updates.'
  return null
}

/** A workflow sets the variable of a secret that does not exist to nothing, and electron-builder takes that for a file. */
export function forgetEmptySecrets(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (/^(WIN_)?CSC_|^APPLE_/.test(name) && env[name] === '') delete env[name]
}
