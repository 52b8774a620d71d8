import { expect, it } from 'vitest'
import type { FaultPlan } from '#contract/gatehouse/faults.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned } from '../../helpers/sync/plans.ts'

/** Every write is refused, cut within its reply, or changed beside now and then. */
const FAULTS: FaultPlan = {
  seed: 11,
  rules: [
    { path: '/api/v1/**', methods: ['POST', 'PUT', 'DELETE'], share: 0.2, fault: { type: 'CUT', bytes: 5 } },
    { path: '/api/v1/**', methods: ['POST', 'PUT', 'DELETE'], share: 0.2, fault: { type: 'STATUS', status: 503 } },
    { path: '/api/v1/**', methods: ['GET'], share: 0.1, fault: { type: 'CUT', bytes: 20 } },
  ],
}

/** So often an application is gone on with. */
const MOST = 60

it('a plan comes to its end over a remote that refuses and cuts replies, and makes nothing twice', async () => {
  const [here, remote] = [await startServer(), await startServer()]
  const connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
  const names = Array.from({ length: 4 }, (_, at) => `Made ${at + 1}`)
  const people = [await here.make.aUser(), await here.make.aUser()]
  for (const name of names) {
    const { id: groupId } = await here.make.aGroup(name)
    for (const { id: userId } of people) await here.client.call('addGroupMember', { params: { groupId, userId } })
  }
  const policy = await here.make.aPolicy('SVC_SIGN_ON')
  for (const name of ['One', 'Two', 'Three']) await here.make.aRule(policy, { name })
  const plan = await planned(here, connectionId)

  await remote.client.call('replaceFaults', { body: { plan: FAULTS } })
  let now = plan
  for (let runs = 0; now.state !== 'APPLIED' && runs < MOST; runs += 1) {
    const { plan: after } = await applied(here, plan)
    expect(after.done).toBeGreaterThanOrEqual(now.done)
    now = after
  }
  expect(now).toMatchObject({ state: 'APPLIED', done: plan.steps })
  await remote.client.call('replaceFaults', { body: { plan: null } })

  const groups = (await remote.client.call('listGroups', { query: { q: 'Made', limit: 200 } })).body
  expect(groups.map(({ profile }) => profile.name).sort()).toEqual(names)
  expect(await differencesWith(here, connectionId)).toEqual([])
  expect((await planned(here, connectionId)).steps).toBe(0)
})
