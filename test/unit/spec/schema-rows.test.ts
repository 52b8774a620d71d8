import { beforeAll, describe, expect, it } from 'vitest'
import type { ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { refusalOf, LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { soundApp } from '../../helpers/app-bodies.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

type Definitions = NonNullable<ProfileSchemaUpdate['definitions']>
type Properties = NonNullable<Definitions['custom']>['properties']
type BaseProperties = NonNullable<Definitions['base']>['properties']

const read = async (schemaId = 'default') => (await server.client.call('getUserSchema', { params: { schemaId } })).body

const change = async (custom: Properties, schemaId = 'default') =>
  (
    await server.client.call('updateUserSchema', {
      params: { schemaId },
      body: { definitions: { custom: { id: '#custom', type: 'object', properties: custom } } },
    })
  ).body

const changeBase = async (properties: BaseProperties, schemaId = 'default') =>
  (
    await server.client.call('updateUserSchema', {
      params: { schemaId },
      body: { definitions: { base: { id: '#base', type: 'object', properties } } },
    })
  ).body

async function aType(name: string) {
  const type = (await server.client.call('createUserType', { body: { name, displayName: `The ${name}` } })).body
  const { href } = type._links['schema'] as { href: string }
  return { type, schemaId: href.slice(-20) }
}

const BASE =
  'login firstName lastName middleName honorificPrefix honorificSuffix email title displayName nickName profileUrl secondEmail ' +
  'mobilePhone primaryPhone streetAddress city state zipCode countryCode postalAddress preferredLanguage locale timezone userType ' +
  'employeeNumber costCenter organization division department managerId manager'

const TITLES =
  'Username, First name, Last name, Middle name, Honorific prefix, Honorific suffix, Primary email, Title, Display name, Nickname, ' +
  'Profile Url, Secondary email, Mobile phone, Primary phone, Street address, City, State, Zip code, Country code, Postal Address, ' +
  'Preferred language, Locale, Time zone, User type, Employee number, Cost center, Organization, Division, Department, ManagerId, Manager'

describe('the schema of the default user type', () => {
  it('is written in one order, and named after the type [spec/5 6/object] [spec/5 6/names]', async () => {
    const schema = await read()
    expect(Object.keys(schema)).toEqual(
      'id $schema name title description lastUpdated created definitions type properties _links'.split(' '),
    )
    expect(schema.id).toBe(`${server.url}/meta/schemas/user/default`)
    expect(schema.$schema).toBe('http://json-schema.org/draft-04/schema#')
    expect([schema.name, schema.title, schema.type]).toEqual(['user', 'User', 'object'])
    expect(Object.keys(schema.definitions)).toEqual(['custom', 'base'])
    const refs = ['#/definitions/custom', '#/definitions/base'].map(($ref) => ({ $ref }))
    expect(schema.properties).toEqual({ profile: { allOf: refs } })
    expect(schema.lastUpdated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
  })

  it('links to itself and to its type [spec/5 6/links]', async () => {
    const type = (await server.client.call('getUserType', { params: { typeId: 'default' } })).body
    expect(Object.entries((await read())._links ?? {})).toEqual([
      ['self', { rel: 'self', href: `${server.url}/api/v1/meta/schemas/user/default`, method: 'GET' }],
      ['type', { rel: 'type', href: `${server.url}/api/v1/meta/types/user/${type.id}`, method: 'GET' }],
    ])
  })

  it('is also found by its id', async () => {
    const type = (await server.client.call('getUserType', { params: { typeId: 'default' } })).body
    const { href } = type._links['schema'] as { href: string }
    expect(await read(href.slice(-20))).toEqual(await read())
  })

  it('has the 31 base attributes, with their titles [spec/5 6/base order] [spec/5 6/titles] [spec/5 6/base frame] [spec/6 19/last name]', async () => {
    const { base } = (await read()).definitions
    expect(Object.keys(base)).toEqual(['id', 'type', 'properties', 'required'])
    expect([base.id, base.type, base.required]).toEqual([
      '#base',
      'object',
      ['login', 'firstName', 'lastName', 'email'],
    ])
    expect(Object.keys(base.properties)).toEqual(BASE.split(' '))
    expect(Object.values(base.properties).map(({ title }) => title)).toEqual(TITLES.split(', '))
  })

  it('says of each attribute what the interface says [spec/5 6/attribute form] [spec/5 6/limits]', async () => {
    const { properties } = (await read()).definitions.base
    const common = { mutability: 'READ_WRITE', scope: 'NONE' }
    const end = (action: string) => ({
      permissions: [{ principal: 'SELF', action }],
      master: { type: 'PROFILE_MASTER' },
    })
    expect(properties['login']).toEqual({
      ...{ title: 'Username', type: 'string', required: true, ...common, minLength: 5, maxLength: 100 },
      ...end('READ_WRITE'),
    })
    expect(Object.keys(properties['login'] ?? {})).toEqual(
      'title type required mutability scope minLength maxLength permissions master'.split(' '),
    )
    expect(properties['email']).toEqual({
      ...{ title: 'Primary email', type: 'string', required: true, format: 'email', ...common },
      ...end('READ_WRITE'),
    })
    const limits = Object.entries(properties).flatMap(([name, { minLength, maxLength }]) =>
      maxLength === undefined ? [] : [[name, minLength, maxLength]],
    )
    expect(limits).toEqual([
      ['login', 5, 100],
      ['firstName', 1, 50],
      ['lastName', 1, 50],
      ['mobilePhone', undefined, 100],
      ['primaryPhone', undefined, 100],
    ])
    const formats = Object.entries(properties).flatMap(([name, { format }]) => (format ? [`${name} ${format}`] : []))
    expect(formats).toEqual([
      ...['email email', 'profileUrl uri', 'secondEmail email', 'countryCode country-code'],
      ...['preferredLanguage language-code', 'locale locale', 'timezone timezone'],
    ])
  })

  it('says what people may do with their own [spec/5 6/self action]', async () => {
    const { properties } = (await read()).definitions.base
    const may = (action: string) =>
      Object.keys(properties).filter((name) => properties[name]?.permissions?.[0]?.action === action)
    expect(may('READ_WRITE')).toEqual('login firstName lastName email secondEmail mobilePhone'.split(' '))
    expect(may('HIDE')).toEqual('primaryPhone streetAddress city state zipCode countryCode postalAddress'.split(' '))
    expect(may('READ_ONLY')).toHaveLength(18)
  })

  it('that is unknown is not found', async () => {
    const refusal = await server.client.refused('getUserSchema', { params: { schemaId: 'oscNothing' } })
    expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
  })
})

describe('a change of a schema', () => {
  it('adds and removes what it names, and answers the whole [spec/5 6/partial update] [spec/5 6/custom frame]', async () => {
    const before = await read()
    expect(before.definitions.custom).toEqual({ id: '#custom', type: 'object', properties: {} })
    await change({ first: { title: 'First', type: 'string' } })
    const both = await change({ second: { title: 'Second', type: 'boolean' } })
    expect(Object.keys(both.definitions.custom.properties)).toEqual(['first', 'second'])
    expect(Object.keys(both.definitions.custom)).toEqual(['id', 'type', 'properties', 'required'])
    expect(both).toEqual(await read())
    const one = await change({ first: null })
    expect(Object.keys(one.definitions.custom.properties)).toEqual(['second'])
    expect((await change({ second: null })).definitions).toEqual(before.definitions)
  })

  it('keeps all that says something, and drops the rest [spec/5 6/kept and dropped]', async () => {
    const choices = { enum: ['s', 'm'], oneOf: ['s', 'm'].map((size) => ({ const: size, title: `Size ${size}` })) }
    const schema = await change({
      size: { title: 'Size', description: 'Of shirts', type: 'string', required: false, scope: 'SELF', ...choices },
      badge: {
        ...{
          title: 'Badge',
          type: 'string',
          unique: 'UNIQUE_VALIDATED',
          minLength: 2,
          maxLength: 8,
          pattern: '[A-Z0-9]+',
        },
        ...{ permissions: [{ principal: 'SELF', action: 'HIDE' }], master: { type: 'SVC' } },
      },
      sizes: { title: 'Sizes', type: 'array', items: { type: 'string', ...choices } },
      floor: { title: 'Floor', type: 'integer', unique: 'NOT_UNIQUE', union: 'DISABLE', pattern: null },
      ratio: { title: 'Ratio', type: 'number' },
      remote: { title: 'Remote', type: 'boolean' },
    })
    const { properties } = schema.definitions.custom
    const end = { permissions: [{ principal: 'SELF', action: 'READ_ONLY' }], master: { type: 'PROFILE_MASTER' } }
    const plain = { mutability: 'READ_WRITE', scope: 'NONE' }
    expect(properties).toEqual({
      size: {
        ...{ title: 'Size', description: 'Of shirts', type: 'string', mutability: 'READ_WRITE', scope: 'SELF' },
        ...{ ...choices, ...end },
      },
      badge: {
        ...{ title: 'Badge', type: 'string', ...plain, unique: 'UNIQUE_VALIDATED', minLength: 2, maxLength: 8 },
        ...{ pattern: '[A-Z0-9]+', permissions: [{ principal: 'SELF', action: 'HIDE' }], master: { type: 'SVC' } },
      },
      sizes: { title: 'Sizes', type: 'array', items: { type: 'string', ...choices }, ...plain, ...end },
      floor: { title: 'Floor', type: 'integer', ...plain, ...end },
      ratio: { title: 'Ratio', type: 'number', ...plain, ...end },
      remote: { title: 'Remote', type: 'boolean', ...plain, ...end },
    })
    await change(Object.fromEntries(Object.keys(properties).map((name) => [name, null])))
  })

  it('lists what is required beside the attributes, too [spec/5 6/required custom]', async () => {
    const { schemaId } = await aType('needy')
    const schema = await change({ badge: { title: 'Badge', type: 'string', required: true } }, schemaId)
    expect(schema.definitions.custom.required).toEqual(['badge'])
    expect(schema.definitions.custom.properties['badge']?.required).toBe(true)
  })

  it('takes of a base attribute what may change, and leaves the rest as shipped [spec/5 6/base changes]', async () => {
    const { schemaId } = await aType('changed')
    const permissions = [{ principal: 'SELF' as const, action: 'HIDE' as const }]
    const shipped = (await read(schemaId)).definitions.base.properties
    const schema = await changeBase(
      {
        lastName: { title: 'Surname', type: 'string', required: true, permissions, minLength: 7 },
        login: { title: 'Username', type: 'string', required: true, pattern: '[a-z]+', master: { type: 'SVC' } },
        firstName: { required: false },
      },
      schemaId,
    )
    const { properties, required } = schema.definitions.base
    expect(properties['lastName']).toEqual({ ...shipped['lastName'], required: true, permissions })
    expect(properties['login']).toEqual({ ...shipped['login'], pattern: '[a-z]+', master: { type: 'SVC' } })
    expect(required).toEqual(['login', 'lastName', 'email'])
    const cleared = await changeBase({ login: { pattern: null } }, schemaId)
    expect(cleared.definitions.base.properties['login']).toEqual({ ...shipped['login'], master: { type: 'SVC' } })
  })

  it('adds an attribute again right after its removal, empty [spec/5 6/add again]', async () => {
    await change({ nick: { title: 'Nick', type: 'string' } })
    const ada = await server.make.aUser({ nick: 'Countess' })
    await change({ nick: null })
    await change({ nick: { title: 'Nick', type: 'integer' } })
    const params = { userId: ada.id }
    expect((await server.client.call('getUser', { params })).body.profile).not.toHaveProperty('nick')
    const again = await server.client.call('updateUser', { params, body: { profile: { nick: 7 } } })
    expect(again.body.profile['nick']).toBe(7)
    await change({ nick: null })
  })

  it('names what it is about in a refusal', async () => {
    const response = await server.client.fetch('/api/v1/meta/schemas/user/default', {
      method: 'POST',
      headers: { ...LENIENT, 'Content-Type': 'application/json' },
      body: JSON.stringify({ definitions: { custom: { properties: { login: { title: 'X', type: 'string' } } } } }),
    })
    const refusal = await refusalOf(response)
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.body.errorSummary).toContain('updateUserSchemas')
    expect(refusal.body.errorCauses).toHaveLength(1)
  })
})

describe('the schema of groups', () => {
  const readGroups = async () => (await server.client.call('getGroupSchema')).body

  it('lists what is required of custom attributes only where there are any [spec/6 6/custom required]', async () => {
    const schema = await readGroups()
    expect(schema.definitions.custom).toEqual({ id: '#custom', type: 'object', properties: {} })
    expect(schema.description).toBe('Svc group profile template')
    const update = (properties: Properties) =>
      server.client.call('updateGroupSchema', { body: { definitions: { custom: { properties } } } })
    const { custom } = (await update({ site: { title: 'Site', type: 'string' } })).body.definitions
    expect(custom.required).toEqual([])
    expect((await update({ site: null })).body.definitions.custom).not.toHaveProperty('required')
  })

  it('has a name and a description [spec/5 6/group base]', async () => {
    const schema = await readGroups()
    expect([schema.name, schema.title]).toEqual(['group', 'Svc group'])
    expect(schema.id).toBe(`${server.url}/meta/schemas/group/default`)
    expect(Object.keys(schema._links ?? {})).toEqual(['self'])
    const common = { type: 'string', mutability: 'READ_WRITE', scope: 'NONE' }
    const end = { permissions: [{ principal: 'SELF', action: 'READ_WRITE' }], master: { type: 'PROFILE_MASTER' } }
    expect(schema.definitions.base).toEqual({
      ...{ id: '#base', type: 'object' },
      properties: {
        name: { title: 'Name', description: 'Name', ...common, required: true, maxLength: 255, ...end },
        description: { title: 'Description', description: 'Description', ...common, maxLength: 1_024, ...end },
      },
      required: ['name'],
    })
  })

  it('gives groups attributes of their own, which replies show', async () => {
    const custom = (properties: Properties) =>
      server.client.call('updateGroupSchema', { body: { definitions: { custom: { properties } } } })
    await custom({
      site: { title: 'Site', type: 'string', enum: ['Bern', 'Ghent'] },
      seats: { title: 'Seats', type: 'integer' },
    })
    const profile = { name: 'Pilots', site: 'Bern', seats: 4 }
    const group = (await server.client.call('createGroup', { body: { profile } })).body
    expect(group.profile).toEqual({ ...profile, description: null })
    const params = { groupId: group.id }
    const wrong = { name: 'Pilots', site: 'Rome', seats: 'few', colour: 'red' }
    const refusal = await server.client.refused('replaceGroup', { params, body: { profile: wrong } })
    expect(refusal.locations).toEqual(['profile.site', 'profile.seats', 'profile.colour'])
    const replaced = (
      await server.client.call('replaceGroup', { params, body: { profile: { name: 'Pilots', seats: 5 } } })
    ).body
    expect(replaced.profile).toEqual({ name: 'Pilots', description: null, seats: 5 })
    const query = { attribute: 'seats' }
    const use = await server.client.call('getAttributeUse', { params: { schemaId: 'group' }, query })
    expect(use.body).toEqual({ profiles: 1 })
    const attributes = (await server.client.call('getCustomAttributes')).body
    expect(attributes.group.map(({ name }) => name)).toEqual(['site', 'seats'])
    await custom({ seats: null, site: null })
    expect((await server.client.call('getGroup', { params })).body.profile).toEqual({
      name: 'Pilots',
      description: null,
    })
  })
})

describe('the schema of an application', () => {
  const anApp = async (signOnMode: 'OPENID_CONNECT' | 'BOOKMARK') =>
    (await server.client.call('createApp', { body: soundApp(signOnMode, `App by ${signOnMode}`) })).body
  const readOf = async (appId: string) => (await server.client.call('getAppUserSchema', { params: { appId } })).body
  const changeOf = async (appId: string, properties: Properties) =>
    (
      await server.client.call('updateAppUserSchema', {
        params: { appId },
        body: { definitions: { custom: { properties } } },
      })
    ).body

  it('has the claims of OpenID Connect, or the user name alone [spec/5 6/app base]', async () => {
    const oidc = await readOf((await anApp('OPENID_CONNECT')).id)
    const { base, custom } = oidc.definitions
    expect(Object.keys(base.properties)).toHaveLength(21)
    expect(base.required).toEqual(['userName'])
    expect(base.properties['userName']).toEqual({
      ...{ title: 'Username', type: 'string', required: true, externalName: 'preferred_username', scope: 'SELF' },
    })
    expect(base.properties['region']?.externalName).toBe('address.region')
    expect(custom).toEqual({ id: '#custom', type: 'object', properties: {} })
    const other = (await readOf((await anApp('BOOKMARK')).id)).definitions.base
    expect(other.required).toEqual(['userName'])
    expect(other.properties).toEqual({
      userName: {
        ...{ title: 'Username', type: 'string', required: true, scope: 'NONE', maxLength: 100 },
        master: { type: 'PROFILE_MASTER' },
      },
    })
  })

  it('describes each claim but the user name, and shows neither permissions nor masters of them [spec/6 4/claims]', async () => {
    const { id: appId } = await anApp('OPENID_CONNECT')
    const { userName, ...claims } = (await readOf(appId)).definitions.base.properties
    expect(userName).not.toHaveProperty('description')
    for (const [name, claim] of Object.entries(claims)) expect(claim.description, name).toMatch(/./)
    const titles = ['family_name', 'formatted', 'locale', 'picture', 'profile', 'zoneinfo'].map(
      (name) => claims[name]?.title,
    )
    expect(titles).toEqual(['Family Name', 'Formatted', 'Locale Name', 'Picture URL', 'Profile URL', 'Time Zone'])
    const written = {
      title: 'Name',
      permissions: [{ principal: 'SELF', action: 'READ_ONLY' }],
      master: { type: 'SVC' },
    }
    const body = { definitions: { base: { properties: { name: written } } } } as const
    const { base } = (await server.client.call('updateAppUserSchema', { params: { appId }, body: body as never })).body
      .definitions
    expect(base.properties['name']).toEqual(claims['name'])
  })

  it('is named after the application, without links or description [spec/5 6/names] [spec/5 6/links]', async () => {
    const app = await anApp('OPENID_CONNECT')
    const before = await readOf(app.id)
    expect([before.name, before.title]).toEqual([app.name, `${app.label} User`])
    expect(before).not.toHaveProperty('_links')
    expect(before).not.toHaveProperty('description')
    expect(before.id).toBe(`${server.url}/meta/schemas/apps/${app.id}/default`)
    const after = await changeOf(app.id, { seat: { title: 'Seat', type: 'string' } })
    expect(after.name).toMatch(new RegExp(`^${app.name}_[0-9a-z]{7}$`))
    expect((await changeOf(app.id, { seat: null })).name).toBe(after.name)
  })

  it('shows of a custom attribute what applies to it [spec/5 6/app custom]', async () => {
    const sent = {
      ...{ title: 'Seat', type: 'string' as const, scope: 'SELF' as const, union: 'DISABLE' as const },
      ...{ permissions: [{ principal: 'SELF' as const, action: 'HIDE' as const }] },
      master: { type: 'PROFILE_MASTER' as const },
    }
    const shown = { title: 'Seat', type: 'string', scope: 'SELF' }
    const oidc = await changeOf((await anApp('OPENID_CONNECT')).id, { seat: sent })
    expect(oidc.definitions.custom).toEqual({
      id: '#custom',
      type: 'object',
      properties: { seat: shown },
      required: [],
    })
    const other = await changeOf((await anApp('BOOKMARK')).id, { seat: sent })
    expect(other.definitions.custom.properties['seat']).toEqual({ ...shown, master: { type: 'PROFILE_MASTER' } })
  })

  it('takes from assignments what is removed, and goes with the application', async () => {
    const app = await anApp('BOOKMARK')
    const params = { appId: app.id }
    await changeOf(app.id, { seat: { title: 'Seat', type: 'string' } })
    const ada = await server.make.aUser()
    await server.client.call('assignAppUser', { params, body: { id: ada.id, profile: { seat: '12A' } } as never })
    await changeOf(app.id, { seat: null })
    const [assigned] = (await server.client.call('listAppUsers', { params })).body
    expect(assigned?.profile).not.toHaveProperty('seat')
    await server.client.call('deactivateApp', { params })
    await server.client.call('deleteApp', { params })
    expect((await server.client.refused('getAppUserSchema', { params })).status).toBe(404)
  })

  it('of an unknown one is not found [spec/5 6/unknown app]', async () => {
    const refusal = await server.client.refused('getAppUserSchema', { params: { appId: '0oaNothing' } })
    expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
    expect(refusal.body.errorSummary).toContain('(AppInstance)')
  })
})
