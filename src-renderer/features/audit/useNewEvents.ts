import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, ref, watch, type Ref } from 'vue'
import type { LogEvent } from '../../../src-server/contract/log-event.ts'
import { api } from '../../api/client.ts'

const EVERY_MS = 5_000
const AT_ONCE = 1_000
/** Full pages that are read in one turn; the log gives events in the order of writing, so old ones may come first. */
const PAGES_A_TURN = 20

/**
 * Counts the events that came since the list was read, by polling with the log's own cursor. It rests while `watching`
 * is false or the window is hidden.
 * @param since where the range begins, for a list that is empty
 */
export function useNewEvents(
  events: Ref<readonly LogEvent[] | undefined>,
  since: () => string,
  watching: Ref<boolean>,
) {
  const fresh = ref(0)
  const visibility = useDocumentVisibility()
  const active = computed(() => watching.value && visibility.value === 'visible' && events.value !== undefined)
  let cursor: string | null = null
  let newest: string | null = null
  let known = new Set<string>()
  let asking = false

  /** Reads one page. @returns whether more are waiting behind it */
  async function readPage(): Promise<boolean> {
    const mine = known
    const from = newest ?? since()
    const where = cursor ? { after: cursor } : { since: from }
    const page = await api.page('listLogEvents', { query: { ...where, sortOrder: 'ASCENDING', limit: AT_ONCE } })
    if (mine !== known) return false
    cursor = page.next
    const unseen = page.items.filter((event) => !known.has(event.uuid) && event.published >= from)
    unseen.forEach((event) => known.add(event.uuid))
    fresh.value += unseen.length
    return page.items.length === AT_ONCE
  }

  async function ask() {
    if (asking) return
    asking = true
    try {
      for (let page = 0; page < PAGES_A_TURN; page += 1) if (!(await readPage())) break
    } catch {
      // The service's dot tells that it does not answer; the next turn tries again.
    } finally {
      asking = false
    }
  }

  const { pause, resume } = useIntervalFn(ask, EVERY_MS, { immediate: false })
  watch(active, (now) => (now ? resume() : pause()), { immediate: true })
  // A list that is read anew begins with another first event; further pages do not change it.
  watch(
    () => events.value?.[0]?.uuid,
    () => {
      known = new Set(events.value?.slice(0, AT_ONCE).map((event) => event.uuid))
      newest = events.value?.[0]?.published ?? null
      cursor = null
      fresh.value = 0
    },
    { immediate: true },
  )
  return { fresh }
}
