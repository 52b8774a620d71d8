import { LIMITS } from '#contract/interface/limits.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { clientIdOf } from '#operations/apps/clients.ts'
import { groupsOfUser } from '#operations/directory/groups.ts'
import { toPerson } from '#operations/directory/person.ts'
import { toGroupView } from '#operations/policies/group-view.ts'
import { decide } from '#policy/index.ts'
import type { OAuthService } from '../known.ts'
import type { Grant, Issuer, RefreshLifetime } from '../request.ts'

interface Asked {
  issuer: Issuer
  app: AppRecord
  user: UserRecord
  grantType: string
  scopes: readonly string[]
}

/** Minutes of the tokens that a rule gives; 0 of a refresh token: without end. */
interface Lifetimes {
  readonly accessTokenLifetimeMinutes: number
  readonly refreshTokenLifetimeMinutes: number
  readonly refreshTokenWindowMinutes: number
}

const MINUTE_S = 60
/** Of a refresh token of the organization's own server, unused (the default of the interface for its other servers). */
const WINDOW_S = 7 * 86_400

/**
 * What a client is given for a person: at the organization's own server as long as the interface fixes, at any other as its policies
 * decide, by the same core that Simulate asks.
 * @returns a sentence where no policy gives it
 */
export async function decideForPerson(service: OAuthService, asked: Asked): Promise<Grant | string> {
  const { issuer, app, user, grantType, scopes } = asked
  const given = { grantType, scopes, person: user }
  if (!issuer.server)
    return { ...given, lifetimeS: LIMITS.organizationTokenSeconds, refresh: { windowS: WINDOW_S, wholeS: null } }
  const snapshot = await service.snapshot()
  const memberOf = await groupsOfUser(service.reader, user.id)
  const person = toPerson(
    user,
    memberOf.map(({ id }) => id),
  )
  const decision = decide(snapshot.compiled(), 'OAUTH_AUTHORIZATION_POLICY', {
    ...{ now: service.clock(), authorizationServerId: issuer.server.id, clientId: clientIdOf(app), grantType, scopes },
    ...{ person, groups: memberOf.map(toGroupView) },
  })
  if (!decision) return `No policy of ${issuer.server.name} gives the client these scopes for this person.`
  const rule = snapshot.policies.get(decision.policyId)?.rules.find(({ id }) => id === decision.ruleId)
  const { token } = rule?.actions as { token: Lifetimes }
  return {
    ...{ ...given, decision, lifetimeS: token.accessTokenLifetimeMinutes * MINUTE_S },
    refresh: refreshLifetime(token),
  }
}

function refreshLifetime({ refreshTokenLifetimeMinutes: whole, refreshTokenWindowMinutes: window }: Lifetimes) {
  return { windowS: window * MINUTE_S, wholeS: whole > 0 ? whole * MINUTE_S : null }
}

/** Seconds for which a refresh token works from now on. @param ageS of the first of those that each replaced the one before */
export function refreshTtl({ windowS, wholeS }: RefreshLifetime, ageS: number): number {
  return wholeS === null ? windowS : Math.max(1, Math.min(windowS, wholeS - ageS))
}
