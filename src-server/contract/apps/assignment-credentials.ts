import type { SchemeCredentials } from './app-credentials.ts'

type Scheme = SchemeCredentials['scheme']
type Credential = 'userName' | 'password'

/** What an administrator may set for one person, by who else sets it (spec/2 "Application", spec/4 §2.3). */
const SETTABLE: Readonly<Record<Scheme, readonly Credential[]>> = {
  EDIT_USERNAME_AND_PASSWORD: ['userName', 'password'],
  ADMIN_SETS_CREDENTIALS: ['userName', 'password'],
  EDIT_PASSWORD_ONLY: ['userName', 'password'],
  // The password is that of the directory.
  EXTERNAL_PASSWORD_SYNC: ['userName'],
  // Both are the application's.
  SHARED_USERNAME_AND_PASSWORD: [],
}

const WITHOUT_SCHEME: readonly Credential[] = ['userName']

/** The credentials that a person's assignment may bring. @param scheme of the application; undefined where its mode has none */
export const settableCredentials = (scheme: Scheme | undefined): readonly Credential[] =>
  scheme === undefined ? WITHOUT_SCHEME : SETTABLE[scheme]
