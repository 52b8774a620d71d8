import { GROUP_SCHEMA } from '#contract/vocabulary/shipped-texts.ts'
import type { ProfileSchema } from '#contract/directory/profile-schema.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserTypeRecord } from '#db/tables/users.ts'
import { requiredNames } from '#operations/directory/effective-schema.ts'
import type { SchemaView } from '#operations/directory/profile-schemas.ts'

/** Of a schema, what its owner says. */
interface Frame extends Pick<ProfileSchema, 'name' | 'title' | 'description' | 'created'> {
  /** Below `/meta/schemas`. */
  path: string
  links?: Links
}

/** WHY no `/api/v1` in it, and no list of required attributes where there are none: the interface writes its schemas so (spec/5 §6, spec/6 6). */
function presentSchema(schema: SchemaView, base: string, { path, links, description, ...frame }: Frame): ProfileSchema {
  const hasCustom = Object.keys(schema.custom).length > 0
  return {
    id: `${base}/meta/schemas/${path}`,
    $schema: 'http://json-schema.org/draft-04/schema#',
    ...{ name: frame.name, title: frame.title },
    ...(description === undefined ? {} : { description }),
    lastUpdated: schema.lastUpdated ?? frame.created,
    created: frame.created,
    definitions: {
      custom: {
        id: '#custom',
        type: 'object',
        properties: { ...schema.custom },
        ...(hasCustom ? { required: requiredNames(schema.custom) } : {}),
      },
      base: { id: '#base', type: 'object', properties: { ...schema.base }, required: requiredNames(schema.base) },
    },
    type: 'object',
    properties: { profile: { allOf: [{ $ref: '#/definitions/custom' }, { $ref: '#/definitions/base' }] } },
    ...(links ? { _links: links } : {}),
  }
}

/** The schema of a user type, named after it (spec/5 §5). */
export function presentUserSchema(type: UserTypeRecord, schema: SchemaView, base: string): ProfileSchema {
  const path = `user/${type.isDefault ? 'default' : type.schemaId}`
  const href = `${base}/api/v1/meta`
  return presentSchema(schema, base, {
    path,
    ...{ name: type.name, title: type.displayName, description: type.description, created: type.created },
    links: {
      self: { rel: 'self', href: `${href}/schemas/${path}`, method: 'GET' },
      type: { rel: 'type', href: `${href}/types/user/${type.id}`, method: 'GET' },
    },
  })
}

/** The one schema of all groups. */
export function presentGroupSchema(group: { schema: SchemaView; created: string }, base: string): ProfileSchema {
  const path = 'group/default'
  return presentSchema(group.schema, base, {
    path,
    ...{
      name: 'group',
      ...GROUP_SCHEMA,
    },
    created: group.created,
    links: { self: { rel: 'self', href: `${base}/api/v1/meta/schemas/${path}`, method: 'GET' } },
  })
}

/** Claims show neither permissions nor masters, also where a change said some (spec/6 4). */
function bareClaims(claims: SchemaView['base']): SchemaView['base'] {
  const bare = Object.entries(claims).map(([name, { permissions: _, master: _master, ...shown }]) => [name, shown])
  return Object.fromEntries(bare) as SchemaView['base']
}

/** The schema of the people of an application; its name gets an end of its own with its first change (spec/5 §6). */
export function presentAppSchema(app: AppRecord, schema: SchemaView, base: string): ProfileSchema {
  const shown = app.signOnMode === 'OPENID_CONNECT' ? { ...schema, base: bareClaims(schema.base) } : schema
  return presentSchema(shown, base, {
    path: `apps/${app.id}/default`,
    name: schema.suffix === null ? app.name : `${app.name}_${schema.suffix}`,
    title: `${app.label} User`,
    created: app.created,
  })
}
