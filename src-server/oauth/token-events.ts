import { appTarget, policyTarget, ruleTarget, targetOf } from '#contract/log/targets.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { personTarget } from '#operations/service/person-target.ts'
import type { OAuthRequest } from './request.ts'

/** The events of an issuer's replies to clients (spec/4 §3.3). */
type GivenEvent = 'authorize' | 'authorize.code' | 'token.grant' | `token.grant.${'access' | 'id' | 'refresh'}_token`

/** The type of an event: authorization servers have their own. */
export const eventOf = ({ issuer }: Pick<OAuthRequest, 'issuer'>, what: GivenEvent) =>
  issuer.server ? (`app.oauth2.as.${what}` as const) : (`app.oauth2.${what}` as const)

type Asked = Pick<OAuthRequest, 'issuer' | 'judgement'>

/** The targets of a token event: its parties, and the policy and rule that decided. */
export function tokenTargets({ issuer, judgement }: Asked, app: AppRecord, person?: UserRecord): LogTarget[] {
  const { server } = issuer
  const decision = judgement?.decision
  return [
    ...[appTarget(app), ...(person ? [personTarget(person)] : [])],
    ...(server ? [targetOf('authorizationServer', server)] : []),
    ...(decision ? [policyTarget(decision.policy), ruleTarget(decision.rule, decision.policy.id)] : []),
  ]
}

/**
 * What the policies were asked and what they decided, by which Simulate asks them again. The grant and the scopes that the client names may
 * be others: a refresh token is judged by how the person let the client in, for all that they did.
 */
export function judgementData({ judgement }: Asked): Record<string, string> {
  if (!judgement) return {}
  const { grantType, scopes, decision } = judgement
  return {
    ...(decision && { policyId: decision.policy.id, ruleId: decision.rule.id }),
    ...{ evaluatedGrantType: grantType, evaluatedScopes: scopes.join(' ') },
    policyDecision: decision ? 'ALLOW' : 'DENY',
  }
}
