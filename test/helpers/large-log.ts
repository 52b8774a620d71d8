import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { END, makeEvents } from '../bench/audit-events.ts'

const BATCH = 5_000
/** As long before the end as the trail of the bench reaches back. */
const BENCH_SPAN_MS = 90 * 86_400_000

/** Writes a log of so many events, evenly over a stretch that ends now, by the path on which the service writes them. */
export async function writeLargeLog(dataFile: string, count: number, spanMs: number): Promise<void> {
  const now = Date.now()
  const store = await openStore(dataFile, new Date(now).toISOString())
  const scale = spanMs / BENCH_SPAN_MS
  let batch: LogEvent[] = []
  const write = async () => {
    const events = batch
    batch = []
    await store.write((tx) => insertEvents(tx, events))
  }
  for (const event of makeEvents(count)) {
    const published = new Date(now - (END - Date.parse(event.published)) * scale).toISOString()
    batch.push({ ...event, published })
    if (batch.length === BATCH) await write()
  }
  if (batch.length) await write()
  await store.close()
}
