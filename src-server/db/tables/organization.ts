import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ContactType } from '#contract/organization/settings.ts'
import { defineTable, key, TEXT } from './table.ts'

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
