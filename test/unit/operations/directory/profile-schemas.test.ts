import { beforeEach, describe, expect, it } from 'vitest'
import type { CustomAttributeWrite, ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { User } from '#contract/directory/user.ts'
import { LENIENT } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

/** An organization has ten user types at the most, so that there is a new one before they run out. */
let server: TestServer
let types = Infinity
beforeEach(async () => {
  if (types < 8) return
  server = await startServer()
  types = 1
})

type Custom = Record<string, CustomAttributeWrite | null>

const bodyOf = (properties: Custom) =>
  ({ definitions: { custom: { properties } } }) satisfies ProfileSchemaUpdate as ProfileSchemaUpdate

const change = (properties: Custom, schemaId = 'default') =>
  server.client.call('updateUserSchema', { params: { schemaId }, body: bodyOf(properties) })

const refused = (body: object, schemaId = 'default') =>
  server.client.refused('updateUserSchema', { params: { schemaId }, body })

const refusedCustom = (properties: Record<string, unknown>, schemaId?: string) =>
  refused({ definitions: { custom: { properties } } }, schemaId)

let count = 0
async function aType() {
  types += 1
  const name = `type${(count += 1)}`
  const { id, _links: links } = (await server.client.call('createUserType', { body: { name, displayName: name } })).body
  return { id, schemaId: (links['schema'] as { href: string }).href.slice(-20) }
}

/** A person of a type. */
async function aPerson(typeId: string, profile: object = {}): Promise<User> {
  const login = `member${(count += 1)}@example.test`
  const whole = { login, email: login, firstName: 'Some', lastName: 'Member', ...profile }
  return (await server.client.call('createUser', { body: { profile: whole, type: { id: typeId } } })).body
}

async function refusedPerson(typeId: string, profile: object) {
  const login = `member${(count += 1)}@example.test`
  const body = {
    profile: { login, email: login, firstName: 'Some', lastName: 'Member', ...profile },
    type: { id: typeId },
  }
  const { status, code, locations } = await server.client.refused('createUser', { body })
  expect([status, code]).toEqual([400, 'E0000001'])
  return locations
}

const update = async (user: User, profile: Record<string, unknown>) =>
  (await server.client.call('updateUser', { params: { userId: user.id }, body: { profile } })).body

const TEXT: CustomAttributeWrite = { title: 'A text', type: 'string' }

describe('a custom attribute', () => {
  it.each([
    ['9lives', 'begins with a digit'],
    ['a-b', 'has a dash'],
    ['ä', 'has another letter'],
    ['x'.repeat(LIMITS.attributeNameLength + 1), 'is too long'],
  ])('is not named %s, which %s', async (name) => {
    const refusal = await refusedCustom({ [name]: TEXT })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.locations).toEqual([`definitions.custom.properties.${name}`])
  })

  it('has no name of a base attribute or of another custom one, whatever its case', async () => {
    const { schemaId } = await aType()
    await change({ badge: TEXT }, schemaId)
    for (const name of ['login', 'LOGIN', 'nickname', 'BADGE'])
      expect((await refusedCustom({ [name]: TEXT }, schemaId)).locations).toEqual([
        `definitions.custom.properties.${name}`,
      ])
    await change({ badge: null, BADGE: TEXT }, schemaId)
  })

  it.each(['constructor', 'toString', 'prototype'])('is never named %s, which all objects have', async (name) => {
    const refusal = await refusedCustom({ [name]: TEXT })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000081'])
  })

  it('never changes its type, nor that of its entries', async () => {
    const { schemaId } = await aType()
    await change({ a: TEXT, list: { title: 'L', type: 'array', items: { type: 'string' } } }, schemaId)
    for (const properties of [
      { a: { title: 'A', type: 'number' } },
      { list: { title: 'L', type: 'array', items: { type: 'integer' } } },
    ])
      expect((await refusedCustom(properties, schemaId)).code).toBe('E0000078')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a list of nothing', { type: 'array' }, 'items'],
    ['entries without a list', { type: 'string', items: { type: 'string' } }, 'items'],
    ['a length of a number', { type: 'number', maxLength: 3 }, 'maxLength'],
    ['lengths in the wrong order', { type: 'string', minLength: 4, maxLength: 3 }, 'minLength'],
    ['a choice of another type', { type: 'integer', enum: [1, 1.5] }, 'enum'],
    ['a choice twice', { type: 'string', enum: ['a', 'a'] }, 'enum'],
    ['no choice', { type: 'string', enum: [] }, 'enum'],
    ['titles of other choices', { type: 'string', enum: ['a'], oneOf: [{ const: 'b', title: 'B' }] }, 'oneOf'],
    ['a choice between truths', { type: 'boolean', enum: [1] }, 'enum'],
    ['other titles in a list', { type: 'array', items: { type: 'string', enum: ['a'], oneOf: [] } }, 'items.oneOf'],
    ['a unique truth', { type: 'boolean', unique: 'UNIQUE_VALIDATED' }, 'unique'],
    ['a pattern of a number', { type: 'number', pattern: '1' }, 'pattern'],
    ['half a pattern', { type: 'string', pattern: '(' }, 'pattern'],
    ['a pattern that looks back', { type: 'string', pattern: '(a)\\1' }, 'pattern'],
    ['a pattern that grows', { type: 'string', pattern: '((a{30}){30}){30}' }, 'pattern'],
    ['a large pattern', { type: 'string', pattern: 'a{900}' }, 'pattern'],
  ])('is not of %s', async (_, definition, place) => {
    const refusal = await refusedCustom({ wrong: { title: 'Wrong', ...definition } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.locations).toContain(`definitions.custom.properties.wrong.${place}`)
  })

  it('is one of a bounded number, of which five may be unique', async () => {
    const { schemaId } = await aType()
    const unique = (size: number): Custom =>
      Object.fromEntries(
        Array.from({ length: size }, (_, index) => [`u${index}`, { ...TEXT, unique: 'UNIQUE_VALIDATED' } as const]),
      )
    await change(unique(LIMITS.schemaUniqueAttributes), schemaId)
    expect((await refusedCustom(unique(LIMITS.schemaUniqueAttributes + 1), schemaId)).status).toBe(400)
    const many = Array.from({ length: LIMITS.schemaAttributes + 1 }, (_, index) => [`m${index}`, TEXT])
    expect((await refusedCustom(Object.fromEntries(many), schemaId)).status).toBe(400)
  })

  it('is not so large that reading a schema would take long', async () => {
    const { schemaId } = await aType()
    const wide = (name: string) => ({
      [name]: {
        ...TEXT,
        oneOf: Array.from({ length: 500 }, (_, index) => ({ const: `${index}`, title: 'x'.repeat(255) })),
      },
    })
    for (const name of ['a', 'b', 'c']) await change(wide(name), schemaId)
    expect((await refusedCustom(wide('d'), schemaId)).locations).toEqual(['definitions.custom.properties'])
  })

  it('leaves what changed in the log, before and after, and nothing where nothing did', async () => {
    const { id, schemaId } = await aType()
    await change({ a: TEXT }, schemaId)
    await change({ a: TEXT }, schemaId)
    await change({ a: null }, schemaId)
    const filter = `eventType eq "directory.user_profile.update" and target.id eq "${id}"`
    const events = (await server.client.call('listLogEvents', { query: { filter } })).body
    const definition = expect.objectContaining({ title: 'A text', type: 'string' }) as unknown
    expect(events.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { a: null }, to: { a: definition } },
      { from: { a: definition }, to: { a: null } },
    ])
  })
})

describe('a base attribute', () => {
  it.each<[string, object, number, string]>([
    ['one that there is not', { shoeSize: { required: true } }, 400, 'E0000001'],
    ['a removal', { title: null }, 403, 'E0000078'],
    ['people without a login', { login: { required: false } }, 403, 'E0000077'],
    ['people without an address', { email: { required: false } }, 403, 'E0000077'],
    ['a pattern of what is no login', { title: { pattern: '.+' } }, 400, 'E0000001'],
    ['half a pattern', { login: { pattern: '[' } }, 400, 'E0000001'],
  ])('refuses %s', async (_, properties, status, code) => {
    const refusal = await refused({ definitions: { base: { properties } } })
    expect([refusal.status, refusal.code]).toEqual([status, code])
  })

  it('that becomes required, or gets a pattern, is asked of new people', async () => {
    const { id, schemaId } = await aType()
    const early = await aPerson(id)
    const base = { properties: { department: { required: true }, login: { pattern: '[a-z0-9@.]+' } } }
    await server.client.call('updateUserSchema', { params: { schemaId }, body: { definitions: { base } } })
    expect(await refusedPerson(id, { login: 'UPPER-CASE' })).toEqual(['profile.login', 'profile.department'])
    await aPerson(id, { department: 'Sales' })
    // Who was there before is held to it at the next change.
    const params = { userId: early.id }
    expect((await server.client.call('getUser', { params })).status).toBe(200)
    const late = await server.client.refused('updateUser', { params, body: { profile: { title: 'Pilot' } } })
    expect(late.locations).toEqual(['profile.department'])
    await update(early, { department: 'Flight', title: 'Pilot' })
  })
})

describe('the profile of a person', () => {
  it('holds what its type defines, and what it does not define is refused', async () => {
    const [flyers, others] = [await aType(), await aType()]
    await change(
      {
        licence: { title: 'Licence', type: 'string', enum: ['A', 'B'] },
        hours: { title: 'Hours', type: 'integer' },
        weight: { title: 'Weight', type: 'number' },
        instructor: { title: 'Instructor', type: 'boolean' },
        types: { title: 'Types', type: 'array', items: { type: 'string', enum: ['C172', 'PA28'] } },
        code: { title: 'Code', type: 'string', minLength: 2, maxLength: 4, pattern: '[A-Z]+' },
      },
      flyers.schemaId,
    )
    const profile = { licence: 'A', hours: 7, weight: 61.5, instructor: false, types: ['PA28'], code: 'AB' }
    const ada = await aPerson(flyers.id, profile)
    expect(ada.profile).toMatchObject(profile)
    const wrong = { licence: 'C', hours: 1.5, weight: 'x', instructor: 'yes', types: ['A380'], code: 'abc' }
    const places = Object.keys(wrong).map((name) => `profile.${name}`)
    expect(await refusedPerson(flyers.id, wrong)).toEqual(places)
    for (const code of ['A', 'ABCDE', 7]) expect(await refusedPerson(flyers.id, { code })).toEqual(['profile.code'])
    expect(await refusedPerson(flyers.id, { types: 'C172' })).toEqual(['profile.types'])
    expect(await refusedPerson(others.id, profile)).toEqual(places)
    const without = await update(ada, { licence: null, types: null })
    expect(without.profile).not.toHaveProperty('licence')
    expect(without.profile).toMatchObject({ hours: 7 })
  })

  it('keeps a value that a later choice leaves out, until it is written', async () => {
    const { id, schemaId } = await aType()
    await change({ size: { title: 'Size', type: 'string', enum: ['s', 'm'] } }, schemaId)
    const bob = await aPerson(id, { size: 's' })
    await change({ size: { title: 'Size', type: 'string', enum: ['m', 'l'] } }, schemaId)
    expect((await update(bob, { title: 'Pilot' })).profile).toMatchObject({ size: 's', title: 'Pilot' })
    expect(await refusedPerson(id, { size: 's' })).toEqual(['profile.size'])
  })

  it('has values that no one else has where they are unique, whatever their case', async () => {
    const [one, two] = [await aType(), await aType()]
    const unique = { badge: { ...TEXT, unique: 'UNIQUE_VALIDATED' as const } }
    await change(unique, one.schemaId)
    await change(unique, two.schemaId)
    const ada = await aPerson(one.id, { badge: 'Ab1' })
    expect(await refusedPerson(one.id, { badge: 'aB1' })).toEqual(['profile.badge'])
    expect(await refusedPerson(two.id, { badge: 'AB1' })).toEqual(['profile.badge'])
    await update(ada, { badge: 'AB1' })
    await update(ada, { badge: null })
    const bob = await aPerson(two.id, { badge: 'ab1' })
    await Promise.all([1, 2].map(() => server.client.call('deleteUser', { params: { userId: bob.id } })))
    await aPerson(one.id, { badge: 'ab1' })
  })

  it('of two people who ask for a value at once, one gets it', async () => {
    const { id, schemaId } = await aType()
    await change({ seat: { ...TEXT, unique: 'UNIQUE_VALIDATED' } }, schemaId)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => aPerson(id, { seat: '12A' })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('lets no attribute become unique of which values are shared', async () => {
    const { id, schemaId } = await aType()
    await change({ team: TEXT }, schemaId)
    const [ada] = [await aPerson(id, { team: 'red' }), await aPerson(id, { team: 'RED' })]
    const unique = { team: { ...TEXT, unique: 'UNIQUE_VALIDATED' as const } }
    expect((await refusedCustom(unique, schemaId)).locations).toEqual(['definitions.custom.properties.team.unique'])
    await update(ada, { team: 'blue' })
    await change(unique, schemaId)
    expect(await refusedPerson(id, { team: 'Blue' })).toEqual(['profile.team'])
    await change({ team: TEXT }, schemaId)
    await aPerson(id, { team: 'Blue' })
  })
})

describe('a user type', () => {
  it('begins with the base attributes as the default type has them, and no custom ones', async () => {
    const base = { properties: { city: { required: true } } }
    const params = { schemaId: 'default' }
    await server.client.call('updateUserSchema', { params, body: { definitions: { base } } })
    await change({ own: TEXT })
    const { schemaId } = await aType()
    const made = (await server.client.call('getUserSchema', { params: { schemaId } })).body
    expect(made.definitions.base.required).toContain('city')
    expect(made.definitions.custom.properties).toEqual({})
    const back = { properties: { city: { required: false } } }
    await server.client.call('updateUserSchema', { params, body: { definitions: { base: back } } })
    const later = (await server.client.call('getUserSchema', { params: { schemaId } })).body
    expect(later).toEqual(made)
    await change({ own: null })
  })

  it('takes its schema with it', async () => {
    const { id, schemaId } = await aType()
    await change({ own: { ...TEXT, unique: 'UNIQUE_VALIDATED' } }, schemaId)
    await server.client.call('deleteUserType', { params: { typeId: id } })
    expect((await server.client.refused('getUserSchema', { params: { schemaId } })).code).toBe('E0000007')
  })
})

it('counts the profiles that have a value for an attribute, and takes it from all of them', async () => {
  const { id, schemaId } = await aType()
  await change({ a: TEXT, b: TEXT }, schemaId)
  const people = [await aPerson(id, { a: '1', b: '1' }), await aPerson(id, { a: null, b: '2' }), await aPerson(id)]
  const useOf = async (attribute: string) =>
    (await server.client.call('getAttributeUse', { params: { schemaId }, query: { attribute } })).body
  expect([await useOf('a'), await useOf('b'), await useOf('title')]).toEqual([
    ...[{ profiles: 1 }, { profiles: 2 }, { profiles: 0 }],
  ])
  await change({ a: null, b: null }, schemaId)
  for (const { id: userId } of people) {
    const { profile } = (await server.client.call('getUser', { params: { userId } })).body
    expect(profile).not.toHaveProperty('a')
    expect(profile).not.toHaveProperty('b')
  }
})

it('counts no values of what cannot be the name of an attribute', async () => {
  for (const attribute of ['\\', '"', 'a.b'])
    expect(
      await server.client.refused('getAttributeUse', { params: { schemaId: 'default' }, query: { attribute } }),
    ).toMatchObject({ status: 400, code: 'E0000001' })
})

it('counts the values of groups and of the assignments of an application, too', async () => {
  const { client, make } = server
  const useOf = async (schemaId: string) =>
    (await client.call('getAttributeUse', { params: { schemaId }, query: { attribute: 'shade' } })).body.profiles
  const { id: appId } = await make.anApp()
  const body = bodyOf({ shade: TEXT })
  await client.call('updateGroupSchema', { body })
  await client.call('updateAppUserSchema', { params: { appId }, body })
  await client.call('createGroup', { body: { profile: { name: 'Shaded', shade: 'dark' } as never } })
  const { id } = await make.aUser()
  await client.call('assignAppUser', { params: { appId }, body: { id, profile: { shade: 'light' } } })
  await client.call('assignAppUser', { params: { appId }, body: { id: (await make.aUser()).id } })
  expect([await useOf('group'), await useOf(appId)]).toEqual([1, 1])
})

it('a schema that is sent back as it was read is not changed, and keeps its name', async () => {
  const { client, make } = server
  const params = { appId: (await make.anApp()).id }
  const before = (await client.call('getAppUserSchema', { params })).body
  server.clock.advance(60_000)
  const body = before as unknown as ProfileSchemaUpdate
  expect((await client.call('updateAppUserSchema', { params, body, headers: LENIENT })).body).toEqual(before)
})
