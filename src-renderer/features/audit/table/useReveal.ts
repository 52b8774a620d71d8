import { nextTick, shallowRef, watch, type Ref } from 'vue'
import { api } from '#ui/api/client.ts'
import { isAbort } from '#ui/api/api-error.ts'
import { DAY_MS } from '#ui/lib/time.ts'
import type { LogQuery } from './log-page-loader.ts'
import { askOf } from './useLogPages.ts'

/** An event to be brought into sight: its uuid, and when it was published. */
interface Revealed {
  uuid: string
  published: string
}

/** The list as it is moved. */
interface Rows {
  rowCount: Readonly<Ref<number>>
  placeOf: (uuid: string) => number | null
  /** How many rows are in sight. */
  pageRows: () => number
  show: (place: number) => void
}

const WIDEST_STEP_MS = 366 * DAY_MS

/** Counts the rows before an event: those on its side of the range that are read first. */
async function rowsBefore(query: LogQuery, published: string, signal: AbortSignal): Promise<number | null> {
  const { range, newestFirst } = query
  if (published < range.since || published >= range.until) return null
  const bounds = newestFirst ? { since: published, until: range.until } : { since: range.since, until: published }
  const lengthMs = Date.parse(bounds.until) - Date.parse(bounds.since)
  if (lengthMs <= 0) return 0
  const stepMs = Math.min(lengthMs, WIDEST_STEP_MS)
  const { total } = await api.call('getLogHistogram', { query: { ...bounds, ...askOf(query), stepMs }, signal })
  // With the newest first, the event itself was counted.
  return Math.max(0, newestFirst ? total - 1 : total)
}

/**
 * Brings an event into the middle of what is in sight whenever the query changes: its place follows from a count, and is
 * corrected once its row is loaded. `revealed` gives null where nothing is to be brought into sight.
 */
export function useReveal(query: () => LogQuery, revealed: () => Revealed | null, rows: Rows) {
  /** Where the event is about; null when it was reached, or there is none. */
  const about = shallowRef<{ uuid: string; place: number } | null>(null)

  watch(
    () => JSON.stringify([query(), revealed()?.published ?? null]),
    async (_now, _before, onCleanup) => {
      about.value = null
      const event = revealed()
      if (!event) return
      const reading = new AbortController()
      onCleanup(() => reading.abort())
      try {
        const place = await rowsBefore(query(), event.published, reading.signal)
        if (place !== null && !reading.signal.aborted) about.value = { uuid: event.uuid, place }
      } catch (thrown) {
        // Without a count the list stays at its top; its own reads say what is wrong.
        if (!isAbort(thrown)) about.value = null
      }
    },
    { immediate: true },
  )

  watch(
    () => about.value && [about.value, rows.placeOf(about.value.uuid), rows.rowCount.value > about.value.place],
    async (now) => {
      if (!now || !about.value) return
      const found = rows.placeOf(about.value.uuid)
      const place = found ?? about.value.place
      if (rows.rowCount.value <= place) return
      if (found !== null) about.value = null
      await nextTick()
      // Both sides of it, so that it is in the middle.
      const half = Math.floor(rows.pageRows() / 2)
      rows.show(place + half)
      rows.show(Math.max(0, place - half))
    },
    { flush: 'post' },
  )
}
