import { computed, shallowRef, watch, type Ref } from 'vue'
import type { LogHistogram, LogRow } from '#contract/log/log-browse.ts'
import { useSavedScroll } from '#ui/composables/useSavedScroll.ts'
import { useThemeStore } from '#ui/stores/theme.ts'
import type { LogQuery } from './log-page-loader.ts'
import { useLiveTail } from './useLiveTail.ts'
import { useLogPages } from './useLogPages.ts'
import { useRowScroller } from './useRowScroller.ts'

const HEADER_HEIGHT = 32
/** Rows that are partly in sight, at both ends, and one that is not counted as a step of a page. */
const SPARE_SLOTS = 4

interface Source {
  query: () => LogQuery
  /** Events of the query in fine buckets; null where they are not counted. */
  counts: () => LogHistogram | null
  /** Whether new events are added on top. */
  following: () => boolean
}

/** Counts hold until the query changes: a recount in progress must not shorten the list. */
function useHeldCounts({ query, counts }: Source) {
  const held = shallowRef<LogHistogram | null>(null)
  watch(
    [() => JSON.stringify(query()), counts],
    ([key, given], [formerKey]) => (held.value = given ?? (key === formerKey ? held.value : null)),
    { immediate: true, flush: 'sync' },
  )
  return held
}

/**
 * The rows of the event table: pages of the log, arrivals above them, and which are in sight of the scroller. A row is known
 * by its place: from 0 in the range, below 0 above it, so that arrivals do not rename the others.
 */
export function useEventRows(scroller: Readonly<Ref<HTMLElement | null>>, source: Source) {
  const { query, following } = source
  const theme = useThemeStore()
  const heldCounts = useHeldCounts(source)
  const pages = useLogPages(query, () => heldCounts.value)
  const atTop = shallowRef(true)
  const tail = useLiveTail(query, following, () => !atTop.value)
  const rowCount = computed(() => tail.head.value.length + pages.total.value)
  const rows = useRowScroller(
    scroller,
    () => rowCount.value,
    () => theme.rowHeight,
    HEADER_HEIGHT,
  )
  useSavedScroll(scroller, () => (heldCounts.value ? rowCount.value : 0))
  watch(
    () => rows.top.value < theme.rowHeight / 2,
    (now) => (atTop.value = now),
  )
  /** How many arrivals are above the range. */
  const above = computed(() => tail.head.value.length)

  function rowAt(place: number): Pick<LogRow, 'event' | 'importId'> | undefined {
    const arrived = place < 0 ? tail.head.value[above.value + place] : undefined
    return arrived ? { event: arrived, importId: arrived.gatehouse?.import.id ?? null } : pages.rowAt(place)
  }

  /** The place of an event among the rows that are loaded; null when it is not among them. */
  function placeOf(uuid: string): number | null {
    const arrived = tail.head.value.findIndex((event) => event.uuid === uuid)
    return arrived >= 0 ? arrived - above.value : pages.positionOf(uuid)
  }

  /** Elements are reused: a row that scrolls out of sight gives its own to the one that comes in. */
  function slotOf(place: number): number {
    const slots = rows.pageRows.value + SPARE_SLOTS
    return ((place % slots) + slots) % slots
  }

  const shown = computed(() => {
    const amount = Math.max(0, rows.last.value - rows.first.value)
    return Array.from({ length: amount }, (_, index) => {
      const place = rows.first.value + index - above.value
      return { place, slot: slotOf(place), row: rowAt(place), error: place < 0 ? null : pages.errorAt(place) }
    })
  })

  // The query and the counts are only watched: another query has other rows at the same places.
  watch(
    [rows.first, rows.last, pages.total, heldCounts, above, () => JSON.stringify(query())],
    ([first, last]) => pages.want(Math.max(0, first - above.value), Math.max(1, last - above.value)),
    { immediate: true },
  )

  return {
    pages,
    tail,
    rows,
    rowCount,
    above,
    atTop,
    shown,
    rowAt,
    placeOf,
    first: () => -above.value,
    last: () => pages.total.value - 1,
    firstInSight: () => Math.ceil(rows.top.value / theme.rowHeight) - above.value,
    inSight: (place: number) => place >= rows.first.value - above.value && place < rows.last.value - above.value,
    show: (place: number) => rows.show(place + above.value),
  }
}
