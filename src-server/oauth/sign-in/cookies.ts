import type { Configuration } from 'oidc-provider'
import { draftPathIn } from '#contract/gatehouse/draft.ts'

/** The attributes of every cookie here: no script reads it, and only pages of this machine send it, or links to here. */
const SAFE = { httpOnly: true, sameSite: 'lax', overwrite: true } as const

/** What tells the workspaces and drafts of one machine apart: port, and draft. */
function placeOf(issuer: string): string {
  const { port } = new URL(issuer)
  return port + draftPathIn(issuer).replaceAll('/', '_')
}

/**
 * The names of cookies. WHY with the port and the draft: browsers send a cookie of `localhost` to all its ports, and two
 * workspaces must not take each other's for their own.
 */
export function cookieNames(issuer: string) {
  const name = (what: string) => `gatehouse_${placeOf(issuer)}_${what}`
  return { session: name('session'), interaction: name('sign_in'), resume: name('resume') }
}

/** The name of the cookie that remembers a device for one of its people. */
export const deviceCookieName = (issuer: string, userId: string): string =>
  `gatehouse_${placeOf(issuer)}_device_${userId}`

/** The library's settings for cookies. WHY below `/oauth2`: nothing else of the service needs the session. */
export const cookieSettings = (issuer: string): NonNullable<Configuration['cookies']> => ({
  names: cookieNames(issuer),
  long: sessionCookie(issuer),
  short: SAFE,
})

/** Attributes of the cookies of a session and of a remembered device. */
export const sessionCookie = (issuer: string) => ({ ...SAFE, path: `${draftPathIn(issuer)}/oauth2` })
