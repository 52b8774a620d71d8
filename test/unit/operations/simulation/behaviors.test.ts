import { expect, it } from 'vitest'
import { ruleBody } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

it('an expression names behaviors as they are called now, which a simulation is given by id', async () => {
  const { client, make } = await startServer()
  const user = await make.aUser()
  const { id, type, settings } = await make.aBehavior('ANOMALOUS_LOCATION', { name: 'New city' })
  const policy = await make.aPolicy('ACCESS_POLICY')
  const app = await make.anApp()
  await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
  await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
  const elCondition = { condition: 'security.behaviors.contains("New city")' }
  const rule = await make.aRule(policy, ruleBody('ACCESS_POLICY', { name: 'Travelling', conditions: { elCondition } }))
  const decidedBy = async (behaviors: string[]) => {
    const policyContext = { user: { id: user.id }, behaviors }
    const { body } = await client.call('explainPolicies', { body: { appInstance: app.id, policyContext } })
    return body.explanations.find((one) => one.policyType === 'ACCESS_POLICY')
  }
  expect((await decidedBy([id]))?.matched?.ruleId).toBe(rule.id)
  expect((await decidedBy([]))?.matched?.ruleId).not.toBe(rule.id)
  await client.call('replaceBehavior', { params: { behaviorId: id }, body: { type, settings, name: 'Another city' } })
  expect((await decidedBy([id]))?.matched?.ruleId).not.toBe(rule.id)
})
