import { beforeAll, expect, it } from 'vitest'
import type { ProfileSchema, ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { attributeDraft, attributeFields, attributeOf } from '#ui/resource/schema/attribute-form.ts'
import { baseAttributeDraft, baseAttributeFields, baseAttributeOf } from '#ui/resource/schema/base-attribute.ts'
import { appSchema, groupSchema, traitsOf, userSchema, type SchemaSource } from '#ui/resource/schema/schema-source.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

interface Edited {
  source: SchemaSource
  read: () => Promise<ProfileSchema>
  change: (body: ProfileSchemaUpdate) => Promise<ProfileSchema>
}

const ofUsers = (): Edited => {
  const params = { schemaId: 'default' }
  return {
    source: userSchema('default'),
    read: async () => (await server.client.call('getUserSchema', { params })).body,
    change: async (body) => (await server.client.call('updateUserSchema', { params, body })).body,
  }
}
const ofGroups = (): Edited => ({
  source: groupSchema(),
  read: async () => (await server.client.call('getGroupSchema')).body,
  change: async (body) => (await server.client.call('updateGroupSchema', { body })).body,
})
const ofApp = async (body: object): Promise<Edited> => {
  const { id: appId } = (await server.client.call('createApp', { body: body as never })).body
  const params = { appId }
  return {
    source: appSchema(appId),
    read: async () => (await server.client.call('getAppUserSchema', { params })).body,
    change: async (update) => (await server.client.call('updateAppUserSchema', { params, body: update })).body,
  }
}
const BOOKMARK = { signOnMode: 'BOOKMARK', label: 'Wiki', settings: { app: { url: 'https://wiki.example.com' } } }
const CLIENT = {
  ...{ signOnMode: 'OPENID_CONNECT', name: 'oidc_client', label: 'Client' },
  credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
  settings: {
    oauthClient: {
      ...{ application_type: 'web', grant_types: ['authorization_code'], response_types: ['code'] },
      redirect_uris: ['https://client.example.com/back'],
    },
  },
}

const KINDS = [
  ['people', () => Promise.resolve(ofUsers()), ['self', 'master', 'priority', 'unique']],
  ['groups', () => Promise.resolve(ofGroups()), ['self', 'master', 'priority']],
  ['an application', () => ofApp(BOOKMARK), ['master', 'priority', 'externalName', 'union']],
  ['a client', () => ofApp(CLIENT), ['externalName', 'union']],
] as const

/** Fields that not every schema has. */
const OWN: ReadonlySet<string> = new Set(['self', 'master', 'priority', 'unique', 'externalName', 'union'])

it.each(KINDS)(
  'the form of attributes of %s has the fields that their schema takes, and the service keeps all',
  async (_, make, own) => {
    const { source, read, change } = await make()
    const traits = traitsOf(source, await read())
    const fields = attributeFields(traits).map(({ path }) => path)
    expect(fields.filter((path) => OWN.has(path))).toEqual(own)

    const texts = {
      ...{ title: 'Code', name: 'code', type: 'string', description: 'Of the cost centre', choices: ['A1', 'B22'] },
      ...{ minLength: 2, maxLength: 9, pattern: '[A-Z]\\d+', required: true, self: 'HIDE', master: 'SVC' },
      ...{ unique: 'UNIQUE_VALIDATED', externalName: 'cost_code' },
    }
    const lists = {
      title: 'Shifts',
      name: 'shifts',
      type: 'array',
      itemType: 'integer',
      choices: ['1', '2'],
      union: 'ENABLE',
    }
    const properties: NonNullable<
      NonNullable<NonNullable<ProfileSchemaUpdate['definitions']>['custom']>['properties']
    > = {}
    for (const given of [texts, lists]) {
      const taken = Object.entries(given).filter(([path]) => path === 'name' || !OWN.has(path) || fields.includes(path))
      properties[given.name] = attributeOf({ ...attributeDraft(traits), ...Object.fromEntries(taken) })
    }
    const after = (await change({ definitions: { custom: { properties } } })).definitions.custom.properties
    const { mutability: _mutability, ...code } = after['code']!
    const { scope: _scope, ...kept } = code
    expect(kept).toEqual(properties['code'])
    expect(after['shifts']).toMatchObject(properties['shifts']!)
    // What is opened and saved as it is stays as it is.
    const same = Object.fromEntries(
      Object.entries(after).map(([name, one]) => [name, attributeOf(attributeDraft(traits, name, one), one)]),
    )
    expect((await change({ definitions: { custom: { properties: same } } })).definitions.custom.properties).toEqual(
      after,
    )
  },
)

it.each(KINDS)('the form of a base attribute of %s changes what the service lets change', async (_, make) => {
  const { source, read, change } = await make()
  const before = await read()
  const traits = traitsOf(source, before)
  const [name, attribute] = Object.entries(before.definitions.base.properties).find(([one]) =>
    ['department', 'description', 'userName'].includes(one),
  )!
  const fields = baseAttributeFields(name, traits).map(({ path }) => path)
  expect(fields.includes('self')).toBe(attribute.permissions !== undefined)
  expect(fields.includes('master')).toBe(attribute.master !== undefined)
  const draft = { ...baseAttributeDraft(traits, attribute), required: true }
  const changed = {
    ...draft,
    ...(traits.governsSelf ? { self: 'HIDE' } : {}),
    ...(traits.hasMaster ? { master: 'OVERRIDE', priority: ['0oa1'] } : {}),
  }
  const properties = { [name]: baseAttributeOf(name, traits, changed, attribute) }
  const after = (await change({ definitions: { base: { properties } } })).definitions.base.properties[name]
  expect(after).toEqual({
    ...attribute,
    required: true,
    ...(traits.governsSelf ? { permissions: [{ principal: 'SELF', action: 'HIDE' }] } : {}),
    ...(traits.hasMaster ? { master: { type: 'OVERRIDE', priority: [{ type: 'APP', value: '0oa1' }] } } : {}),
  })
})

it('of the base attributes the login alone takes a pattern, and loses it where it is emptied', async () => {
  const { source, read, change } = ofUsers()
  const schema = await read()
  const traits = traitsOf(source, schema)
  expect(baseAttributeFields('email', traits).some(({ path }) => path === 'pattern')).toBe(false)
  const { login } = schema.definitions.base.properties
  const write = async (pattern: string) => {
    const draft = { ...baseAttributeDraft(traits, login!), pattern }
    const properties = { login: baseAttributeOf('login', traits, draft, login!) }
    return (await change({ definitions: { base: { properties } } })).definitions.base.properties['login']
  }
  expect((await write('[a-z]+@.*'))?.pattern).toBe('[a-z]+@.*')
  expect(await write('')).toEqual(login)
})
