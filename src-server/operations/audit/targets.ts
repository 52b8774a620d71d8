import type { Kind } from '../../contract/api-error.ts'
import type { LogActor, LogOutcome, LogTarget } from '../../contract/log-event.ts'
import type { PolicyType } from '../../contract/policy-types.ts'

/** How the audit log spells the types of policies (spec/4 §3.3). */
const LOGGED_TYPE: Readonly<Record<PolicyType, string>> = {
  SVC_SIGN_ON: 'SvcSignOn',
  PASSWORD: 'Password',
  MFA_ENROLL: 'AuthEnroll',
  IDP_DISCOVERY: 'IdpDiscovery',
  ACCESS_POLICY: 'AccessPolicy',
  PROFILE_ENROLLMENT: 'ProfileEnrollment',
  POST_AUTH_SESSION: 'PostAuthSession',
  ENTITY_RISK: 'EntityRisk',
  OAUTH_AUTHORIZATION_POLICY: 'OAuthAuthorizationPolicy',
}

type Named = { id: string; name: string }
type Change = LogTarget['changeDetails']

function target(type: string, id: string, displayName: string | null, more: Partial<LogTarget> = {}): LogTarget {
  return { id, type, alternateId: null, displayName, detailEntry: null, ...more }
}

/** Who acts where no person does. */
export const SYSTEM_ACTOR: LogActor = {
  id: 'system',
  type: 'SystemPrincipal',
  alternateId: null,
  displayName: 'Gatehouse',
  detailEntry: null,
}

/** The outcome of what went wrong; a reason has 255 characters at the most (spec/3 "LogEvent"). */
export function failed(reason: string): LogOutcome {
  return { result: 'FAILURE', reason: reason.slice(0, 255) }
}

/** The policy, as the first target of every event about policies. */
export function policyTarget(policy: Named & { type: PolicyType }, changeDetails?: Change): LogTarget {
  return target('PolicyEntity', policy.id, policy.name, {
    detailEntry: { policyType: LOGGED_TYPE[policy.type] },
    ...(changeDetails ? { changeDetails } : {}),
  })
}

/** The rule; its `alternateId` is the policy's id. */
export function ruleTarget(rule: Named, policyId: string, changeDetails?: Change): LogTarget {
  return target('PolicyRule', rule.id, rule.name, {
    alternateId: policyId,
    ...(changeDetails ? { changeDetails } : {}),
  })
}

export const groupTarget = (group: Named, changeDetails?: Change) =>
  target('UserGroup', group.id, group.name, { changeDetails })
export const zoneTarget = (zone: Named, changeDetails?: Change) =>
  target('NetworkZone', zone.id, zone.name, { changeDetails })
export const authorizationServerTarget = (server: Named, changeDetails?: Change) =>
  target('AuthorizationServer', server.id, server.name, changeDetails ? { changeDetails } : {})
export const eventHookTarget = (hook: Named, changeDetails?: Change) =>
  target('Webhook', hook.id, hook.name, changeDetails ? { changeDetails } : {})
/** An authenticator, behavior, device assurance or identity provider, by the kind that refusals name. */
export const supportingTarget = (kind: Kind, object: Named, changeDetails?: Change) =>
  target(kind, object.id, object.name, changeDetails ? { changeDetails } : {})
export const appTarget = (app: { id: string; label: string; name: string }, changeDetails?: Change) =>
  target('AppInstance', app.id, app.label, { alternateId: app.name, changeDetails })
export const userTarget = (user: { id: string; login: string; displayName: string }) =>
  target('User', user.id, user.displayName, { alternateId: user.login })
export const userTypeTarget = (type: { id: string; displayName: string; name: string }) =>
  target('UserType', type.id, type.displayName, { alternateId: type.name })

/**
 * What a change did: the fields that differ, before and after; undefined when none does. Bookkeeping (`lastUpdated`)
 * does not count.
 */
export function changeDetails(before: object, after: object): Change {
  const from: Record<string, unknown> = {}
  const to: Record<string, unknown> = {}
  const old = before as Record<string, unknown>
  const young = after as Record<string, unknown>
  for (const key of new Set([...Object.keys(old), ...Object.keys(young)])) {
    if (key === 'lastUpdated' || JSON.stringify(old[key]) === JSON.stringify(young[key])) continue
    from[key] = old[key] ?? null
    to[key] = young[key] ?? null
  }
  return Object.keys(to).length ? { from, to } : undefined
}
