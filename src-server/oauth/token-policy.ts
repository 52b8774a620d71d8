import { LIMITS } from '#contract/interface/limits.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { groupsOfUser } from '#operations/directory/groups.sql.ts'
import { toPerson } from '#operations/directory/person.ts'
import { toGroupView } from '#operations/policies/group-view.ts'
import { decide, type EvaluationContext } from '#policy/index.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Grant, Issuer, Judgement, RefreshLifetime, TokenDecision } from './request.ts'

interface Asked {
  issuer: Issuer
  app: AppRecord
  user: UserRecord
  grantType: string
  scopes: readonly string[]
  /** Hears what policies were asked, and what they decided. */
  judged?: (judgement: Judgement) => void
}

/** Minutes of the tokens that a rule gives; 0 of a refresh token: without end. */
interface Lifetimes {
  readonly accessTokenLifetimeMinutes: number
  readonly refreshTokenLifetimeMinutes: number
  readonly refreshTokenWindowMinutes: number
}

const MINUTE_S = 60
/** The idle lifetime of a refresh token of the organization's own server (the default of the interface for its other servers). */
const WINDOW_S = 7 * 86_400

/**
 * The tokens of a client for a person: those of the organization always last an hour; those of an authorization server as long
 * as its policies say.
 * @returns the reason, as a sentence, where no policy gives any
 */
export async function decideForPerson(service: OAuthService, asked: Asked): Promise<Grant | string> {
  const { issuer, app, user, grantType, scopes, judged } = asked
  const given = { grantType, scopes, person: user }
  if (!issuer.server)
    return { ...given, lifetimeS: LIMITS.organizationTokenSeconds, refresh: { windowS: WINDOW_S, wholeS: null } }
  const memberOf = await groupsOfUser(service.reader, user.id)
  const person = toPerson(
    user,
    memberOf.map(({ id }) => id),
  )
  const { decision, ...decided } = await decideTokens(service, {
    ...{ authorizationServerId: issuer.server.id, clientId: app.id, grantType, scopes },
    ...{ person, groups: memberOf.map(toGroupView) },
  })
  judged?.({ ...given, decision })
  return decided.granted
    ? { ...given, ...decided.granted }
    : `No policy of ${issuer.server.name} gives the client these scopes for this person.`
}

type TokenContext = Omit<EvaluationContext, 'now'>

/** The decision of an authorization server's policies for a client, by the same core as Simulate; null where none decides. */
export async function decideTokens(
  service: Pick<OAuthService, 'snapshot' | 'clock'>,
  context: TokenContext,
): Promise<{ decision: TokenDecision | null; granted: Pick<Grant, 'lifetimeS' | 'refresh'> | null }> {
  const { compiled, policies } = await service.snapshot()
  const found = decide(compiled(), 'OAUTH_AUTHORIZATION_POLICY', { ...context, now: service.clock() })
  const policy = policies.get(found?.policyId ?? '')
  const rule = policy?.rules.find(({ id }) => id === found?.ruleId)
  if (!policy || !rule) return { decision: null, granted: null }
  const { token } = rule.actions as { token: Lifetimes }
  const granted = { lifetimeS: token.accessTokenLifetimeMinutes * MINUTE_S, refresh: refreshLifetime(token) }
  return { decision: { policy, rule }, granted }
}

function refreshLifetime({ refreshTokenLifetimeMinutes: whole, refreshTokenWindowMinutes: window }: Lifetimes) {
  return { windowS: window * MINUTE_S, wholeS: whole > 0 ? whole * MINUTE_S : null }
}

/** Seconds for which a refresh token still works. @param ageS age of the first token of its rotation */
export function refreshTtl({ windowS, wholeS }: RefreshLifetime, ageS: number): number {
  return wholeS === null ? windowS : Math.max(1, Math.min(windowS, wholeS - ageS))
}
