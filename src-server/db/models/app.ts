import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { App } from '../../contract/app.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import type { PolicyType } from '../../contract/policy-types.ts'

/** What an application holds beyond its columns. */
export type AppDefinition = Pick<App, 'accessibility' | 'visibility' | 'features' | 'settings' | 'profile'>

export class AppModel extends Model<InferAttributes<AppModel>, InferCreationAttributes<AppModel>> {
  declare id: string
  declare name: string
  declare label: string
  declare status: ActiveStatus
  declare signOnMode: App['signOnMode']
  /** Applications of the platform itself, such as the admin console; their policies cannot be changed. */
  declare system: boolean
  declare definition: AppDefinition
  declare created: string
  declare lastUpdated: string
}

export class AppUserModel extends Model<InferAttributes<AppUserModel>, InferCreationAttributes<AppUserModel>> {
  declare appId: string
  declare userId: string
  declare profile: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
}

export class AppGroupModel extends Model<InferAttributes<AppGroupModel>, InferCreationAttributes<AppGroupModel>> {
  declare appId: string
  declare groupId: string
  declare priority: number
  declare profile: Record<string, unknown>
  declare lastUpdated: string
}

/** Which authentication or profile enrollment policy an application uses. */
export class PolicyMappingModel extends Model<
  InferAttributes<PolicyMappingModel>,
  InferCreationAttributes<PolicyMappingModel>
> {
  declare id: string
  declare appId: string
  declare policyId: string
  declare policyType: PolicyType
}

export function initApp(sequelize: Sequelize) {
  const options = { sequelize, timestamps: false, underscored: true }
  const App: typeof AppModel = class extends AppModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      name: DataTypes.TEXT,
      label: DataTypes.TEXT,
      status: DataTypes.TEXT,
      signOnMode: DataTypes.TEXT,
      system: DataTypes.BOOLEAN,
      definition: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { ...options, tableName: 'apps', modelName: 'app' },
  )
  const AppUser: typeof AppUserModel = class extends AppUserModel {}.init(
    {
      appId: { type: DataTypes.TEXT, primaryKey: true },
      userId: { type: DataTypes.TEXT, primaryKey: true },
      profile: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { ...options, tableName: 'app_users', modelName: 'appUser' },
  )
  const AppGroup: typeof AppGroupModel = class extends AppGroupModel {}.init(
    {
      appId: { type: DataTypes.TEXT, primaryKey: true },
      groupId: { type: DataTypes.TEXT, primaryKey: true },
      priority: DataTypes.INTEGER,
      profile: DataTypes.JSON,
      lastUpdated: DataTypes.TEXT,
    },
    { ...options, tableName: 'app_groups', modelName: 'appGroup' },
  )
  const PolicyMapping: typeof PolicyMappingModel = class extends PolicyMappingModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      appId: DataTypes.TEXT,
      policyId: DataTypes.TEXT,
      policyType: DataTypes.TEXT,
    },
    { ...options, tableName: 'policy_mappings', modelName: 'policyMapping' },
  )
  return { App, AppUser, AppGroup, PolicyMapping }
}
