import { computed, shallowRef, watch, type Ref } from 'vue'
import { LIMITS } from '../../../src-server/contract/limits.ts'
import type { LogEvent } from '../../../src-server/contract/log-event.ts'
import { api } from '../../api/client.ts'
import type { TimeWindow } from './time-range.ts'

const PAGE = LIMITS.page.logs.max
/** How many events are looked through for one that is not in the list yet. */
export const LOOK_THROUGH = 10 * PAGE

/** Looks for an event, newest first, within a window of time. @returns null when it is not among those looked at */
async function lookFor(uuid: string, { since, until }: TimeWindow, signal: AbortSignal): Promise<LogEvent | null> {
  let after: string | null = null
  for (let seen = 0; seen < LOOK_THROUGH; seen += PAGE) {
    const from = after ? { after } : { since, ...(until ? { until } : {}) }
    const query = { ...from, sortOrder: 'DESCENDING' as const, limit: PAGE }
    const page: Awaited<ReturnType<typeof api.page<'listLogEvents'>>> = await api.page('listLogEvents', {
      query,
      signal,
    })
    const found = page.items.find((event) => event.uuid === uuid)
    if (found) return found
    after = page.next
    if (!after) return null
  }
  return null
}

/** The event that the address names: from the list where it is there, else looked for further back. */
export function useOpenEvent(
  uuid: Ref<string>,
  events: Ref<readonly LogEvent[] | undefined>,
  shownWindow: Ref<TimeWindow>,
) {
  const lookedUp = shallowRef<LogEvent | null>(null)
  const state = shallowRef<'idle' | 'looking' | 'missing'>('idle')
  const listed = computed(() => events.value?.find((event) => event.uuid === uuid.value) ?? null)
  const looked = computed(() => (lookedUp.value?.uuid === uuid.value ? lookedUp.value : null))
  const event = computed(() => (uuid.value ? (listed.value ?? looked.value) : null))
  let current: AbortController | null = null

  async function look() {
    current?.abort()
    const mine = new AbortController()
    current = mine
    state.value = 'looking'
    const found = await lookFor(uuid.value, shownWindow.value, mine.signal).catch(() => null)
    if (current !== mine) return
    lookedUp.value = found
    state.value = found ? 'idle' : 'missing'
  }

  watch(
    [uuid, () => events.value !== undefined, () => shownWindow.value.since],
    ([wanted, ready]) => {
      if (wanted && ready && !event.value) return void look()
      current?.abort()
      current = null
      state.value = 'idle'
    },
    { immediate: true },
  )
  return { event, state }
}
