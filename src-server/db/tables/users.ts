import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { Profile } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { ProviderType } from '#contract/directory/user-credentials.ts'
import type { Reader } from '../connection.ts'
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
  declare created: string
  declare activated: string | null
  declare statusChanged: string | null
  declare lastLogin: string | null
  declare lastUpdated: string
  declare passwordChanged: string | null
  /** Whether one is set; like all secrets it is in `user_credentials`. */
  declare hasPassword: boolean
  declare recoveryQuestion: string | null
  declare providerType: ProviderType
  declare providerName: string
  /** See {@link loginKeyOf}. */
  declare loginKey: string
}

export type UserRecord = RecordOf<User>

/** The display name of a person, in code and in SQL. */
export { displayNameOf } from '#contract/directory/display-name.ts'
export const DISPLAY_NAME = `trim(first_name || ' ' || last_name)`

/** The columns that copy values of a profile; a missing value is empty. */
export function columnsOfProfile(profile: Profile) {
  const { login, email, firstName, lastName } = profile
  return { login, email, firstName: firstName ?? '', lastName: lastName ?? '', profile }
}

/** A login without case and accents, for lookup and uniqueness (spec/4 §2.1). */
export function loginKeyOf(login: string): string {
  return login
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
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
    created: TEXT,
    activated: TEXT,
    statusChanged: TEXT,
    lastLogin: TEXT,
    lastUpdated: TEXT,
    passwordChanged: TEXT,
    hasPassword: BOOLEAN,
    recoveryQuestion: TEXT,
    providerType: TEXT,
    providerName: TEXT,
    loginKey: TEXT,
  },
  { table: 'users', kind: { error: 'User', id: 'user' } },
)

class UserType extends Model<InferAttributes<UserType>, InferCreationAttributes<UserType>> {
  declare id: string
  declare name: string
  declare displayName: string
  declare description: string
  declare isDefault: boolean
  /** The id of its schema (prefix `osc`), as long as the type exists. */
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

/** The type of people of whom nothing else is said; every workspace has one. */
export const defaultUserType = (reader: Pick<Reader, 'models'>): Promise<UserTypeRecord | undefined> =>
  userTypes.findOne(reader, { where: { isDefault: true } })
