import { beforeAll, expect, it } from 'vitest'
import { PEOPLE_ORDER, peopleColumns } from '#ui/features/directory/people-columns.ts'
import { sortQueryOf } from '#ui/resource/list/service-order.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
const schemaOf = async () => (await server.client.call('getUserSchema', { params: { schemaId: 'default' } })).body

it('every attribute of the profile can be a column, those that the organization added by their titles', async () => {
  const custom = { properties: { badge: { title: 'Badge', type: 'string' } } }
  const body = { definitions: { custom: { id: '#custom', type: 'object', ...custom } } }
  await server.client.call('updateUserSchema', { params: { schemaId: 'default' }, body: body as never })
  const columns = peopleColumns([await schemaOf()])
  const shown = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  expect(shown).toEqual(['name', 'login', 'title', 'status', 'lastLogin'])
  expect(columns.find(({ key }) => key === 'profile.badge')).toMatchObject({ title: 'Badge', optional: true })
  expect(columns.map(({ key }) => key)).toContain('profile.department')
  expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length)
})

it('the service takes the order of every column but the last sign-in, and leaves out whom the list leaves out', async () => {
  const { client, make } = server
  const [zoe, abe, gone] = [
    await make.aUser({ firstName: 'Zoe', department: 'A' }),
    await make.aUser({ firstName: 'Abe', department: 'B' }),
    await make.aUser({ firstName: 'Gone' }),
  ]
  await client.call('deactivateUser', { params: { userId: gone.id } })
  const idsBy = async (order: string) => {
    const sorting = sortQueryOf(order, PEOPLE_ORDER) ?? {}
    const { body } = await client.call('listUsers', { query: { search: PEOPLE_ORDER.all, ...sorting } })
    return body.map(({ id }) => id).filter((id) => [zoe.id, abe.id, gone.id].includes(id))
  }
  expect(await idsBy('name')).toEqual([abe.id, zoe.id])
  expect(await idsBy('-name')).toEqual([zoe.id, abe.id])
  expect(await idsBy('profile.department')).toEqual([zoe.id, abe.id])
  for (const { key } of peopleColumns([await schemaOf()])) {
    if (key === 'lastLogin') expect(sortQueryOf(key, PEOPLE_ORDER)).toBeNull()
    else expect((await idsBy(key)).length).toBe(2)
  }
})
