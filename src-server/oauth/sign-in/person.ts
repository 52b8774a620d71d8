import { users, displayNameOf, type UserRecord } from '#db/tables/users.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { claimsOfPerson } from '#operations/authorization-servers/preview-tokens.ts'
import { staysSignedIn } from '#operations/sign-in/sessions.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { Issuer } from '../request.ts'

/** A person who may be signed in now; a lockout by wrong passwords does not end their sessions. Undefined for all others. */
export async function signedInPerson(
  { reader }: Pick<OAuthService, 'reader'>,
  userId: string,
): Promise<UserRecord | undefined> {
  const user = await users.get(reader, userId)
  return user && staysSignedIn(user.status) ? user : undefined
}

/** The request context with the person who signs in as its actor. */
export function contextOf(context: RequestContext, user: UserRecord): RequestContext {
  const { id, login } = user
  const principal = { kind: 'endUser', id, login, displayName: displayNameOf(user), tokenId: null } as const
  return Object.freeze({ ...context, principal })
}

/** The claims about a person in the ID token and user info of an issuer. */
export async function identityClaims(
  { decisions, reader, clock }: Pick<OAuthService, 'decisions' | 'reader' | 'clock'>,
  of: { issuer: Issuer; app: AppRecord; user: UserRecord; scopes: readonly string[] },
): Promise<Record<string, unknown>> {
  const { server } = of.issuer
  const claims = server ? (await decisions.contentsOf(server.id)).claims : []
  return claimsOfPerson(reader, claims, { ...of, type: 'IDENTITY', now: clock() })
}
