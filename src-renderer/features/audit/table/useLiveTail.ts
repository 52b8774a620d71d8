import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { LogEvent } from '#contract/log/log-event.ts'
import { isAbort } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import type { LogQuery } from './log-page-loader.ts'
import { askOf } from './useLogPages.ts'

const EVERY_MS = 2_000
const AT_ONCE = 500
/** Full pages that are read in one turn; the rest waits for the next. */
const PAGES_A_TURN = 4
/** Events shown above the list; further ones are only counted until the list is refreshed. */
const MAX_SHOWN = 1_000

interface Tail {
  /** Events after the range's end that are shown, newest first. */
  head: readonly LogEvent[]
  /** Events that arrived while the tail was paused, newest first. */
  waiting: readonly LogEvent[]
  /** How many events were dropped because the list is full. */
  dropped: number
  /** The events of the last turn, to be marked. */
  fresh: ReadonlySet<string>
}

const EMPTY: Tail = { head: [], waiting: [], dropped: 0, fresh: new Set() }

/** Newer events on top of older ones, at most `room` of them. */
export function pile(newer: readonly LogEvent[], older: readonly LogEvent[], room = MAX_SHOWN) {
  const all = [...newer, ...older]
  return { kept: all.slice(0, room), dropped: Math.max(0, all.length - room) }
}

/**
 * Follows the log from the end of a range, with the service's cursor, so that late events are not missed. It stops while
 * it is off or the page is hidden.
 * @param paused whether new events must wait, because the list is scrolled down
 */
export function useLiveTail(query: () => LogQuery, on: () => boolean, paused: () => boolean) {
  const tail = shallowRef<Tail>(EMPTY)
  const failing = shallowRef(false)
  const visibility = useDocumentVisibility()
  const active = computed(() => on() && visibility.value === 'visible')
  let cursor: string | null = null
  let asking: AbortController | null = null

  /** Events after those that were taken, oldest first. */
  async function readPage(signal: AbortSignal): Promise<readonly LogEvent[]> {
    const { range, ...asked } = query()
    // The cursor holds the beginning, and the service refuses both.
    const where = cursor ? { after: cursor } : { since: range.until }
    const page = await api.page('listLogEvents', {
      query: { ...where, ...askOf(asked), sortOrder: 'ASCENDING', limit: AT_ONCE },
      signal,
    })
    signal.throwIfAborted()
    cursor = page.next
    return page.items
  }

  /** Takes each page as it arrives: the cursor is past it, so that no later turn reads it. */
  async function readTurn(signal: AbortSignal) {
    const fresh = new Set<string>()
    for (let page = 0; page < PAGES_A_TURN; page += 1) {
      const items = await readPage(signal)
      for (const { uuid } of items) fresh.add(uuid)
      take(items.toReversed(), fresh)
      if (items.length < AT_ONCE) break
    }
  }

  function take(came: readonly LogEvent[], fresh: ReadonlySet<string>) {
    if (came.length === 0) return
    const { head, waiting, dropped } = tail.value
    const piled = pile(came, paused() ? waiting : head)
    const sum = dropped + piled.dropped
    tail.value = paused()
      ? { ...tail.value, waiting: piled.kept, dropped: sum }
      : { head: piled.kept, waiting, dropped: sum, fresh: new Set(fresh) }
  }

  async function ask() {
    if (asking) return
    const mine = new AbortController()
    asking = mine
    try {
      await readTurn(mine.signal)
      failing.value = false
    } catch (thrown) {
      if (asking === mine) failing.value = !isAbort(thrown)
    } finally {
      if (asking === mine) asking = null
    }
  }

  /** Puts what waited on top of the list. */
  function resume() {
    const { head, waiting, dropped } = tail.value
    if (waiting.length === 0) return
    const piled = pile(waiting, head)
    tail.value = {
      head: piled.kept,
      waiting: [],
      dropped: dropped + piled.dropped,
      fresh: new Set(waiting.map(({ uuid }) => uuid)),
    }
  }

  function stop() {
    asking?.abort()
    asking = null
  }

  const { pause, resume: start } = useIntervalFn(ask, EVERY_MS, { immediate: false, immediateCallback: true })
  watch(active, (now) => (now ? start() : pause()), { immediate: true })
  watch(paused, (now) => now || resume())
  watch(
    () => JSON.stringify(query()),
    () => {
      stop()
      cursor = null
      tail.value = EMPTY
      if (active.value) void ask()
    },
  )
  onScopeDispose(stop)
  return {
    head: computed(() => tail.value.head),
    fresh: computed(() => tail.value.fresh),
    /** Events that came while paused. */
    waiting: computed(() => tail.value.waiting.length),
    /** All that came since the range's end. */
    arrived: computed(() => tail.value.head.length + tail.value.waiting.length + tail.value.dropped),
    /** Whether the list must be reloaded, because some arrivals were dropped. */
    full: computed(() => tail.value.dropped > 0),
    failing,
    resume,
  }
}
