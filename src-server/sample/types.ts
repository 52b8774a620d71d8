import type { ClaimContent } from '#contract/access/server-claim.ts'
import type { ServerScope } from '#contract/access/server-scope.ts'
import type { RoleType } from '#contract/access/admin-roles.ts'
import type { GROUP_TYPES } from '#contract/directory/group.ts'
import type { App } from '#contract/apps/app.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Profile } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Zone } from '#contract/policy/zone.ts'
import type { AppDefinition } from '#contract/apps/definition.ts'
import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import type { ZoneDefinition } from '#contract/policy/zone.ts'
import type { OrganizationField } from '#contract/organization/organization.ts'
import type { ContactType } from '#contract/organization/settings.ts'
import type { PolicyRecord, RuleRecord } from '#policy/index.ts'

/** What the organization holds before the sample comes on top (spec/4 §1.5). */
export interface SampleDefaults {
  engine: Engine
  everyoneGroupId: string
  /** Of the owner of the workspace, who is one of the sample's people; absent: an id that follows from the seed. */
  ownerId?: string | undefined
  /** The default user type, which employees have. */
  userTypeId: string
  /** The default policies with their rules: they decide for those whom no policy of the sample reaches. */
  policies: readonly PolicyRecord[]
}

export interface SampleOptions {
  seed: string
  /** Milliseconds since the epoch; the log ends here. */
  now: number
  defaults: SampleDefaults
}

interface Stamped {
  created: string
  lastUpdated: string
}

export interface SampleGroup extends Stamped {
  id: string
  type: (typeof GROUP_TYPES)[number]
  name: string
  description: string
  lastMembershipUpdated: string
  /** Properties that its application gave it; null for those of the organization. */
  profile: Record<string, string> | null
  /** The application that it came from. */
  sourceId: string | null
}

export interface SampleMembership {
  groupId: string
  userId: string
}

/** A group of the organization that fills one of an application. */
export interface SamplePushMapping {
  appId: string
  groupId: string
  targetId: string
}

/** A role of a person or a group. */
export interface SampleRole extends Stamped {
  assigneeId: string
  type: RoleType
  assigneeKind: 'USER' | 'GROUP'
  roleId: string
}

/** A group that limits a role. */
export interface SampleRoleTarget {
  assigneeId: string
  type: RoleType
  kind: 'group'
  targetId: string
  created: string
}

export interface SampleUserType extends Stamped {
  id: string
  name: string
  displayName: string
  description: string
  isDefault: false
  schemaId: string
  createdBy: string
  lastUpdatedBy: string
}

export interface SampleUser extends Stamped {
  id: string
  status: UserStatus
  typeId: string
  profile: Profile
  activated: string | null
  statusChanged: string | null
  lastLogin: string | null
  passwordChanged: string | null
}

export interface SampleZone extends Stamped {
  id: string
  type: Zone['type']
  name: string
  status: ActiveStatus
  usage: Zone['usage']
  system: false
  definition: ZoneDefinition
}

export interface SamplePolicyResource extends Stamped {
  id: string
  kind: PolicyResourceKind
  type: string
  name: string
  definition: Record<string, unknown>
}

export interface SampleApp extends Stamped {
  id: string
  name: string
  label: string
  status: ActiveStatus
  signOnMode: App['signOnMode']
  system: false
  definition: AppDefinition
}

export interface SampleAppGroup {
  appId: string
  groupId: string
  /** From 0. */
  priority: number
  profile: Record<string, unknown>
  lastUpdated: string
}

export interface SampleAppUser extends Stamped {
  appId: string
  userId: string
  profile: Record<string, unknown>
}

export interface SampleRule extends RuleRecord, Stamped {}

export interface SamplePolicy extends Omit<PolicyRecord, 'rules'>, Stamped {
  description: string
  /** `APP` for authentication policies, else null. */
  resourceType: string | null
  rules: SampleRule[]
}

/** A scope of the organization's own authorization server. */
export interface SampleScope
  extends Stamped, Pick<ServerScope, 'id' | 'name' | 'displayName' | 'description' | 'metadataPublish' | 'consent'> {
  isOptional: boolean
  isDefault: boolean
}

/** A claim of its tokens. */
export interface SampleClaim extends Stamped, ClaimContent {
  id: string
}

export interface SampleMapping {
  id: string
  appId: string
  policyId: string
  policyType: PolicyType
}

/**
 * Rows ready to insert, in this order: user types, groups, users, memberships, zones, supporting objects, policies with rules, apps,
 * their groups and users, push mappings, mappings, events. Memberships in Everyone are not listed.
 */
export interface SampleOrganization {
  organization: { name: string; profile: Partial<Record<OrganizationField, string>> }
  contacts: { contactType: ContactType; userId: string }[]
  bounces: { address: string; reason: string; bounced: string }[]
  userTypes: SampleUserType[]
  groups: SampleGroup[]
  users: SampleUser[]
  memberships: SampleMembership[]
  zones: SampleZone[]
  supporting: SamplePolicyResource[]
  /** Those of the ordered types have priorities from 1 without gaps; the default policy goes below them. */
  policies: SamplePolicy[]
  apps: SampleApp[]
  appGroups: SampleAppGroup[]
  pushMappings: SamplePushMapping[]
  appUsers: SampleAppUser[]
  mappings: SampleMapping[]
  scopes: SampleScope[]
  claims: SampleClaim[]
  roles: SampleRole[]
  roleTargets: SampleRoleTarget[]
  /** Ascending by `published`; made one at a time, and the same each time they are asked for. */
  events: Iterable<LogEvent>
}
