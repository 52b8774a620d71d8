import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ContactType } from '#contract/organization/settings.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

class OrganizationContact extends Model<
  InferAttributes<OrganizationContact>,
  InferCreationAttributes<OrganizationContact>
> {
  declare contactType: ContactType
  /** Goes with the person, and the row with it. */
  declare userId: string
}

/** Who is asked about what; no row where there is no contact. */
export const organizationContacts = defineTable(
  OrganizationContact,
  { contactType: key(), userId: TEXT },
  { table: 'organization_contacts' },
)

class BouncedAddress extends Model<InferAttributes<BouncedAddress>, InferCreationAttributes<BouncedAddress>> {
  declare address: string
  declare reason: string
  declare bounced: string
  /** Null for one that stays on the list. */
  declare removalRequested: CreationOptional<string | null>
}

export type BouncedAddressRecord = RecordOf<BouncedAddress>

/** The bounce list: addresses that get no mail, because mail came back from them. */
export const bouncedAddresses = defineTable(
  BouncedAddress,
  { address: key(), reason: TEXT, bounced: TEXT, removalRequested: TEXT },
  { table: 'bounced_addresses' },
)
