import type { LogEvent } from '#contract/log/log-event.ts'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import type { logRoutes } from '#contract/routes/logs.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { storedItems } from '../../reply.ts'

export const logHandlers: HandlerTable<typeof logRoutes> = {
  listLogEvents: async ({ service, query }) => {
    const page = await listLogEvents(service, query)
    return { body: storedItems<LogEvent>(page.events), next: page.next }
  },
}
