import { z } from 'zod'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogRow } from '#contract/log/log-browse.ts'
import { ROUTES } from '#contract/routes/index.ts'
import type { Place } from '../cursor.ts'
import type { ServiceCaller } from '../service-client.ts'
import { tool } from '../tool.ts'

const { filter, q } = ROUTES.listLogRows.query.shape
const { attribute, values } = ROUTES.listLogFacets.query.shape
const DAY_MS = 86_400_000
const PAGE = 100
/** The widest step that a histogram has. */
const MOST_STEP_MS = 366 * DAY_MS

const moment = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp' }).optional()
const query = {
  since: moment.meta({ description: `From then on; absent: ${LIMITS.logDefaultDays} days before \`until\`` }),
  until: moment.meta({ description: 'Until then, exclusive; absent: now' }),
  filter: filter.meta({
    description:
      'Comparisons such as `eventType sw "policy." and outcome.result eq "FAILURE"`, `actor.id eq "00u…"` or `target.id eq "0oa…"`',
  }),
  q,
}
interface Query {
  since?: string | undefined
  until?: string | undefined
  filter?: string | undefined
  q?: string | undefined
}

/** The range of a query, as the first answer has settled it. @throws ApiError E0000001 */
function rangeOf({ since, until }: Query, { state }: Place): { since: string; until: string } {
  if (state['since'] !== undefined && state['until'] !== undefined)
    return { since: state['since'], until: state['until'] }
  const end = until === undefined ? Date.now() : Date.parse(until)
  const start = since === undefined ? end - LIMITS.logDefaultDays * DAY_MS : Date.parse(since)
  if (start >= end) throw invalid('since', 'must be before `until`')
  return { since: new Date(start).toISOString(), until: new Date(end).toISOString() }
}

/** How many events there are in all, and by outcome. */
async function countsOf(service: ServiceCaller, asked: { since: string; until: string }) {
  const widthMs = Date.parse(asked.until) - Date.parse(asked.since)
  const stepMs = Math.min(MOST_STEP_MS, Math.max(1, widthMs))
  const { total, counts } = await service.call('getLogHistogram', { query: { ...asked, stepMs } })
  const sums = Object.entries(counts).map(([outcome, buckets]) => [outcome, buckets.reduce((sum, one) => sum + one, 0)])
  return { events: total, ...(Object.fromEntries(sums) as Record<string, number>) }
}

const named = ({ id, type, displayName, alternateId }: Named) => ({
  ...{ type, id, name: displayName },
  ...(alternateId !== null && alternateId !== displayName && { alternateId }),
})
type Named = { id: string | null; type: string | null; displayName: string | null; alternateId: string | null }

const eventRow = ({ event }: LogRow) => {
  const { uuid, published, eventType, displayMessage, outcome, actor, client, target } = event
  return {
    ...{ uuid, published, eventType, message: displayMessage, result: outcome?.result },
    ...(outcome?.reason && { reason: outcome.reason }),
    ...(actor && { actor: named(actor as Named) }),
    ...(client?.ipAddress && { ipAddress: client.ipAddress, zone: client.zone }),
    ...(target && { targets: target.map((one) => named(one as Named)) }),
  }
}

/** What has happened. */
export const logTools = [
  tool({
    name: 'search_log',
    title: 'Search the audit log',
    description: `Counts the events of a query by outcome, and lists them, the newest first: when, what, who, on what, from where. \`read\` with kind logEvent has all of one. The first ${LIMITS.logRowOffset} are listed: narrow the range for those behind them.`,
    needs: ['listLogRows', 'getLogHistogram'],
    input: z.strictObject({ ...query }),
    async answer({ given, place, service }) {
      const range = rangeOf(given, place)
      const asked = { ...range, filter: given.filter, q: given.q }
      const offset = Number(place.after ?? 0)
      const counts = place.before === 0 ? await countsOf(service, asked) : place.counts
      const rows = await service.call('listLogRows', { query: { ...asked, offset, limit: PAGE } })
      const end = offset + rows.length
      const hasMore = rows.length === PAGE && end < LIMITS.logRowOffset
      return { counts, facts: { range }, state: range, rows: rows.map(eventRow), next: hasMore ? String(end) : null }
    },
  }),
  tool({
    name: 'count_log',
    title: 'Count the audit log',
    description:
      'Counts the events of a query by outcome, and by the most frequent values: event types, actors, targets, outcomes, severities, addresses.',
    needs: ['listLogFacets', 'getLogHistogram'],
    input: z.strictObject({ ...query, attribute, values }),
    async answer({ input, given, place, service }) {
      const range = rangeOf(given, place)
      const asked = { ...range, filter: given.filter, q: given.q }
      const counts = place.before === 0 ? await countsOf(service, asked) : place.counts
      const facets = await service.call('listLogFacets', {
        query: { ...asked, attribute: input.attribute, values: input.values },
      })
      const rows = facets.flatMap(({ attribute: by, values: found, hasMore, without }) => [
        ...found.map(({ value, label, count }) => ({ by, value, ...(label !== null && { label }), count })),
        ...(hasMore ? [{ by, value: '…', note: 'there are more values' }] : []),
        ...(without > 0 ? [{ by, value: null, count: without }] : []),
      ])
      return { counts, facts: { range }, state: range, rows }
    },
  }),
]
