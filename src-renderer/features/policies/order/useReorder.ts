import { useTimeoutFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { asApiError, type ApiError } from '#ui/api/api-error.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import type { GoingOn } from '#ui/stores/review.ts'
import { movableCount, moved, type Ordered } from '#contract/policy/list-order.ts'

/** Steps of the keyboard within this time are saved as one. */
const SETTLE_MS = 600

/**
 * Moves items of an evaluation order: the new order shows at once, is saved after a moment, offers undo, and returns to
 * what it was, with the service's words, when saving fails.
 */
export function useReorder<T extends Ordered>(options: {
  /** As the service has them, in evaluation order. */
  items: () => readonly T[]
  /** Asked before a move is saved; null: it stays where it was. */
  mayMove: (item: T, index: number) => Promise<GoingOn | null>
  /** Saves and reloads. @returns ids of what it wrote, in order; absent: of the item alone */
  save: (item: T, index: number, reason: string) => Promise<readonly string[] | void>
}) {
  const notes = useToasts()
  const ids = shallowRef<readonly string[] | null>(null)
  const error = shallowRef<ApiError | null>(null)
  /** The announcement for screen readers. */
  const announcement = ref('')
  let pending: { id: string; from: number } | null = null
  let chain: Promise<void> = Promise.resolve()
  /** Moves that are being saved or wait for it: the shown order holds them until the last one is saved. */
  let queued = 0

  const order = computed<T[]>(() => {
    const known = new Map(options.items().map((item) => [item.id, item]))
    if (!ids.value || ids.value.length !== known.size) return [...known.values()]
    return ids.value.flatMap((id) => known.get(id) ?? [])
  })
  const indexOf = (id: string) => order.value.findIndex((item) => item.id === id)

  async function store(id: string, index: number, from: number) {
    const item = options.items().find((candidate) => candidate.id === id)
    if (!item) return
    try {
      const going = await options.mayMove(item, index)
      if (!going) {
        announcement.value = `${item.name} stays at ${from + 1}`
        return
      }
      const written = (await options.save(item, index, going.reason)) ?? [id]
      await notes.changed(`${item.name} moved from ${from + 1} to ${index + 1}`, ...written)
    } catch (thrown) {
      error.value = asApiError(thrown)
      announcement.value = `${item.name} could not be moved. ${error.value.summary}`
    }
  }

  function showSaved() {
    if (!pending && !queued) ids.value = null
  }

  function enqueue(...move: Parameters<typeof store>) {
    queued += 1
    chain = chain
      .then(() => store(...move))
      .finally(() => {
        queued -= 1
        showSaved()
      })
  }

  function flush() {
    timer.stop()
    const move = pending
    pending = null
    if (!move) return
    const to = indexOf(move.id)
    if (to === move.from) showSaved()
    else enqueue(move.id, to, move.from)
  }
  const timer = useTimeoutFn(flush, SETTLE_MS, { immediate: false })
  onScopeDispose(flush)

  /** Puts an item at an index of the whole order; `settle` waits for further steps before saving. */
  function moveTo(id: string, index: number, settle = false) {
    if (pending && pending.id !== id) flush()
    const from = indexOf(id)
    const next = moved(order.value, id, index)
    const to = next.findIndex((item) => item.id === id)
    const item = next[to]
    if (!item || item.system || to === from) return
    error.value = null
    pending ??= { id, from }
    ids.value = next.map((one) => one.id)
    announcement.value = `${item.name}: ${to + 1} of ${movableCount(next)}`
    if (settle) timer.start()
    else flush()
  }

  return {
    order,
    error,
    announcement,
    moveTo,
    moveBy: (id: string, step: 1 | -1) => moveTo(id, indexOf(id) + step, true),
  }
}
