import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { BUILT_IN_GROUPS } from '#contract/directory/built-in-groups.ts'
import type { Group as GroupView } from '#contract/directory/group.ts'
import type { OwnerType } from '#contract/directory/group-owner.ts'
import type { Reader } from '../connection.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, sqlCondition, TEXT, type RecordOf } from './table.ts'

class Group extends Model<InferAttributes<Group>, InferCreationAttributes<Group>> {
  declare id: string
  declare type: GroupView['type']
  declare name: string
  declare description: string | null
  declare created: string
  declare lastUpdated: string
  declare lastMembershipUpdated: string
  /** Its custom attributes; null if it has none. */
  declare profile: CreationOptional<Record<string, unknown> | null>
  /** The application that an imported group comes from. */
  declare sourceId: CreationOptional<string | null>
}

export type GroupRecord = RecordOf<Group>

export const groups = defineTable(
  Group,
  {
    id: key(),
    type: TEXT,
    name: TEXT,
    description: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
    lastMembershipUpdated: TEXT,
    profile: JSON_TEXT,
    sourceId: TEXT,
  },
  { table: 'groups', kind: { error: 'UserGroup', id: 'group' } },
)

/** The id of a built-in group, as SQL. WHY all these conditions: with them SQLite uses the index on the names of native groups. */
const builtIn = (key: keyof typeof BUILT_IN_GROUPS) =>
  `(SELECT id FROM groups WHERE name = '${BUILT_IN_GROUPS[key].name}' AND type <> 'APP_GROUP' AND type = 'BUILT_IN')`
export const EVERYONE_ID = builtIn('everyone')
export const ADMINISTRATORS_ID = builtIn('administrators')

/** A built-in group; a workspace from before the group of administrators lacks that one. */
export const builtInGroup = (
  reader: Pick<Reader, 'models'>,
  key: keyof typeof BUILT_IN_GROUPS,
): Promise<GroupRecord | undefined> => groups.findOne(reader, { where: sqlCondition(`id IN ${builtIn(key)}`) })

/** A membership. All people are in Everyone, without a row for each. */
class GroupMember extends Model<InferAttributes<GroupMember>, InferCreationAttributes<GroupMember>> {
  declare groupId: string
  declare userId: string
  /** Whether a person made it, not only group rules. */
  declare byHand: CreationOptional<boolean>
}

export const groupMembers = defineTable(
  GroupMember,
  { groupId: key(), userId: key(), byHand: BOOLEAN },
  { table: 'group_members' },
)

/** An owner of a group. */
class GroupOwner extends Model<InferAttributes<GroupOwner>, InferCreationAttributes<GroupOwner>> {
  declare groupId: string
  declare ownerId: string
  declare ownerType: OwnerType
  declare lastUpdated: string
}

export type GroupOwnerRecord = RecordOf<GroupOwner>

export const groupOwners = defineTable(
  GroupOwner,
  { groupId: key(), ownerId: key(), ownerType: TEXT, lastUpdated: TEXT },
  { table: 'group_owners' },
)

/** A push mapping: a group of this organization that fills one of an application. */
class GroupPushMapping extends Model<InferAttributes<GroupPushMapping>, InferCreationAttributes<GroupPushMapping>> {
  declare appId: string
  declare groupId: string
  declare targetId: string
}

export const groupPushMappings = defineTable(
  GroupPushMapping,
  { appId: key(), groupId: TEXT, targetId: key() },
  { table: 'group_push_mappings' },
)
