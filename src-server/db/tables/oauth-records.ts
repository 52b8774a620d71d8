import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/**
 * Something that an authorization server remembers until it expires, such as a token. INVARIANT: what lets its bearer in, such as a
 * refresh token, is in the file only as a hash.
 */
class OAuthRecord extends Model<InferAttributes<OAuthRecord>, InferCreationAttributes<OAuthRecord>> {
  /** See `recordId`. */
  declare id: string
  /** What it is, by the name that the library has for it. */
  declare model: string
  /** Null: the organization's own server. */
  declare serverId: string | null
  declare appId: string | null
  declare userId: string | null
  /** What was granted together, and ends together. */
  declare grantId: string | null
  declare uid: string | null
  declare userCode: string | null
  /** By which the interface names a refresh token; null for all else. */
  declare publicId: string | null
  declare payload: Record<string, unknown>
  declare created: string
  declare expires: string
}

export type OAuthRecordRow = RecordOf<OAuthRecord>

export const oauthRecords = defineTable(
  OAuthRecord,
  {
    ...{ id: key(), model: TEXT, serverId: TEXT, appId: TEXT, userId: TEXT, grantId: TEXT, uid: TEXT },
    ...{ userCode: TEXT, publicId: TEXT, payload: JSON_TEXT, created: TEXT, expires: TEXT },
  },
  { table: 'oauth_records' },
)
