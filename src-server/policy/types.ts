import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Verdict } from '#contract/policy/simulation.ts'
import type { ZoneAddress, ZoneType } from '#contract/policy/zone.ts'

/** What the core reads and what it returns. Records have the fields of a database row, not the shape of the wire. */

export interface RuleRecord {
  id: string
  name: string
  status: ActiveStatus
  priority: number
  /** True for the default or catch-all rule, which comes last whatever its number. */
  system: boolean
  /** Null and absence both mean: met by everyone. */
  conditions?: RuleConditions | null
  actions: Record<string, unknown>
}

export interface PolicyRecord {
  id: string
  type: PolicyType
  name: string
  status: ActiveStatus
  priority: number
  /** True for the default policy of the type, which comes last. */
  system: boolean
  conditions?: PolicyConditions | null
  settings?: Record<string, unknown> | null
  /** Whose policy it is, for types that belong to an authorization server. */
  authorizationServerId?: string | null
  /** In any order; the core sorts. */
  rules: readonly RuleRecord[]
}

export interface ZoneRecord {
  id: string
  name: string
  type: ZoneType
  status: ActiveStatus
  usage: 'POLICY' | 'BLOCKLIST'
  gateways?: readonly ZoneAddress[] | null
}

export interface ApplicationRecord {
  id: string
  /** The kind of application, which `APP_TYPE` entries name. */
  name: string
  label: string
  status: ActiveStatus
  accessPolicyId: string | null
  profileEnrollmentPolicyId: string | null
}

/** The display name of a group, user, zone, application or user type; null for a deleted one. */
export type NameOf = (id: string) => string | null

/** Everything that decides sign-ins of one organization at one moment. */
export interface PolicySet {
  everyoneGroupId: string
  /** Of all types, in any order. */
  policies: readonly PolicyRecord[]
  /** All that exist, of any status; an id that is not here is dangling. */
  zones: readonly ZoneRecord[]
  applications: readonly ApplicationRecord[]
  /** Those that exist: conditions have their ids, expressions their names. Absent: not known. */
  behaviors?: readonly BehaviorRecord[]
  /** Authorization servers that give no tokens now, whatever their policies say. */
  inactiveServerIds?: ReadonlySet<string>
  /** Read only for explanations; without it they show ids. */
  nameOf?: NameOf
}

/** A kind of behaviour that a sign-in can show. */
export interface BehaviorRecord {
  id: string
  name: string
}

/** Attributes of a known person, for conditions and expressions. */
interface PersonAttributes {
  id: string
  status?: string
  created?: string | null
  lastUpdated?: string | null
  passwordChanged?: string | null
  lastLogin?: string | null
  profile: Readonly<Record<string, unknown>>
}

export interface Person {
  id: string
  /** Direct memberships; Everyone may be left out, the core knows. */
  groupIds: readonly string[]
  userTypeId?: string
  /** The type of the person's credential provider; `SVC` when absent. */
  providerType?: string
  /** Present when expressions and identifier patterns should be decidable. */
  user?: PersonAttributes
}

export interface DeviceContext {
  platform?: string | null
  registered?: boolean | null
  managed?: boolean | null
  assuranceId?: string | null
}

/** A group as expressions see it. */
export interface GroupView {
  id: string
  type?: string
  profile: { name: string }
}

/**
 * One hypothetical sign-in. An absent field is unknown: conditions that need it are UNDEFINED, never false. Give either
 * `person` or `groupIds`, and either `ip` or `zoneIds`.
 */
export interface EvaluationContext {
  /** Milliseconds since the epoch; read by time functions in expressions only. */
  now: number
  app?: { id: string; name?: string } | null
  person?: Person | null
  /** One unknown person who is in all of these; Everyone may be left out. */
  groupIds?: readonly string[] | null
  /** IPv4 or IPv6. */
  ip?: string | null
  /** Literal zone ids; an empty list counts as not given. */
  zoneIds?: readonly string[] | null
  risk?: 'LOW' | 'MEDIUM' | 'HIGH' | null
  entityRisk?: 'LOW' | 'MEDIUM' | 'HIGH' | null
  device?: DeviceContext | null
  /** What the person typed to sign in; a known person's login when absent. */
  identifier?: string | null
  /** Details of the person's groups, for expressions that ask for names; ids suffice for everything else. */
  groups?: readonly GroupView[] | null
  authType?: string | null
  identityProvider?: { type: 'SVC' } | { type: 'IDP'; id: string } | null
  /** Ids of the behaviours detected; an empty list says that none was. */
  behaviors?: readonly string[] | null
  riskDetections?: readonly string[] | null
  authorizationServerId?: string | null
  clientId?: string | null
  grantType?: string | null
  /** Those asked for; an empty list asks for none, which every list of scopes holds. */
  scopes?: readonly string[] | null
}

/** Text with ids in it, which `render` replaces by names. */
export type TextParts = readonly (string | { readonly id: string })[]

/** One condition path's verdict with its evidence. */
export interface ConditionTrace {
  /** Such as `people.groups.include` (spec/4 §1.6). */
  path: string
  status: Verdict
  expected: TextParts
  actual: TextParts
  /** For UNDEFINED: the context field that would decide it, where the context has one. */
  missing: string | null
  /** Sub-expressions in source order; empty for all other conditions. */
  parts: readonly ConditionTrace[]
}

export interface RuleTrace {
  rule: RuleRecord
  status: Verdict
  conditions: readonly ConditionTrace[]
}

export interface PolicyTrace {
  policy: PolicyRecord
  status: Verdict
  conditions: readonly ConditionTrace[]
  /** Those reached, in scan order; none where the policy's own conditions are NOT_MATCH. */
  rules: readonly RuleTrace[]
}

/** The verdict for one type with the whole path to it. */
export interface TypeEvaluation {
  type: PolicyType
  /** MATCH with `matched`; else UNDEFINED when a policy on the way was, or what it is found through is missing; else NOT_MATCH. */
  status: Verdict
  matched: { policy: PolicyTrace; rule: RuleTrace } | null
  /** Policies reached, in scan order; the match, if any, is the last. */
  path: readonly PolicyTrace[]
  /** The field of the request for what the type is found through, where the context does not name it. */
  missing: 'appInstance' | 'policyContext.authorizationServerId' | null
}

export interface Decision {
  policyId: string
  ruleId: string
}
