import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'

/** An API token; only the hash of its value is kept. */
export class ApiTokenModel extends Model<InferAttributes<ApiTokenModel>, InferCreationAttributes<ApiTokenModel>> {
  declare id: string
  declare name: string
  /** SHA-256 of the value, in hexadecimal. */
  declare hash: string
  declare userId: string
  declare created: string
  declare lastUpdated: string
  declare expiresAt: string
}

export function initApiToken(sequelize: Sequelize): typeof ApiTokenModel {
  return class extends ApiTokenModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      name: DataTypes.TEXT,
      hash: DataTypes.TEXT,
      userId: DataTypes.TEXT,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
      expiresAt: DataTypes.TEXT,
    },
    { sequelize, tableName: 'api_tokens', modelName: 'apiToken', timestamps: false, underscored: true },
  )
}
