import { expect, it } from 'vitest'
import { startServer } from '../../../helpers/server.ts'

it('an explanation says first that a person is shut out, and tells verdicts all the same (spec/5 decision 8)', async () => {
  const { client, make } = await startServer()
  const user = await make.aUser()
  const name = `${String(user.profile['firstName'])} ${String(user.profile['lastName'])}`
  const explain = async (appInstance?: string) =>
    (
      await client.call('explainPolicies', {
        body: { appInstance: appInstance ?? null, policyContext: { user: { id: user.id } } },
      })
    ).body
  expect((await explain()).unreached).toEqual([])
  await client.call('deactivateUser', { params: { userId: user.id } })
  const shut = await explain()
  expect(shut.unreached).toEqual([`${name} is deactivated: no sign-in reaches the policies`])
  expect(shut.explanations.length).toBeGreaterThan(3)
})

it('an explanation says first that an application is inactive (spec/5 decision 8)', async () => {
  const { client, make } = await startServer()
  const [user, app] = [await make.aUser(), await make.anApp()]
  await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
  await client.call('deactivateApp', { params: { appId: app.id } })
  const body = { appInstance: app.id, policyContext: { user: { id: user.id } } }
  const { unreached } = (await client.call('explainPolicies', { body })).body
  expect(unreached).toEqual([`${app.label} is inactive: no sign-in to it reaches the policies`])
  expect((await client.call('simulatePolicies', { body })).status).toBe(200)
})
