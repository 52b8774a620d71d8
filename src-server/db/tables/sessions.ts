import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { Proof } from '#contract/policy/proof.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The session of a person in one browser. The cookie is elsewhere: see `oauth_records`, model `Session`. */
class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string
  declare userId: string
  /** The factors that the person has used, each with its latest time. */
  declare proofs: Proof[]
  /** Minutes without use after which it ends. */
  declare idleMinutes: number
  declare created: string
  declare lastUsed: string
  /** When it ends even if it is used; null: never. */
  declare ends: string | null
  /** When it ends if it is not used before. */
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
