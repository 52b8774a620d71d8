import { expect, it } from 'vitest'
import { startServer } from '../../../helpers/server.ts'

const MANY = 12

it('groups, people and memberships that clients make at the same moment each have their own answer and event', async () => {
  const { client } = await startServer()
  const names = Array.from({ length: MANY }, (_, at) => `Team ${at}`)
  const groups = await Promise.all(
    names.map(async (name) => (await client.call('createGroup', { body: { profile: { name } } })).body),
  )
  const people = await Promise.all(
    names.map(async (_, at) => {
      const login = `p${at}@example.test`
      const profile = { login, email: login, firstName: 'Pat', lastName: `Number ${at}` }
      return (await client.call('createUser', { body: { profile } })).body
    }),
  )
  await Promise.all(
    groups.map(({ id: groupId }, at) =>
      client.call('addGroupMember', { params: { groupId, userId: people[at]?.id ?? '' } }),
    ),
  )
  expect(groups.map(({ profile }) => profile.name)).toEqual(names)
  for (const [at, { id: groupId }] of groups.entries())
    expect((await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)).toEqual([
      people[at]?.id,
    ])
  for (const eventType of ['group.lifecycle.create', 'user.lifecycle.create', 'group.user_membership.add']) {
    const { body } = await client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"` } })
    expect(new Set(body.map(({ transaction }) => transaction?.id)).size, eventType).toBe(MANY)
  }
})

it('a group that is refused takes none with it of those that are made at the same moment', async () => {
  const { client } = await startServer()
  const names = ['Taken', ...Array.from({ length: MANY }, (_, at) => (at % 3 === 0 ? 'Taken' : `Team ${at}`))]
  const statuses = await Promise.all(
    names.map(async (name) => {
      const body = JSON.stringify({ profile: { name } })
      const headers = { 'Content-Type': 'application/json' }
      return (await client.fetch('/api/v1/groups', { method: 'POST', body, headers })).status
    }),
  )
  const expected = names.map((name) => (name === 'Taken' ? 400 : 200))
  expect(statuses.toSorted()).toEqual(expected.with(0, 200).toSorted())
  const { body } = await client.call('listGroups', { query: { limit: 100 } })
  const made = body.filter(({ type }) => type === 'SVC_GROUP').map(({ profile }) => profile.name)
  expect(made.toSorted()).toEqual([...new Set(names)].toSorted())
})
