import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { withClosedWorkspace } from '#cli/closed-workspace.ts'
import { cancelJob } from '#operations/jobs/cancel-job.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, ended, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned } from '../../helpers/sync/plans.ts'

it('a plan that waits to be gone on with after a restart has stopped once its job is cancelled', async () => {
  const [first, remote] = [await startServer(), await startServer()]
  const connectionId = await connect(first, remote, { mayWrite: true })
  await pulled(first, connectionId)
  for (const name of ['One', 'Two']) await first.make.aGroup(name)
  const plan = await planned(first, connectionId)
  const params = { syncPlanId: plan.id }
  const slow = { path: '/api/v1/groups', methods: ['POST'], share: 1, fault: { type: 'SLOW', seconds: 20 } }
  await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [slow] } } as never })
  const job = (await first.client.call('applySyncPlan', { params, body: {} })).body
  while ((await first.client.call('getSyncPlan', { params })).body.state !== 'APPLYING') await sleep(20)
  await first.stop()
  await withClosedWorkspace(first.dataFile, '', (service) =>
    service.write(systemContext(), (tx) => cancelJob(tx, job.id)),
  )

  const here = await startServer({ dataFile: first.dataFile, ...(first.token === null ? {} : { token: first.token }) })
  expect(await ended(here, job.id)).toMatchObject({ state: 'CANCELLED' })
  expect((await here.client.call('getSyncPlan', { params })).body).toMatchObject({
    ...{ state: 'STOPPED', problem: 'It was cancelled.' },
  })
  await remote.client.call('replaceFaults', { body: { plan: null } })
  expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', done: 2 })
})
