import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The changes of an organization to a base attribute. */
export interface BaseChange extends Pick<SchemaAttribute, 'pattern' | 'permissions' | 'master'> {
  required?: boolean
}

/** The owner of the schema of all groups. */
export const GROUP_SCHEMA = 'group'

/** The differences of a schema from the base schema of its kind; without a row there are none. */
class ProfileSchemaRow extends Model<InferAttributes<ProfileSchemaRow>, InferCreationAttributes<ProfileSchemaRow>> {
  /** The owner of its profiles: the id of a user type or an application, or {@link GROUP_SCHEMA}. */
  declare ownerId: string
  /** Changes with each edit; it identifies everything derived from the schema. */
  declare version: string
  declare custom: Record<string, SchemaAttribute>
  declare base: Record<string, BaseChange>
  /** Of an application's schema: the suffix of its name since its first change. */
  declare suffix: string | null
  declare lastUpdated: string
}

export type ProfileSchemaRecord = RecordOf<ProfileSchemaRow>

export const profileSchemas = defineTable(
  ProfileSchemaRow,
  { ownerId: key(), version: TEXT, custom: JSON_TEXT, base: JSON_TEXT, suffix: TEXT, lastUpdated: TEXT },
  { table: 'profile_schemas' },
)

/** A unique attribute: no two people may have the same value. */
class UniqueAttribute extends Model<InferAttributes<UniqueAttribute>, InferCreationAttributes<UniqueAttribute>> {
  declare typeId: string
  declare name: string
}

/** Triggers fill the values of people of these types into `unique_values (name, value, user_id)`. */
export const uniqueAttributes = defineTable(
  UniqueAttribute,
  { typeId: key(), name: key() },
  { table: 'unique_attributes' },
)
