import type { routingRoutes } from '#contract/routes/routing.ts'
import { countRoutedPeople, testRouting } from '#operations/policies/test-routing.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const routingHandlers: HandlerTable<typeof routingRoutes> = {
  testRouting: async ({ service, body }) => ({ body: await testRouting(service, body) }),
  countRoutedPeople: async ({ service, body }) => ({ body: await countRoutedPeople(service, body) }),
}
