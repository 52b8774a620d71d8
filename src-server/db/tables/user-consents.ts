import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** The consent of a person: a client may have a scope of an issuer. */
class UserConsent extends Model<InferAttributes<UserConsent>, InferCreationAttributes<UserConsent>> {
  declare id: string
  declare userId: string
  declare appId: string
  /** Null: the organization. */
  declare serverId: string | null
  declare scope: string
  declare created: string
  declare lastUpdated: string
}

export type UserConsentRecord = RecordOf<UserConsent>

export const userConsents = defineTable(
  UserConsent,
  { id: key(), userId: TEXT, appId: TEXT, serverId: TEXT, scope: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'user_consents', kind: { error: 'OAuth2ScopeConsentGrant', id: 'appGrant' } },
)
