import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A person as an identity provider knows them. */
class IdentityProviderUser extends Model<
  InferAttributes<IdentityProviderUser>,
  InferCreationAttributes<IdentityProviderUser>
> {
  declare providerId: string
  declare userId: string
  /** The person's id at the provider, which no other person has there. */
  declare externalId: string
  declare created: string
  declare lastUpdated: string
}

export type IdentityProviderUserRecord = RecordOf<IdentityProviderUser>

export const identityProviderUsers = defineTable(
  IdentityProviderUser,
  { providerId: key(), userId: key(), externalId: TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'identity_provider_users' },
)
