import type { Kind } from '../interface/api-error.ts'
import { KINDS, type TargetKind } from '../kinds.ts'
import type { LogActor, LogOutcome, LogTarget } from './log-event.ts'
import { POLICY_TYPES, type PolicyType } from '../policy/policy-types.ts'

type Named = { id: string; name: string }
type Change = LogTarget['changeDetails']
type More = Partial<Pick<LogTarget, 'alternateId' | 'detailEntry'>>

/** An object as the target of an event. @param more what only some kinds tell; those that always do have a function of their own */
export function targetOf(kind: TargetKind, object: Named, changeDetails?: Change, more?: More): LogTarget {
  return target(KINDS[kind].targetType, object, changeDetails, more)
}

function target(type: string, { id, name }: Named, changeDetails: Change, more: More = {}): LogTarget {
  const details = changeDetails ? { changeDetails } : {}
  return { id, type, alternateId: null, displayName: name, detailEntry: null, ...more, ...details }
}

/** Who acts where no person does. */
export const SYSTEM_ACTOR: LogActor = {
  id: 'system',
  type: 'SystemPrincipal',
  alternateId: 'system@gatehouse',
  displayName: 'Gatehouse',
  detailEntry: null,
}

/** The outcome of what went well, where there is no more to say. */
export const SUCCESS: LogOutcome = { result: 'SUCCESS', reason: null }

/** The outcome of what went wrong; a reason has 255 characters at the most (spec/3 "LogEvent"). */
export function failed(reason: string): LogOutcome {
  return { result: 'FAILURE', reason: reason.slice(0, 255) }
}

/** The policy, as the first target of every event about policies. */
export const policyTarget = (policy: Named & { type: PolicyType }, changeDetails?: Change) =>
  targetOf('policy', policy, changeDetails, { detailEntry: { policyType: POLICY_TYPES[policy.type].loggedAs } })
/** The rule; its `alternateId` is the policy's id. */
export const ruleTarget = (rule: Named, policyId: string, changeDetails?: Change) =>
  targetOf('policyRule', rule, changeDetails, { alternateId: policyId })
/** An authenticator, behavior, device assurance or identity provider, by the kind that errors name. */
export const policyResourceTarget = (kind: Kind, object: Named, changeDetails?: Change) =>
  target(kind, object, changeDetails)
/** A setting of this workspace, which is no object of the interface. */
export const settingTarget = (setting: Named, changeDetails?: Change) => target('Setting', setting, changeDetails)
export const appTarget = (app: { id: string; label: string; name: string }, changeDetails?: Change) =>
  targetOf('app', { id: app.id, name: app.label }, changeDetails, { alternateId: app.name })
export const clientSecretTarget = (id: string, changeDetails?: Change) =>
  targetOf('clientSecret', { id, name: 'Client secret' }, changeDetails)
export const userTarget = (user: { id: string; login: string; displayName: string }, changeDetails?: Change) =>
  targetOf('user', { id: user.id, name: user.displayName }, changeDetails, { alternateId: user.login })
export const userTypeTarget = (type: { id: string; displayName: string; name: string }, changeDetails?: Change) =>
  targetOf('userType', { id: type.id, name: type.displayName }, changeDetails, { alternateId: type.name })

/**
 * What a change did: the fields that differ, before and after; undefined when none does. Bookkeeping (`lastUpdated`)
 * does not count. Of what is deleted (`after` is `{}`) all fields are told, each null afterwards: nothing else in the
 * workspace remembers them.
 */
export function changeDetails(before: object, after: object): Change {
  const from: Record<string, unknown> = {}
  const to: Record<string, unknown> = {}
  const [earlier, later] = [before as Record<string, unknown>, after as Record<string, unknown>]
  for (const key of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
    const [was = null, is = null] = [earlier[key], later[key]]
    if (key === 'lastUpdated' || JSON.stringify(was) === JSON.stringify(is)) continue
    from[key] = was
    to[key] = is
  }
  return Object.keys(to).length ? { from, to } : undefined
}

/** The change of a lifecycle: from one status to another. */
export const statusChange = (from: string, to: string): Change => changeDetails({ status: from }, { status: to })
