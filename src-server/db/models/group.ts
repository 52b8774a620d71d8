import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from 'sequelize'
import type { Group } from '../../contract/group.ts'

export class GroupModel extends Model<InferAttributes<GroupModel>, InferCreationAttributes<GroupModel>> {
  declare id: string
  declare type: Group['type']
  declare name: string
  declare description: string | null
  declare created: string
  declare lastUpdated: string
  declare lastMembershipUpdated: string
}

export class GroupMemberModel extends Model<
  InferAttributes<GroupMemberModel>,
  InferCreationAttributes<GroupMemberModel>
> {
  declare groupId: string
  declare userId: string
}

export function initGroup(sequelize: Sequelize) {
  const options = { sequelize, timestamps: false, underscored: true }
  const Group: typeof GroupModel = class extends GroupModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      type: DataTypes.TEXT,
      name: DataTypes.TEXT,
      description: DataTypes.TEXT,
      created: DataTypes.TEXT,
      lastUpdated: DataTypes.TEXT,
      lastMembershipUpdated: DataTypes.TEXT,
    },
    { ...options, tableName: 'groups', modelName: 'group' },
  )
  const GroupMember: typeof GroupMemberModel = class extends GroupMemberModel {}.init(
    {
      groupId: { type: DataTypes.TEXT, primaryKey: true },
      userId: { type: DataTypes.TEXT, primaryKey: true },
    },
    { ...options, tableName: 'group_members', modelName: 'groupMember' },
  )
  return { Group, GroupMember }
}
