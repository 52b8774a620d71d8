import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let client: TestServer['client']
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
})

let count = 0
const aType = async (more: object = {}) => {
  const name = `type_${(count += 1)}`
  return (await client.call('createUserType', { body: { name, displayName: 'Crew', ...more } })).body
}
const remove = (typeId: string) => client.call('deleteUserType', { params: { typeId } })
const profile = () => {
  const login = `typed${(count += 1)}@example.test`
  return { login, email: login, firstName: 'Ty', lastName: 'Ped' }
}
const refusedRemoval = async (typeId: string) => {
  const { status, code, body } = await client.refused('deleteUserType', { params: { typeId } })
  return [status, code, body.errorCauses[0]?.reason]
}

describe('a user type', () => {
  it('says what it is, who made it and when [spec/2 usertype/id] [spec/2 usertype/default] [spec/2 usertype/description] [spec/2 usertype/created, lastUpdated] [spec/2 usertype/createdBy, lastUpdatedBy]', async () => {
    const moment = new Date(server.clock.now).toISOString()
    const type = await aType({ description: 'Aboard' })
    expect(type).toMatchObject({ default: false, description: 'Aboard', created: moment, lastUpdated: moment })
    expect(type.id).toMatch(/^oty[0-9A-Za-z]{17}$/)
    expect(type.createdBy).not.toBe('')
    expect(type.lastUpdatedBy).toBe(type.createdBy)
    await remove(type.id)
  })

  it('leads to its schema and to itself [spec/2 usertype/_links]', async () => {
    const type = await aType()
    const link = (rel: string) => ({ rel, href: expect.stringContaining('/api/v1/meta/') as string, method: 'GET' })
    expect(type._links).toEqual({ schema: link('schema'), self: link('self') })
    await remove(type.id)
  })

  it('is read by its id, the default one by that word, all in a list [spec/2 user types/GET] [spec/2 user types/GET list]', async () => {
    const type = await aType()
    const read = async (typeId: string) => (await client.call('getUserType', { params: { typeId } })).body
    expect(await read(type.id)).toEqual(type)
    expect((await client.call('listUserTypes')).body).toEqual([await read('default'), type])
    await remove(type.id)
  })

  it('is made with two texts; its name has a form, and no other has it [spec/2 user types/POST create] [spec/2 usertype/name]', async () => {
    const refused = async (body: object) => (await client.refused('createUserType', { body })).locations
    expect(await refused({})).toEqual(['name', 'displayName'])
    for (const name of ['1st', 'two words', 'dash-ed', '_x', ''])
      expect(await refused({ name, displayName: 'X' }), name).toEqual(['name'])
    const type = await aType({ name: 'Mixed_9' })
    expect([type.name, type.description]).toEqual(['Mixed_9', ''])
    expect(await refused({ name: 'MIXED_9', displayName: 'X' })).toEqual(['name'])
    await remove(type.id)
  })

  it('is replaced whole, with its name as it is [spec/2 user types/PUT] [spec/2 usertype/displayName]', async () => {
    const type = await aType()
    const params = { typeId: type.id }
    const body = { name: type.name, displayName: 'Sailors', description: 'All of them' }
    server.clock.advance(60_000)
    const after = (await client.call('replaceUserType', { params, body })).body
    const lastUpdated = new Date(server.clock.now).toISOString()
    expect(after).toEqual({ ...type, ...body, lastUpdated })
    const partly = await client.refused('replaceUserType', { params, body: { displayName: 'X' } })
    expect(partly.locations.sort()).toEqual(['description', 'name'])
    const other = await client.refused('replaceUserType', { params, body: { ...body, name: 'other' } })
    expect([other.status, other.locations]).toEqual([400, ['name']])
    await remove(type.id)
  })

  it('changes in part [spec/2 user types/POST update]', async () => {
    const type = await aType({ description: 'Before' })
    const change = async (body: object) =>
      (await client.call('updateUserType', { params: { typeId: type.id }, body })).body
    expect(await change({ displayName: 'Only that' })).toMatchObject({
      displayName: 'Only that',
      description: 'Before',
    })
    expect(await change({ description: 'After' })).toMatchObject({ displayName: 'Only that', description: 'After' })
    await remove(type.id)
  })

  it('starts with the default schema as it is then, and is not reached by later changes [spec/2 user types/schema]', async () => {
    const change = (required: boolean) =>
      client.call('updateUserSchema', {
        params: { schemaId: 'default' },
        body: { definitions: { base: { properties: { city: { required } } } } },
      })
    await change(true)
    const type = await aType()
    await change(false)
    const schemaId = (type._links['schema'] as { href: string }).href.split('/').at(-1) as string
    const own = (await client.call('getUserSchema', { params: { schemaId } })).body
    expect(own.definitions.base.required).toContain('city')
    const usual = (await client.call('getUserSchema', { params: { schemaId: 'default' } })).body
    expect(usual.definitions.base.required).not.toContain('city')
    await remove(type.id)
  })

  it('is given to a person by its id alone, and changes with a replacement only [spec/2 user types/of a person]', async () => {
    const type = await aType()
    const more = { profile: profile(), type: { id: type.id, name: 'x' } }
    expect((await client.refused('createUser', { body: more })).status).toBe(400)
    const body = { profile: profile(), type: { id: type.id } }
    const { id: userId } = (await client.call('createUser', { body })).body
    const usual = (await client.call('getUserType', { params: { typeId: 'default' } })).body.id
    const params = { userId }
    const partly = await client.refused('updateUser', { params, body: { type: { id: usual } } })
    expect([partly.status, partly.locations]).toEqual([400, ['type.id']])
    const after = (await client.call('replaceUser', { params, body: { ...body, type: { id: usual } } })).body
    expect(after.type).toEqual({ id: usual })
    await remove(type.id)
  })

  it('is deleted with 204, at once after it was made [spec/2 user types/DELETE] [spec/4 user types/delete soon]', async () => {
    const { id } = await aType()
    expect((await remove(id)).status).toBe(204)
    expect((await client.refused('getUserType', { params: { typeId: id } })).status).toBe(404)
  })
})

describe('the deletion of a user type', () => {
  it('of an unknown one is told by its kind [spec/2 errors/user type unknown] [spec/4 user types/kind]', async () => {
    const { status, code, body } = await client.refused('deleteUserType', { params: { typeId: 'otyNothing' } })
    expect([status, code]).toEqual([404, 'E0000007'])
    expect(body.errorSummary).toContain('(UserType)')
  })

  it('of the default one is prohibited [spec/2 errors/user type default]', async () => {
    expect(await refusedRemoval('default')).toEqual([403, 'E0000142', 'PROHIBITED'])
  })

  it('waits until no one is of it; then it makes room for another [spec/2 errors/user type used] [spec/2 states/user type delete] [spec/2 limits/user types]', async () => {
    const type = await aType()
    const body = { profile: profile(), type: { id: type.id } }
    const params = { userId: (await client.call('createUser', { body })).body.id }
    for (let here = (await client.call('listUserTypes')).body.length; here < 10; here++) await aType()
    const full = await client.refused('createUserType', { body: { name: 'eleventh', displayName: 'X' } })
    expect([full.status, full.code]).toEqual([400, 'E0000001'])
    for (let steps = 0; steps < 2; steps++) {
      expect(await refusedRemoval(type.id)).toEqual([403, 'E0000142', 'UNMET_REQUIREMENTS'])
      await client.call('deleteUser', { params })
    }
    expect((await remove(type.id)).status).toBe(204)
    expect((await client.call('createUserType', { body: { name: 'eleventh', displayName: 'X' } })).status).toBe(200)
  })
})
