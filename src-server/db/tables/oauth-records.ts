import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/**
 * An object that an authorization server stores until it expires, such as a token. INVARIANT: the file has anything that gives its bearer
 * access, such as a refresh token, only as a hash.
 */
class OAuthRecord extends Model<InferAttributes<OAuthRecord>, InferCreationAttributes<OAuthRecord>> {
  /** See `recordId`. */
  declare id: string
  /** The name of its model in the library. */
  declare model: string
  /** Null: the organization's own server. */
  declare serverId: string | null
  declare appId: string | null
  declare userId: string | null
  /** The grant: records of one grant end together. */
  declare grantId: string | null
  declare uid: string | null
  declare userCode: string | null
  /** The id of a refresh token in the interface; null for any other record. */
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
