import { expect, it } from 'vitest'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { startServer } from '../../helpers/server.ts'
import { connect } from '../../helpers/sync/connections.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { applied, planned, takenBack } from '../../helpers/sync/plans.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

it('what a plan has brought of every form of every kind is taken back, and the service is as it was before', async () => {
  const [here, remote] = [await richOrganization(), await startServer({ isFirstStart: true })]
  const connectionId = await connect(here, remote, { mayWrite: true })
  const before = await readSide(httpCaller(remote))
  const plan = await planned(here, connectionId)
  expect(plan.steps).toBeGreaterThan(200)
  const brought = await applied(here, plan, { confirmation: 'Remote' })
  expect(brought.plan).toMatchObject({ state: 'APPLIED', problem: null })

  const inverse = await takenBack(here, plan)
  expect(inverse).toMatchObject({ state: 'READY', takesBack: { syncPlanId: plan.id }, needsConfirmation: true })
  const { job, plan: after } = await applied(here, inverse, { confirmation: 'Remote' })
  expect({ problem: job.problem, state: after.state }).toEqual({ problem: null, state: 'APPLIED' })
  const comparison = compareSnapshots({ ours: before, theirs: await readSide(httpCaller(remote)) })
  expect(
    comparison.differences.map(({ kind, name, fields, ours, theirs }) => [kind, name, !!ours, !!theirs, fields]),
  ).toEqual([])
  expect(comparison.orders).toEqual([])

  const again = await planned(here, connectionId)
  expect(again.digest).toBe(plan.digest)
})
