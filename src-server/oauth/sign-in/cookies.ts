import type { Configuration } from 'oidc-provider'

/** The attributes of every cookie here: no script reads it, and only pages of this machine send it, or links to here. */
const SAFE = { httpOnly: true, sameSite: 'lax', overwrite: true } as const

/**
 * The names of cookies. WHY with the port: browsers send a cookie of `localhost` to all its ports, and the services of two workspaces must
 * not take each other's for their own.
 */
export function cookieNames(issuer: string) {
  const { port } = new URL(issuer)
  const name = (what: string) => `gatehouse_${port}_${what}`
  return { session: name('session'), interaction: name('sign_in'), resume: name('resume') }
}

/** The name of the cookie that remembers a device for one of its people. */
export const deviceCookieName = (issuer: string, userId: string): string =>
  `gatehouse_${new URL(issuer).port}_device_${userId}`

/** The library's settings for cookies. WHY below `/oauth2`: nothing else of the service needs the session. */
export const cookieSettings = (issuer: string): NonNullable<Configuration['cookies']> => ({
  names: cookieNames(issuer),
  long: SESSION_COOKIE,
  short: SAFE,
})

/** Attributes of the cookies of a session and of a remembered device. */
export const SESSION_COOKIE = { ...SAFE, path: '/oauth2' } as const
