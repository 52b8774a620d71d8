import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { Proof } from '#contract/policy/proof.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** A person who has signed in, in one browser. The browser's cookie is not in here: see `oauth_records`, model `Session`. */
class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string
  declare userId: string
  /** How the person has proved who they are, each way once, the last time that they did. */
  declare proofs: Proof[]
  /** Minutes without use after which it ends. */
  declare idleMinutes: number
  declare created: string
  declare lastUsed: string
  /** When it ends however much it is used; null: never. */
  declare ends: string | null
  /** When it ends unless it is used before. */
  declare expires: string
}

export type SessionRecord = RecordOf<Session>

export const sessions = defineTable(
  Session,
  {
    ...{ id: key(), userId: TEXT, proofs: JSON_TEXT, idleMinutes: INTEGER },
    ...{ created: TEXT, lastUsed: TEXT, ends: TEXT, expires: TEXT },
  },
  { table: 'sessions', kind: { error: 'Session', id: 'session' } },
)
