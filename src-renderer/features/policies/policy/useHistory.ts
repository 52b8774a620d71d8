import { subDays } from 'date-fns'
import type { LogEvent } from '../../../../src-server/contract/log-event.ts'
import { api } from '../../../api/client.ts'
import { useResource } from '../../../composables/useResource.ts'

/** How far the history looks: the log cannot be filtered by target yet, so this side reads and picks. */
export const HISTORY_DAYS = 30
export const HISTORY_EVENTS = 1_000

/** Whether an event tells of a change, not of a sign-in that a policy decided. */
function isChange(event: LogEvent): boolean {
  return event.eventType.includes('policy.') && !event.eventType.startsWith('policy.evaluate')
}

/** Whether an event is about the policy, or about one of its rules. */
export function isAbout(event: LogEvent, policyId: string): boolean {
  return event.target?.some((target) => target.id === policyId || target.alternateId === policyId) ?? false
}

/** The changes to a policy among the newest events, newest first. */
export function useHistory(policyId: string) {
  return useResource(async (signal) => {
    const now = new Date()
    const read = await api.all(
      'listLogEvents',
      {
        query: {
          since: subDays(now, HISTORY_DAYS).toISOString(),
          until: now.toISOString(),
          sortOrder: 'DESCENDING',
          limit: HISTORY_EVENTS,
        },
        signal,
      },
      HISTORY_EVENTS,
    )
    return {
      events: read.filter((event) => isChange(event) && isAbout(event, policyId)),
      read: read.length,
      oldest: read.at(-1)?.published ?? null,
    }
  })
}
