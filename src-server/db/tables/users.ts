import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { Profile, UserStatus } from '#contract/directory/user.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string
  declare status: UserStatus
  declare typeId: string
  declare login: string
  declare email: string
  declare firstName: string
  declare lastName: string
  declare profile: Profile
  declare passwordHash: CreationOptional<string | null>
  declare created: string
  declare activated: string | null
  declare statusChanged: string | null
  declare lastLogin: string | null
  declare lastUpdated: string
  declare passwordChanged: string | null
}

export type UserRecord = RecordOf<User>

/** SQL of a person's display name; {@link displayNameOf} is the same in code. */
export const DISPLAY_NAME = `first_name || ' ' || last_name`

/** What a person is called in events and lists. */
export function displayNameOf({ firstName, lastName }: Pick<UserRecord, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}

export const users = defineTable(
  User,
  {
    id: key(),
    status: TEXT,
    typeId: TEXT,
    login: TEXT,
    email: TEXT,
    firstName: TEXT,
    lastName: TEXT,
    profile: JSON_TEXT,
    passwordHash: TEXT,
    created: TEXT,
    activated: TEXT,
    statusChanged: TEXT,
    lastLogin: TEXT,
    lastUpdated: TEXT,
    passwordChanged: TEXT,
  },
  { table: 'users', kind: { error: 'User', id: 'user' } },
)

class UserType extends Model<InferAttributes<UserType>, InferCreationAttributes<UserType>> {
  declare id: string
  declare name: string
  declare displayName: string
  declare description: string
  declare isDefault: boolean
  /** Names its schema (prefix `osc`) for as long as the type exists. */
  declare schemaId: string
  declare createdBy: string
  declare lastUpdatedBy: string
  declare created: string
  declare lastUpdated: string
}

export type UserTypeRecord = RecordOf<UserType>

export const userTypes = defineTable(
  UserType,
  {
    id: key(),
    name: TEXT,
    displayName: TEXT,
    description: TEXT,
    isDefault: BOOLEAN,
    schemaId: TEXT,
    createdBy: TEXT,
    lastUpdatedBy: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'user_types', kind: { error: 'UserType', id: 'userType' } },
)
