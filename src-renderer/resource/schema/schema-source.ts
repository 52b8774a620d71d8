import type { ProfileSchema, ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { api } from '#ui/api/client.ts'

/** A schema that is edited: how it is read and changed, and what its values belong to. */
export interface SchemaSource {
  /** As the service counts the use of an attribute. */
  id: string
  read: (signal: AbortSignal) => Promise<ProfileSchema>
  update: (body: ProfileSchemaUpdate) => Promise<ProfileSchema>
  /** After "3": who has a value. */
  holders: { one: string; many: string }
  /** Whether no two may have the same value, as `unique` asks. */
  takesUnique: boolean
  /** Whether its login takes a pattern. */
  hasLogin: boolean
  /** Whether its values come through assignments, so that lists of several groups can be joined, and attributes are called otherwise there. */
  isOfApp: boolean
}

const PLAIN = { takesUnique: false, hasLogin: false, isOfApp: false }

/** Of the people of a user type. */
export const userSchema = (schemaId: string): SchemaSource => ({
  ...{ id: schemaId, holders: { one: 'person has', many: 'people have' } },
  read: (signal) => api.call('getUserSchema', { params: { schemaId }, signal }),
  update: (body) => api.call('updateUserSchema', { params: { schemaId }, body }),
  ...{ ...PLAIN, takesUnique: true, hasLogin: true },
})

/** Of all groups. */
export const groupSchema = (): SchemaSource => ({
  ...{ id: 'group', holders: { one: 'group has', many: 'groups have' } },
  read: (signal) => api.call('getGroupSchema', { signal }),
  update: (body) => api.call('updateGroupSchema', { body }),
  ...PLAIN,
})

/** Of the people and groups to whom an application is assigned. */
export const appSchema = (appId: string): SchemaSource => ({
  ...{ id: appId, holders: { one: 'assignment has', many: 'assignments have' } },
  read: (signal) => api.call('getAppUserSchema', { params: { appId }, signal }),
  update: (body) => api.call('updateAppUserSchema', { params: { appId }, body }),
  ...{ ...PLAIN, isOfApp: true },
})

/** What the attributes of a schema can be given, beside what all take. */
export interface SchemaTraits extends Pick<SchemaSource, 'takesUnique' | 'hasLogin' | 'isOfApp'> {
  /** What people may do with their own value. */
  governsSelf: boolean
  /** Where values come from. */
  hasMaster: boolean
}

/** As the service answers them: what it shows of no base attribute, it takes of none. */
export function traitsOf(
  { takesUnique, hasLogin, isOfApp }: SchemaSource,
  schema: Pick<ProfileSchema, 'definitions'> | undefined,
): SchemaTraits {
  const base = Object.values(schema?.definitions.base.properties ?? {})
  return {
    ...{ takesUnique, hasLogin, isOfApp },
    governsSelf: base.some(({ permissions }) => permissions),
    hasMaster: base.some(({ master }) => master),
  }
}
