import type { faultRoutes } from '#contract/routes/faults.ts'
import { meetFaults, viewFaults } from '#operations/faults/fault-setting.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const faultHandlers: HandlerTable<typeof faultRoutes> = {
  getFaults: async ({ service }) => ({ body: viewFaults(service) }),

  replaceFaults: async ({ service, write, body: { plan } }) => {
    await meetFaults(service, write, plan)
    return { body: viewFaults(service) }
  },
}
