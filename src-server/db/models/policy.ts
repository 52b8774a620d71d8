import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize'
import type { PolicyConditions } from '../../contract/conditions.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import type { PolicyType } from '../../contract/policy-types.ts'

export class PolicyModel extends Model<InferAttributes<PolicyModel>, InferCreationAttributes<PolicyModel>> {
  declare id: string
  declare type: PolicyType
  declare name: string
  declare status: ActiveStatus
  declare priority: number
  declare system: boolean
  declare description: string | null
  declare conditions: PolicyConditions | null
  declare settings: Record<string, unknown> | null
  /** Kind of resource that an authentication policy is for: `APP`, or the account management kind. */
  declare resourceType: CreationOptional<string | null>
  /** Of OAuth authorization policies: the server that the policy belongs to. */
  declare authorizationServerId: CreationOptional<string | null>
  declare created: string
  declare lastUpdated: string
}

export function initPolicy(sequelize: Sequelize): typeof PolicyModel {
  return class extends PolicyModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      type: DataTypes.TEXT,
      name: DataTypes.TEXT,
      status: DataTypes.TEXT,
      priority: DataTypes.INTEGER,
      system: DataTypes.BOOLEAN,
      description: DataTypes.TEXT,
      conditions: DataTypes.JSON,
      settings: DataTypes.JSON,
      resourceType: DataTypes.TEXT,
      authorizationServerId: DataTypes.TEXT,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { sequelize, tableName: 'policies', modelName: 'policy', timestamps: false, underscored: true },
  )
}
