import { beforeAll, describe, expect, it } from 'vitest'
import { appliedDirectory } from '../../../helpers/directory-import.ts'
import { atRest } from '../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { staleObjects, versionsOf } from '../../../helpers/versions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const stateOf = async (id: string) =>
  (await versionsOf(server.client, { id, kind: 'user' })).map(({ version, action }) => [version, action])

async function idOf(login: string): Promise<string> {
  return (await server.client.call('getUser', { params: { userId: login } })).body.id
}

/** Everything that anybody sees of people stays true of their newest versions. */
const staleNow = () => staleObjects(server.dataFile)

describe('what changes many people at once writes a version of each', () => {
  it('an import, which makes some and changes others', async () => {
    const line = (at: number, city: string) => `many${at}@example.test,many${at}@example.test,Many,Nr${at},${city}`
    const file = (city: string) =>
      ['login,email,firstName,lastName,city', ...Array.from({ length: 12 }, (_, at) => line(at, city))].join('\n')
    await appliedDirectory(server, file('Oslo'), { kind: 'users' } as never)
    const id = await idOf('many3@example.test')
    expect(await stateOf(id)).toEqual([[1, 'created']])
    await appliedDirectory(server, file('Bergen'), { kind: 'users' } as never)
    expect(await stateOf(id)).toEqual([
      [1, 'created'],
      [2, 'updated'],
    ])
    expect((await versionsOf(server.client, { id }))[1]?.body?.['profile']).toMatchObject({ city: 'Bergen' })
    expect(await staleNow()).toEqual([])
  })

  it('an attribute that is removed from the schema, of those who had a value', async () => {
    const { client, make } = server
    const properties = { badge: { title: 'Badge', type: 'string', required: false } }
    const change = (custom: object) =>
      client.call('updateUserSchema', {
        params: { schemaId: 'default' },
        body: { definitions: { custom: { properties: custom } } },
      } as never)
    await change(properties)
    const [one, other] = [await make.aUser({ badge: 'A1' }), await make.aUser()]
    await change({ badge: null })
    expect([(await stateOf(one.id)).length, (await stateOf(other.id)).length]).toEqual([2, 1])
    expect(await staleNow()).toEqual([])
  })

  it('but a group rule that puts them into groups writes none: memberships are not theirs', async () => {
    const { client, make } = server
    const { id: groupId } = await make.aGroup()
    const person = await make.aUser({ title: 'Welder' })
    const { body: rule } = await client.call('createGroupRule', {
      body: {
        ...{ type: 'group_rule', name: 'Welders', actions: { assignUserToGroups: { groupIds: [groupId] } } },
        conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.title == "Welder"' } },
      },
    })
    await client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(client)
    expect((await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)).toEqual([
      person.id,
    ])
    expect(await stateOf(person.id)).toHaveLength(1)
    expect(await staleNow()).toEqual([])
  })
})
