import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { RuleConditions } from '../../contract/conditions.ts'
import type { ActiveStatus } from '../../contract/fields.ts'

export class PolicyRuleModel extends Model<InferAttributes<PolicyRuleModel>, InferCreationAttributes<PolicyRuleModel>> {
  declare id: string
  declare policyId: string
  declare name: string
  declare status: ActiveStatus
  declare priority: number
  declare system: boolean
  declare conditions: RuleConditions | null
  declare actions: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
}

export function initPolicyRule(sequelize: Sequelize): typeof PolicyRuleModel {
  return class extends PolicyRuleModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      policyId: DataTypes.TEXT,
      name: DataTypes.TEXT,
      status: DataTypes.TEXT,
      priority: DataTypes.INTEGER,
      system: DataTypes.BOOLEAN,
      conditions: DataTypes.JSON,
      actions: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { sequelize, tableName: 'policy_rules', modelName: 'policyRule', timestamps: false, underscored: true },
  )
}
