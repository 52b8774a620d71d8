import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { AuthenticatorKey, AuthenticatorMethodName } from '#contract/policy/authenticator-table.ts'
import { defineTable, INTEGER, key, TEXT, type RecordOf } from './table.ts'

/** An authenticator that a person has set up. INVARIANT: the file has the secret only encrypted; no reply, event or log line has it. */
class UserAuthenticator extends Model<InferAttributes<UserAuthenticator>, InferCreationAttributes<UserAuthenticator>> {
  declare userId: string
  declare key: AuthenticatorKey
  declare method: AuthenticatorMethodName
  /** In base 32, encrypted. */
  declare secret: string
  /** The step of the last accepted code; it and earlier ones are rejected (RFC 6238 §5.2). */
  declare lastStep: number
  /** Wrong codes since the last correct one. */
  declare failed: CreationOptional<number>
  /** The time of the latest wrong code. */
  declare lastFailed: CreationOptional<string | null>
  declare created: string
  declare lastUsed: CreationOptional<string | null>
}

export type UserAuthenticatorRecord = RecordOf<UserAuthenticator>

export const userAuthenticators = defineTable(
  UserAuthenticator,
  {
    ...{ userId: key(), key: key(), method: TEXT, secret: TEXT, lastStep: INTEGER },
    ...{ failed: INTEGER, lastFailed: TEXT, created: TEXT, lastUsed: TEXT },
  },
  { table: 'user_authenticators' },
)
