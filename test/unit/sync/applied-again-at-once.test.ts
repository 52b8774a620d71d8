import { pino } from 'pino'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { withClosedWorkspace } from '#cli/closed-workspace.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { syncPlans } from '#db/tables/sync-plans.ts'
import { queueApplication } from '#operations/connections/applications.ts'
import { startJobRunner } from '#jobs/runner.ts'
import { eventually } from '../../helpers/endpoint.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, pulled } from '../../helpers/sync/connections.ts'
import { planned } from '../../helpers/sync/plans.ts'

it('a plan that is gone on with as soon as it has stopped is carried out once more, by a job of its own', async () => {
  const [here, remote] = [await startServer(), await startServer()]
  const connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
  await here.make.aGroup('Crew')
  const plan = await planned(here, connectionId)
  const { id: inTheWay } = await remote.make.aGroup('Crew')
  await here.stop()
  await withClosedWorkspace(here.dataFile, '', async (service) => {
    const runner = startJobRunner({ service, log: pino({ level: 'silent' }) })
    const apply = async (tx: Tx) => queueApplication(tx, plan.id, {})
    let second: JobRecord | null = null
    // Writes are made one after the other, and this one is asked for before the end of the job can be.
    service.onCommit((changes) => {
      if (!changes.touches(syncPlans)) return
      void service.write(systemContext(), async (tx) => {
        if (second || (await syncPlans.require(tx, plan.id)).state !== 'STOPPED') return
        await remote.client.call('deleteGroup', { params: { groupId: inTheWay } })
        second = await apply(tx)
      })
    })
    const isOver = async (id: string) => {
      const job = await jobs.require(service.reader, id)
      expect(job.state).not.toMatch(/QUEUED|RUNNING/)
      return job
    }
    const first = await service.write(systemContext(), apply)
    expect(await eventually(() => isOver(first.id))).toMatchObject({
      ...{ state: 'FAILED', problem: expect.stringContaining('is there already') },
    })
    const { id } = second ?? expect.unreachable('the plan has not stopped')
    expect(id).not.toBe(first.id)
    expect(await eventually(() => isOver(id))).toMatchObject({ state: 'COMPLETED' })
    expect(await syncPlans.require(service.reader, plan.id)).toMatchObject({ state: 'APPLIED', done: 1 })
    await runner.stop()
  })
})
