import type { LogEvent } from '#contract/log/log-event.ts'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { storedItems } from '../../reply.ts'

export const logHandlers: HandlerTable<'logs'> = {
  listLogEvents: async ({ service, query }) => {
    const page = await listLogEvents(service, query)
    return { body: storedItems<LogEvent>(page.events), next: page.next }
  },
}
