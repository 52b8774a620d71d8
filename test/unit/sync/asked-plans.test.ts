import { expect, it } from 'vitest'
import type { ConnectionWrite } from '#contract/gatehouse/connection.ts'
import type { PlanRequest } from '#contract/gatehouse/sync-plan.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createConnection } from '#operations/connections/connections.ts'
import { queuePlan } from '#operations/connections/plans.ts'
import { openSide } from '../../helpers/sync/open-side.ts'

it('a plan that is asked for while one is made is that one only if the same is asked for', async () => {
  const service = await openSide()
  const body: ConnectionWrite = {
    ...{ name: 'Staging', address: 'http://127.0.0.1:9', authentication: { type: 'API_TOKEN', token: 'token' } },
    ...{ vocabulary: null, budgetPercent: 100, mayWrite: true, followLog: false },
  }
  const connectionId = await service.write(systemContext(), (tx) => createConnection(tx, service.secretBox, body))
  const ask = (request: PlanRequest) => service.write(systemContext(), (tx) => queuePlan(tx, connectionId, request))
  const first = await ask({ dryRun: true, prefer: 'workspace' })
  expect((await ask({ prefer: 'workspace', dryRun: true })).id).toBe(first.id)
  await expect(ask({ prefer: 'remote' })).rejects.toMatchObject({ code: 'E0000001' })
})
