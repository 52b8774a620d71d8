import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { ActiveStatus } from '../../contract/fields.ts'

/** What an authorization server is beside its name and status. */
export interface AuthorizationServerDefinition {
  description: string | null
  audiences: string[]
  issuerMode: string
}

export class AuthorizationServerModel extends Model<
  InferAttributes<AuthorizationServerModel>,
  InferCreationAttributes<AuthorizationServerModel>
> {
  declare id: string
  declare name: string
  declare status: ActiveStatus
  declare isDefault: boolean
  declare definition: AuthorizationServerDefinition
  declare created: string
  declare lastUpdated: string
}

export function initAuthorizationServer(sequelize: Sequelize): typeof AuthorizationServerModel {
  return class extends AuthorizationServerModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      name: DataTypes.TEXT,
      status: DataTypes.TEXT,
      isDefault: DataTypes.BOOLEAN,
      definition: DataTypes.JSON,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    {
      sequelize,
      tableName: 'authorization_servers',
      modelName: 'authorizationServer',
      timestamps: false,
      underscored: true,
    },
  )
}
