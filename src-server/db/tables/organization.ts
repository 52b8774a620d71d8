import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ContactType } from '#contract/organization/settings.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

class OrganizationContact extends Model<
  InferAttributes<OrganizationContact>,
  InferCreationAttributes<OrganizationContact>
> {
  declare contactType: ContactType
  /** Removed with the person, together with the row. */
  declare userId: string
}

/** A contact by its type; a type without a contact has no row. */
export const organizationContacts = defineTable(
  OrganizationContact,
  { contactType: key(), userId: TEXT },
  { table: 'organization_contacts' },
)

class BouncedAddress extends Model<InferAttributes<BouncedAddress>, InferCreationAttributes<BouncedAddress>> {
  declare address: string
  declare reason: string
  declare bounced: string
  /** Null for a permanent entry. */
  declare removalRequested: CreationOptional<string | null>
}

export type BouncedAddressRecord = RecordOf<BouncedAddress>

/** The bounce list: addresses that get no email because it bounced before. */
export const bouncedAddresses = defineTable(
  BouncedAddress,
  { address: key(), reason: TEXT, bounced: TEXT, removalRequested: TEXT },
  { table: 'bounced_addresses' },
)
