import type { accessLossRoutes } from '#contract/routes/access-losses.ts'
import { listLosingPeople, previewAccessLoss } from '#operations/apps/access-loss/access-loss.ts'
import { assertWithin } from '#operations/service/within-limits.ts'
import type { AccessLossRequest } from '#contract/gatehouse/access-loss.ts'
import type { HandlerTable } from '../../handler-table.ts'

/** The applications that a question names; where people leave a group, it names none. */
const appsIn = (body: AccessLossRequest): readonly string[] =>
  body.change === 'UNASSIGN_GROUP' ? [body.appId] : body.change === 'CLOSE_APPS' ? body.appIds : []

export const accessLossHandlers: HandlerTable<typeof accessLossRoutes> = {
  previewAccessLoss: async ({ service, reader, body }) => {
    for (const id of appsIn(body)) await assertWithin(reader, 'app', id, 'svc.apps.read')
    return { body: await previewAccessLoss(service, body) }
  },
  listLosingPeople: async ({ service, params, query }) => {
    const { items, next } = await listLosingPeople(service, params.accessLossId, query)
    return { body: items, next }
  },
}
