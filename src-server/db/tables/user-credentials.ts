import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** What is secret about a person. INVARIANT: nothing of it goes into a reply, an event or a line of the log. */
class UserCredentials extends Model<InferAttributes<UserCredentials>, InferCreationAttributes<UserCredentials>> {
  declare userId: string
  /** A hash, see `operations/directory/passwords/hash-formats.ts`; null without a password. */
  declare password: CreationOptional<string | null>
  /** The hash of the answer to the recovery question. */
  declare answer: CreationOptional<string | null>
  /** Hashes of the passwords that they had, the present one first. */
  declare history: CreationOptional<string[]>
  /** Wrong passwords since the last right one. */
  declare failedAttempts: CreationOptional<number>
  /** When too many were wrong; null while the person is not locked out. */
  declare lockedAt: CreationOptional<string | null>
  /** The status that they had then. */
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
