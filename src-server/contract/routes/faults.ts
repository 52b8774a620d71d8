import { faultSettingSchema, faultsViewSchema } from '../gatehouse/faults.ts'
import { defineRoute } from '../interface/route.ts'

const PATH = '/gatehouse/v1/faults'

/** Faults on demand, for tests of clients of the interface. Off at each start, unless the start asks for them. */
export const faultRoutes = {
  getFaults: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: PATH,
    summary: 'Read which faults clients meet, and how often they did',
    responses: { 200: faultsViewSchema },
  }),
  replaceFaults: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    method: 'PUT',
    path: PATH,
    summary: 'Change which faults clients meet',
    description:
      'Requests to `/api/v1` then fail on purpose, from the next one on and until the service stops. Requests with `Prefer: vocabulary=svc`, as those of the page, are spared.',
    body: faultSettingSchema,
    responses: { 200: faultsViewSchema },
  }),
}
