import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { App as AppView } from '#contract/apps/app.ts'
import type { AppDefinition } from '#contract/apps/definition.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class App extends Model<InferAttributes<App>, InferCreationAttributes<App>> {
  declare id: string
  declare name: string
  declare label: string
  declare status: ActiveStatus
  declare signOnMode: AppView['signOnMode']
  /** Applications of the platform itself, such as the admin console; their policies cannot be changed. */
  declare system: boolean
  /** Its client id; null: its own id. */
  declare clientId: CreationOptional<string | null>
  declare definition: AppDefinition
  declare created: string
  declare lastUpdated: string
  /** The signing key; null: the initial one. */
  declare signingKid: CreationOptional<string | null>
}

export type AppRecord = RecordOf<App>

export const apps = defineTable(
  App,
  {
    id: key(),
    name: TEXT,
    label: TEXT,
    status: TEXT,
    signOnMode: TEXT,
    system: BOOLEAN,
    clientId: TEXT,
    definition: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
    signingKid: TEXT,
  },
  { table: 'apps', kind: { error: 'AppInstance', id: 'app' } },
)

/** An application assigned to a person directly. */
class AppUser extends Model<InferAttributes<AppUser>, InferCreationAttributes<AppUser>> {
  declare appId: string
  declare userId: string
  /** The values of the request; the rest of the profile is computed from the person. */
  declare profile: Record<string, unknown>
  /** Null: by the application's template. */
  declare userName: CreationOptional<string | null>
  declare created: string
  declare lastUpdated: string
}

export type AppUserRecord = RecordOf<AppUser>

export const appUsers = defineTable(
  AppUser,
  { appId: key(), userId: key(), profile: JSON_TEXT, userName: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'app_users' },
)

/** An application assigned to the members of a group. */
class AppGroup extends Model<InferAttributes<AppGroup>, InferCreationAttributes<AppGroup>> {
  declare appId: string
  declare groupId: string
  declare priority: number
  declare profile: Record<string, unknown>
  declare lastUpdated: string
}

export type AppGroupRecord = RecordOf<AppGroup>

export const appGroups = defineTable(
  AppGroup,
  { appId: key(), groupId: key(), priority: INTEGER, profile: JSON_TEXT, lastUpdated: TEXT },
  { table: 'app_groups' },
)

/** Which authentication or profile enrollment policy an application uses. */
class PolicyMapping extends Model<InferAttributes<PolicyMapping>, InferCreationAttributes<PolicyMapping>> {
  declare id: string
  declare appId: string
  declare policyId: string
  declare policyType: PolicyType
}

export type PolicyMappingRecord = RecordOf<PolicyMapping>

export const policyMappings = defineTable(
  PolicyMapping,
  { id: key(), appId: TEXT, policyId: TEXT, policyType: TEXT },
  { table: 'policy_mappings', kind: { error: 'PolicyMapping', id: 'mapping' }, owner: 'appId' },
)
