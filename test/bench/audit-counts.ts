import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import type { Store } from '#db/store.ts'
import { listLogFacets } from '#operations/audit/count/facets.ts'
import { countOverTime } from '#operations/audit/count/histogram.ts'
import { packColumns } from '#operations/audit/count/pack-columns.ts'
import { listLogRows } from '#operations/audit/search/rows.ts'
import type { LogWords } from '#operations/audit/search/search-log.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import type { Service } from '#operations/service/service.ts'
import { END } from './audit-events.ts'
import { beside, rounded, timed, within, type Figure } from './measure.ts'

const DAY_MS = 86_400_000
const before = (days: number) => ({
  since: new Date(END - days * DAY_MS).toISOString(),
  until: new Date(END).toISOString(),
})
const WHOLE = before(91)
const LAST_DAY = before(1)
const BUCKETS = 1_000

/** What one would write without columns: for each attribute a statement that groups. */
const GROUPED: Readonly<Record<LogFacetAttribute, string>> = {
  eventType: 'e.event_type',
  'actor.id': 'e.actor_id',
  'target.id': 't.target_id',
  'outcome.result': 'e.outcome',
  severity: 'e.severity',
  'client.ipAddress': 'e.ip',
  'gatehouse.import.id': 'e.import_id',
}

interface Asked {
  since: string
  until: string
  search: LogWords
}

async function facetsInSql({ store }: Service, { since, until }: Asked): Promise<void> {
  for (const attribute of LOG_FACETS) {
    const targets = attribute === 'target.id' ? 'JOIN log_targets AS t ON t.sequence = e.sequence' : ''
    const sql = `SELECT ${GROUPED[attribute]} AS value, count(*) AS count FROM log_events AS e ${targets}
      WHERE e.published >= ? AND e.published < ? GROUP BY 1 ORDER BY 2 DESC LIMIT 9`
    await store.read.all(sql, [since, until])
  }
}

async function histogramInSql({ store }: Service, { since, until }: Asked, stepMs: number): Promise<void> {
  const sql = `SELECT e.outcome, CAST((unixepoch(e.published, 'subsec') * 1000 - ?) / ? AS INTEGER) AS bucket, count(*) AS count
    FROM log_events AS e WHERE e.published >= ? AND e.published < ? GROUP BY 1, 2`
  await store.read.all(sql, [Date.parse(since), stepMs, since, until])
}

/** Beside plain SQL only where all events count: SQL that filters too takes minutes for two million. */
async function counted(
  name: string,
  goalMs: number,
  ours: () => Promise<unknown>,
  inSql: (() => Promise<unknown>) | null,
): Promise<Figure[]> {
  const figure = await within(name, goalMs, ours)
  if (!inSql) return [figure]
  const reference = rounded(await timed(inSql))
  const { value, unit } = figure
  const besideSql = { value, unit, reference, ratio: value / reference, goal: 'none', met: null }
  return [figure, { ...besideSql, name: `${name}, beside plain SQL` }]
}

/** Making columns for a log that has none; no goal, for no one waits for it. */
export async function columns(service: Service): Promise<Figure[]> {
  const { store } = service
  await store.write((tx) => tx.run('DELETE FROM log_blocks'))
  const events = await store.read.first<{ count: number }>('SELECT count(*) AS count FROM log_events')
  const ms = await timed(() => packColumns(service))
  const value = Math.round((1_000 * (events?.count ?? 0)) / ms)
  return [{ name: 'Make columns of events, in the background', value, unit: 'events/s', goal: '', met: null }]
}

/** What the audit page shows beside pages of events: counts, and rows by position. */
export async function browsing(service: Service): Promise<Figure[]> {
  const type = { filter: 'eventType eq "user.session.start"' }
  const asked: [string, number, Asked][] = [
    ['all events', 800, { ...WHOLE, search: {} }],
    ['a common event type', 800, { ...WHOLE, search: type }],
    ['q, a common word', 800, { ...WHOLE, search: { q: ['session'] } }],
    ['the last day', 60, { ...LAST_DAY, search: {} }],
  ]
  const figures: Figure[] = []
  for (const [name, goalMs, each] of asked) {
    const { since, until, search } = each
    const isAll = Object.keys(search).length === 0
    const stepMs = Math.ceil((Date.parse(until) - Date.parse(since)) / BUCKETS)
    const facets = () => listLogFacets(service, { since, until, ...search, values: 8 })
    const histogram = () => countOverTime(service, { since, until, ...search, stepMs })
    figures.push(
      ...(await counted(`Facets of ${name}`, goalMs, facets, isAll ? () => facetsInSql(service, each) : null)),
      ...(await counted(
        `Histogram of ${name}`,
        goalMs,
        histogram,
        isAll ? () => histogramInSql(service, each, stepMs) : null,
      )),
    )
  }
  return [...figures, ...(await rows(service, type))]
}

async function rows(service: Service, search: LogWords): Promise<Figure[]> {
  const at = (until: string, offset: number, words: LogWords = {}) =>
    listLogRows(service, { ...WHOLE, until, ...words, offset, limit: 100, newestFirst: true })
  const middle = new Date(END - 45 * DAY_MS).toISOString()
  const { ours, raw } = await beside(
    () => at(middle, 500),
    () => at(WHOLE.until, 500),
  )
  const ratio = ours / raw
  return [
    await within('Rows at position 100,000', 50, () => at(WHOLE.until, 100_000)),
    await within('Rows at position 50,000 of a common event type', 50, () => at(WHOLE.until, 50_000, search)),
    {
      name: 'Rows in the middle, by a bound that the histogram gave',
      value: rounded(ours),
      unit: 'ms',
      reference: rounded(raw),
      ratio,
      goal: '≤ 1.3 × rows at the end',
      met: ratio <= 1.3,
    },
  ]
}

/** The whole chain, as the command line does it; no goal, for it shows its progress. */
export async function verifying(store: Store): Promise<Figure> {
  let checked = 0
  const ms = await timed(async () => {
    const report = await verifyLogFile(store.file, {})
    if (report.violation) throw new Error(`the log does not verify: ${JSON.stringify(report.violation)}`)
    ;({ checked } = report)
  })
  return { name: 'Verify the chain', value: Math.round((1_000 * checked) / ms), unit: 'events/s', goal: '', met: null }
}
