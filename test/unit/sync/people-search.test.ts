import { expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { makeDistinctPeople } from '../../helpers/sync/distinct-people.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

const COMPLETED = { state: 'COMPLETED', problem: null }
const peopleOf = (department: string) => ({
  people: { mode: 'SEARCH' as const, search: `profile.department eq "${department}"` },
})

async function inStep(remote: TestServer, over: object) {
  const here = await startServer()
  const connectionId = await connect(here, remote, over)
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  return { here, connectionId }
}

const idsOf = async ({ client }: TestServer) =>
  (await client.call('listUsers', { query: { search: 'profile.department pr', limit: 200 } })).body.map(({ id }) => id)

/** How two sides differ, but for the owner of this workspace, who is outside of each search. */
const othersIn = async (here: TestServer, connectionId: string) =>
  (await differencesWith(here, connectionId)).filter(
    (line) => !/^outgoing \w+ (?:owner@example\.com|Super Administrator): only ours$/.test(line),
  )

/** Has a connection take other people into account from now on. */
async function search(here: TestServer, connectionId: string, department: string) {
  const { address, name } = (await here.client.call('getConnection', { params: { connectionId } })).body
  const body = { name, address, authentication: { type: 'API_TOKEN' as const }, ...peopleOf(department) }
  await here.client.call('replaceConnection', { params: { connectionId }, body })
}

it('a search brings its people, whatever their status, and leaves out the others with what belongs to them', async () => {
  const remote = await richOrganization()
  const { person, other, plain } = await makeDistinctPeople(remote)
  const gone = await remote.make.aUser({ department: 'Sales' })
  await remote.client.call('deactivateUser', { params: { userId: gone.id } })
  await remote.client.call('addGroupMember', { params: { groupId: plain.id, userId: other.id } })
  const { here, connectionId } = await inStep(remote, peopleOf('Sales'))
  expect((await idsOf(here)).sort()).toEqual([person.id, gone.id].sort())
  const members = (await here.client.call('listGroupMembers', { params: { groupId: plain.id } })).body
  expect(members.map(({ id }) => id)).toEqual([person.id])

  const { people, refused } = await pullOf(here, connectionId)
  expect({ people, refused }).toEqual({ people: { mode: 'SEARCH', outside: expect.any(Number) }, refused: [] })
  expect(people?.mode === 'SEARCH' && people.outside).toBeGreaterThan(3)
  expect(await othersIn(here, connectionId)).toEqual([])
  expect(await pulled(here, connectionId)).toMatchObject({ ...COMPLETED, facts: { written: 0 } })
})

it('a rule for people who are outside of the search stays a rule for them, and is one for no one here', async () => {
  const remote = await startServer()
  const { person, other } = await makeDistinctPeople(remote)
  const policy = await remote.make.aPolicy('SVC_SIGN_ON')
  const rule = await remote.make.aRule(policy, {
    conditions: { people: { users: { include: [other.id], exclude: [] } } },
  } as never)
  const { here, connectionId } = await inStep(remote, peopleOf('Sales'))
  expect((await pullOf(here, connectionId)).refused).toEqual([])
  const params = { policyId: policy.id, ruleId: rule.id }
  const conditions = (await here.client.call('getRule', { params })).body.conditions
  expect(conditions).toMatchObject({ people: { users: { include: [other.id] } } })
  const [groupRule] = (await here.client.call('listGroupRules', {})).body
  expect(groupRule?.conditions.people.users.exclude).toEqual([])
  expect(await othersIn(here, connectionId)).toEqual([])
  expect(await idsOf(here)).toEqual([person.id])
})

it('people who no longer match the search, or whose search was changed, stay here, and are no difference to be taken away', async () => {
  const remote = await startServer()
  const { person, other, plain } = await makeDistinctPeople(remote)
  const { here, connectionId } = await inStep(remote, peopleOf('Sales'))
  await search(here, connectionId, 'Marketing')
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  expect((await idsOf(here)).sort()).toEqual([person.id, other.id].sort())
  const members = (await here.client.call('listGroupMembers', { params: { groupId: plain.id } })).body
  expect(members.map(({ id }) => id)).toEqual([person.id])
  expect((await pullOf(here, connectionId)).counts.filter(({ removed }) => removed > 0)).toEqual([])
  // As those who exist only here.
  const left = await differencesWith(here, connectionId)
  expect(
    left.filter((line) => !/^outgoing (?:user|groupMembership|groupOwner|appUser|userRole) .*: only ours$/.test(line)),
  ).toEqual([])
  expect(left.some((line) => line.startsWith('outgoing user xanthippe'))).toBe(true)

  // Who is found again is the same person as before.
  await search(here, connectionId, 'Sales')
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  const again = await differencesWith(here, connectionId)
  expect(again.filter((line) => line.includes('xanthippe'))).toEqual([])
})
