import { beforeAll, expect, it } from 'vitest'
import type { Policy } from '#contract/policy/policy.ts'
import type { Client } from '../../../helpers/client.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let policy: Policy
let staff: string
beforeAll(async () => {
  const server = await startServer()
  ;({ client } = server)
  staff = (await server.make.aGroup('Staff')).id
  await server.make.aUser({ firstName: 'Ada', lastName: 'Lovelace', department: 'Engines' }, [staff])
  await server.make.aUser({ firstName: 'Grace', lastName: 'Hopper', department: 'Compilers' }, [staff])
  const [login, credentials] = ['alan@example.test', { password: { value: 'Correct-Horse-7' } }]
  const profile = { login, email: login, firstName: 'Alan', lastName: 'Turing', department: 'Engines' }
  const alan = (await client.call('createUser', { body: { profile, credentials } })).body
  await client.call('suspendUser', { params: { userId: alan.id } })
  policy = await server.make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [staff] } } } })
})

const open = async () => (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body

async function audienceOf(condition: string, policyId = policy.id) {
  const { people, undecided, total, sample } = (
    await client.call('computeAudience', { body: { policyId, elCondition: { condition } } })
  ).body
  return [people, undecided, total, sample.map(({ name }) => name).join()]
}

it('a rule reaches those of its policy for whom its expression is true', async () => {
  expect(await audienceOf('user.profile.department == "Engines"')).toEqual([1, 0, 4, 'Ada Lovelace'])
  expect(await audienceOf('user.isMemberOf({"group.id": {"' + staff + '"}})')).toEqual([
    2,
    0,
    4,
    'Grace Hopper,Ada Lovelace',
  ])
  expect(await audienceOf('user.profile.department == "Sales"')).toEqual([0, 0, 4, ''])
})

it('people for whom it depends on the sign-in are told apart', async () => {
  const risky = 'security.risk.level == "HIGH"'
  expect((await audienceOf(risky)).slice(0, 2)).toEqual([2, 2])
  expect((await audienceOf(`user.profile.department == "Engines" || ${risky}`)).slice(0, 2)).toEqual([2, 1])
  expect((await audienceOf(`user.profile.department == "Engines" && ${risky}`)).slice(0, 2)).toEqual([1, 1])
})

it('an expression that cannot be read decides for no one', async () => {
  expect((await audienceOf('user.profile.department ==')).slice(0, 2)).toEqual([2, 2])
})

it('patterns ask for the sign-in name, or an attribute', async () => {
  const everyone = (await open()).find(({ system }) => system)?.id ?? ''
  const patterns = [{ matchType: 'EQUALS' as const, value: 'engines' }]
  const body = { policyId: everyone, userIdentifier: { type: 'ATTRIBUTE' as const, attribute: 'department', patterns } }
  const { people, undecided } = (await client.call('computeAudience', { body })).body
  expect([people, undecided]).toEqual([2, 0])
})

it('who is suspended counts, as everywhere: a suspension ends', async () => {
  const everyone = (await open()).find(({ system }) => system)?.id ?? ''
  expect(await audienceOf('user.profile.lastName == "Turing"', everyone)).toEqual([1, 0, 4, 'Alan Turing'])
  const [audience] = (await client.call('listPolicyAudiences', { query: { type: 'SVC_SIGN_ON', policyId: everyone } }))
    .body
  expect(audience?.people).toBe(4)
})
