import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { Profile, UserStatus } from '../../contract/user.ts'

export class UserTypeModel extends Model<InferAttributes<UserTypeModel>, InferCreationAttributes<UserTypeModel>> {
  declare id: string
  declare name: string
  declare displayName: string
  declare description: string
  declare isDefault: boolean
  declare createdBy: string
  declare lastUpdatedBy: string
  declare created: string
  declare lastUpdated: string
}

export class UserModel extends Model<InferAttributes<UserModel>, InferCreationAttributes<UserModel>> {
  declare id: string
  declare status: UserStatus
  declare typeId: string
  declare login: string
  declare email: string
  declare firstName: string
  declare lastName: string
  declare profile: Profile
  declare passwordHash: string | null
  declare created: string
  declare activated: string | null
  declare statusChanged: string | null
  declare lastLogin: string | null
  declare lastUpdated: string
  declare passwordChanged: string | null
}

export function initUser(sequelize: Sequelize) {
  const options = { sequelize, timestamps: false, underscored: true }
  const UserType: typeof UserTypeModel = class extends UserTypeModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      name: DataTypes.TEXT,
      displayName: DataTypes.TEXT,
      description: DataTypes.TEXT,
      isDefault: DataTypes.BOOLEAN,
      createdBy: DataTypes.TEXT,
      lastUpdatedBy: DataTypes.TEXT,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
    },
    { ...options, tableName: 'user_types', modelName: 'userType' },
  )
  const User: typeof UserModel = class extends UserModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      status: DataTypes.TEXT,
      typeId: DataTypes.TEXT,
      login: DataTypes.TEXT,
      email: DataTypes.TEXT,
      firstName: DataTypes.TEXT,
      lastName: DataTypes.TEXT,
      profile: DataTypes.JSON,
      passwordHash: DataTypes.TEXT,
      created: DataTypes.TEXT,
      activated: DataTypes.TEXT,
      statusChanged: DataTypes.TEXT,
      lastLogin: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
      passwordChanged: DataTypes.TEXT,
    },
    { ...options, tableName: 'users', modelName: 'user' },
  )
  return { UserType, User }
}
