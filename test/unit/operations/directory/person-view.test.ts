import { expect, it } from 'vitest'
import { aGroupRule, atRest } from '../../../helpers/group-rules.ts'
import { startServer } from '../../../helpers/server.ts'

it('a membership names every reason: a person’s hand, and each group rule', async () => {
  const { client, make } = await startServer()
  const user = await make.aUser({ title: 'Clerk' })
  const params = { userId: user.id }
  const [both, ruled, byHand] = [await make.aGroup('Both'), await make.aGroup('Ruled'), await make.aGroup('By hand')]
  const rule = await aGroupRule(client, 'user.title == "Clerk"', [both.id, ruled.id])
  await client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
  await atRest(client)
  for (const { id } of [both, byHand]) await client.call('addGroupMember', { params: { groupId: id, ...params } })

  const { body } = await client.call('listUserMemberships', { params })
  const reasons = Object.fromEntries(body.map((one) => [one.name, [one.byHand, one.rules.map(({ id }) => id)]]))
  expect(reasons).toEqual({
    Everyone: [false, []],
    Both: [true, [rule.id]],
    Ruled: [false, [rule.id]],
    'By hand': [true, []],
  })
  const first = await client.call('listUserMemberships', { params, query: { limit: '2' } })
  expect(first.body).toEqual(body.slice(0, 2))
})

it('an application names every assignment that gives it, the best group first', async () => {
  const { client, make } = await startServer()
  const [early, late] = [await make.aGroup('Early'), await make.aGroup('Late')]
  const user = await make.aUser({}, [early.id, late.id])
  const [app, other] = [await make.anApp(), await make.anApp()]
  await client.call('assignAppGroup', { params: { appId: app.id, groupId: late.id }, body: { priority: 0 } })
  await client.call('assignAppGroup', { params: { appId: app.id, groupId: early.id }, body: { priority: 1 } })
  await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
  await client.call('assignAppGroup', { params: { appId: other.id, groupId: early.id }, body: {} })
  await client.call('deactivateApp', { params: { appId: other.id } })

  const { body } = await client.call('listUserApplications', { params: { userId: user.id } })
  expect(body.map(({ id, status, direct, groups }) => [id, status, direct, groups.map(({ name }) => name)])).toEqual([
    [app.id, 'ACTIVE', true, ['Late', 'Early']],
    [other.id, 'INACTIVE', false, ['Early']],
  ])
})

it('an answer for an application is the one that a simulation of it gives', async () => {
  const { client, make } = await startServer()
  const user = await make.aUser()
  const apps = [await make.anApp(), await make.anApp(), await make.anApp()]
  for (const { id } of apps) await client.call('assignAppUser', { params: { appId: id }, body: { id: user.id } })
  await client.call('deactivateApp', { params: { appId: apps[1]?.id ?? '' } })

  const params = { userId: user.id }
  const answers = (await client.call('listUserSignInAnswers', { params })).body
  expect(answers).toHaveLength(3)
  for (const { id, answer, unreached } of answers) {
    const body = { appInstance: id, policyContext: { user: { id: user.id } } }
    const simulated = (await client.call('explainPolicies', { body })).body
    expect({ answer, unreached }).toEqual({ answer: simulated.answer, unreached: simulated.unreached })
  }

  const query = { limit: '2' }
  const page = (await client.call('listUserApplications', { params, query })).body.map(({ id }) => id)
  const some = (await client.call('listUserSignInAnswers', { params, query })).body.map(({ id }) => id)
  expect(some).toEqual(page)
  const rest = await client.call('listUserSignInAnswers', { params, query: { ...query, after: page.at(-1) ?? '' } })
  expect(rest.body.map(({ id }) => id)).toEqual(answers.slice(2).map(({ id }) => id))
})
