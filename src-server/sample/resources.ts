import activityJson from '../../resources/sample/activity.json' with { type: 'json' }
import appGroupsJson from '../../resources/sample/app-groups.json' with { type: 'json' }
import administratorsJson from '../../resources/sample/administrators.json' with { type: 'json' }
import appsJson from '../../resources/sample/apps.json' with { type: 'json' }
import groupsJson from '../../resources/sample/groups.json' with { type: 'json' }
import namesJson from '../../resources/sample/names.json' with { type: 'json' }
import organizationJson from '../../resources/sample/organization.json' with { type: 'json' }
import policiesJson from '../../resources/sample/policies.json' with { type: 'json' }
import tokenContentsJson from '../../resources/sample/token-contents.json' with { type: 'json' }
import supportingJson from '../../resources/sample/supporting.json' with { type: 'json' }
import zonesJson from '../../resources/sample/zones.json' with { type: 'json' }
import type { RoleType } from '#contract/access/admin-roles.ts'
import type { OrganizationField } from '#contract/organization/organization.ts'
import type { ContactType } from '#contract/organization/settings.ts'
import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { App } from '#contract/apps/app.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { Zone, ZoneWriteOf } from '#contract/policy/zone.ts'

/**
 * The hand-written half of the sample organization, typed. Things refer to each other by key; inside conditions a
 * reference is `kind:key`, such as `group:finance`.
 */

/** Where a request comes from, geographically. */
export interface Place {
  city: string
  state: string | null
  zipCode: string | null
  country: string
  lat: number
  lon: number
}

export interface Office extends Place {
  key: string
  countryCode: string
  locale: string
  language: string
  timezone: string
  /** Standard time, all year: no one looks for daylight saving in a sample. */
  utcOffsetMinutes: number
  street: string
  /** Without the last two digits. */
  phone: string
  addresses: string[]
}

export type RhythmName = 'office' | 'shifts' | 'watches'

/** When people of a kind sign in, in hours of their local day. */
interface Rhythm {
  starts: number[]
  spreadHours: number
  /** Share of people who sign in on such a day. */
  weekday: number
  weekend: number
  lengthHours: number
}

export interface DepartmentSpec {
  name: string
  division: string
  costCenter: string
  groups: string[]
  userType?: string
  emailDomain?: string
  organization?: string
  /** Number of people by office. */
  offices: Record<string, number>
  titles: string[]
  rhythm: RhythmName
}

interface PersonSpec {
  key: string
  firstName: string
  lastName: string
  title: string
  department: string
  office: string
  groups: string[]
  userType?: string
  login?: string
  /** True for an account that no one uses day by day. */
  quiet?: boolean
}

interface OrganizationSpec {
  name: string
  emailDomain: string
  foundedDaysAgo: number
  profile: Partial<Record<OrganizationField, string>>
  /** Keys of people. */
  /** The key of the person who is the owner of the workspace. */
  owner: string
  contacts: Record<ContactType, string>
  offices: Office[]
  userTypes: { key: string; name: string; displayName: string; description: string }[]
  departments: DepartmentSpec[]
  people: PersonSpec[]
  /** How many people are in each status other than `ACTIVE`. */
  statuses: Partial<Record<UserStatus, number>>
  newStarters: number
}

export interface GroupSpec {
  key: string
  name: string
  description: string
  members?: { from: string[]; count: number }
  /** Present for a group that is gone, and is only remembered by what still names it. */
  deletedDaysAgo?: number
}

/** A group that an application brought in. */
export interface AppGroupSpec {
  key: string
  app: string
  name: string
  description: string
  profile: Record<string, string>
  /** How many people of a group of the organization are in it. */
  members?: { from: string; count: number }
  /** The group of the organization that fills it. */
  pushedFrom?: string
}

export interface ZoneSpec {
  key: string
  name: string
  type: 'IP' | 'DYNAMIC'
  usage?: Zone['usage']
  gateways?: string[]
  proxies?: string[]
  proxyType?: ZoneWriteOf<'DYNAMIC'>['proxyType']
}

/** One of the small things that conditions and actions name, as a request would make it. */
interface PolicyResourceSpec {
  kind: 'behavior' | 'deviceAssurance' | 'identityProvider'
  key: string
  body: Record<string, unknown>
}

export interface AppSpec {
  key: string
  name: string
  label: string
  signOnMode: App['signOnMode']
  status?: ActiveStatus
  policy: string
  groups: string[]
  /** How often people open it, relative to their other applications. */
  appeal: number
  settings: Record<string, unknown>
}

export interface RuleSpec {
  key: string
  name: string
  status?: ActiveStatus
  /** Place in the list when absent. */
  priority?: number
  conditions: RuleConditions
  actions: Record<string, unknown>
}

export interface PolicySpec {
  key: string
  type: PolicyType
  name: string
  description: string
  status?: ActiveStatus
  createdDaysAgo: number
  conditions?: PolicyConditions
  settings?: Record<string, unknown>
  rules: RuleSpec[]
  /** Actions of the catch-all rule where they are not the usual ones. */
  catchAll?: Record<string, unknown>
}

/** What an administrator did: `from` holds the earlier value by path; the later one is the object as it is now. */
export interface ChangeSpec {
  daysAgo: number
  /** Local time of the actor, `HH:MM`. */
  at: string
  actor: string
  type: EventType
  policy?: string
  rule?: string
  group?: string
  app?: string
  zone?: string
  from?: Record<string, unknown>
  reason?: string
  /** Happened in the same request as the change before it. */
  sameRequest?: boolean
}

export interface Provider {
  asNumber: number
  asOrg: string
  isp: string
  domain: string
}

export interface DeviceSpec {
  key: string
  weight: number
  kind: string
  browser: string
  os: string
  platform: string
  rawUserAgent: string
}

interface ActivitySpec {
  days: number
  events: number
  devices: DeviceSpec[]
  homeAddresses: string[]
  homeProvider: Provider
  companyProvider: Provider
  /** Share of sign-ins from home or from the road. */
  awayShare: Record<RhythmName, number>
  rhythms: Record<RhythmName, Rhythm>
  mistypedShare: number
  signOutShare: number
  incident: {
    daysAgo: number
    startsAtUtcHour: number
    lengthMinutes: number
    attempts: number
    locked: number
    addresses: string[]
    place: Place
    provider: Provider
    rawUserAgent: string
  }
  membershipChanges: number
  assignmentChanges: number
  passwordChanges: number
  profileUpdates: number
  lockouts: number
  changes: ChangeSpec[]
}

/** Who holds an administrator role, as `user:key` or `group:key`, and the keys of the groups that limit it. */
export interface AdministratorSpec {
  assignee: string
  type: RoleType
  grantedDaysAgo: number
  groups?: string[]
}

export const ADMINISTRATORS = administratorsJson as AdministratorSpec[]
export const ORGANIZATION = organizationJson as unknown as OrganizationSpec
export const NAMES: { first: string[]; last: string[] } = namesJson
export const GROUPS = groupsJson as GroupSpec[]
export const APP_GROUPS = appGroupsJson as unknown as AppGroupSpec[]
export const ZONES = zonesJson as ZoneSpec[]
export const POLICY_RESOURCE_SPECS = supportingJson as PolicyResourceSpec[]
/** As requests carry them. */
export const TOKEN_CONTENTS: { scopes: object[]; claims: object[] } = tokenContentsJson
export const APPS = appsJson as unknown as AppSpec[]
export const POLICIES = policiesJson as unknown as PolicySpec[]
export const ACTIVITY = activityJson as unknown as ActivitySpec
