import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The secrets of a person. INVARIANT: no reply, event or log line has any of them. */
class UserCredentials extends Model<InferAttributes<UserCredentials>, InferCreationAttributes<UserCredentials>> {
  declare userId: string
  /** A hash, see `operations/directory/passwords/hash-formats.ts`; null without a password. */
  declare password: CreationOptional<string | null>
  /** The hash of the answer to the recovery question. */
  declare answer: CreationOptional<string | null>
  /** Hashes of their passwords, the current one first. */
  declare history: CreationOptional<string[]>
  /** Wrong passwords since the last correct one. */
  declare failedAttempts: CreationOptional<number>
  /** The start of the lockout; null while the person is not locked out. */
  declare lockedAt: CreationOptional<string | null>
  /** Their status before the lockout. */
  declare lockedFrom: CreationOptional<UserStatus | null>
}

export type UserCredentialsRecord = RecordOf<UserCredentials>

export const userCredentials = defineTable(
  UserCredentials,
  {
    userId: key(),
    password: TEXT,
    answer: TEXT,
    history: JSON_TEXT,
    failedAttempts: INTEGER,
    lockedAt: TEXT,
    lockedFrom: TEXT,
  },
  { table: 'user_credentials' },
)
