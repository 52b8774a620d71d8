import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** What an organization has changed of a base attribute. */
export interface BaseChange extends Pick<SchemaAttribute, 'pattern' | 'permissions' | 'master'> {
  required?: boolean
}

/** The owner of the one schema that all groups have. */
export const GROUP_SCHEMA = 'group'

/** What sets a schema apart from the base one of its kind; without a row it is that. */
class ProfileSchemaRow extends Model<InferAttributes<ProfileSchemaRow>, InferCreationAttributes<ProfileSchemaRow>> {
  /** Whose profiles it governs: the id of a user type or an application, or {@link GROUP_SCHEMA}. */
  declare ownerId: string
  /** Another one after each change, so that what was derived from a schema is known by it. */
  declare version: string
  declare custom: Record<string, SchemaAttribute>
  declare base: Record<string, BaseChange>
  /** Of an application's schema: what ends its name since its first change. */
  declare suffix: string | null
  declare lastUpdated: string
}

export type ProfileSchemaRecord = RecordOf<ProfileSchemaRow>

export const profileSchemas = defineTable(
  ProfileSchemaRow,
  { ownerId: key(), version: TEXT, custom: JSON_TEXT, base: JSON_TEXT, suffix: TEXT, lastUpdated: TEXT },
  { table: 'profile_schemas' },
)

/** An attribute of which no two people may have the same value. */
class UniqueAttribute extends Model<InferAttributes<UniqueAttribute>, InferCreationAttributes<UniqueAttribute>> {
  declare typeId: string
  declare name: string
}

/** Triggers keep the table of values that the people of these types have: `unique_values (name, value, user_id)`. */
export const uniqueAttributes = defineTable(
  UniqueAttribute,
  { typeId: key(), name: key() },
  { table: 'unique_attributes' },
)
