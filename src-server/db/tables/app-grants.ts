import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A scope of the interface that an administrator has granted to a client. WHY no issuer: it is the address of this service. */
class AppGrant extends Model<InferAttributes<AppGrant>, InferCreationAttributes<AppGrant>> {
  declare id: string
  declare appId: string
  declare scopeId: string
  /** The id of the person who granted it. */
  declare createdBy: string
  declare created: string
  declare lastUpdated: string
}

export type AppGrantRecord = RecordOf<AppGrant>

export const appGrants = defineTable(
  AppGrant,
  { id: key(), appId: TEXT, scopeId: TEXT, createdBy: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'app_grants', kind: { error: 'OAuth2ScopeConsentGrant', id: 'appGrant' }, owner: 'appId' },
)
