import { computed } from 'vue'
import type { ComparisonView } from '#contract/gatehouse/comparison.ts'
import type { Preference } from '#contract/gatehouse/pull.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useDecisionsStore } from './decisions-store.ts'
import { choicesOf, isDecided, withDecision, type Place } from './decisions.ts'

/** What both sides have changed by a comparison, and who wins in it as far as that is decided. */
export function useConflicts(connectionId: string, comparison: () => ComparisonView) {
  const store = useDecisionsStore()
  const comparedAt = () => comparison().comparedAt
  /** Objects of which both sides have changed the same. */
  const found = useResource(
    async (signal) => {
      if (!comparison().counts.some(({ direction }) => direction === 'conflict')) return []
      const query = { direction: 'conflict', limit: LIMITS.page.differences.max } as const
      return api.all('listDifferences', { params: { connectionId }, query, signal }, LIMITS.pullChoices)
    },
    { watch: comparison },
  )
  const open = computed(() => found.data.value ?? [])
  const orders = computed(() => comparison().orders.filter(({ direction }) => direction === 'conflict'))

  const decisions = computed(() => store.of(connectionId, comparedAt()))
  const total = computed(() => open.value.length + orders.value.length)
  const decided = computed(
    () => [...open.value, ...orders.value].filter((one) => isDecided(decisions.value, one)).length,
  )
  const choices = computed(() => choicesOf(decisions.value))
  function decide(place: Place, prefer: Preference) {
    store.set(connectionId, comparedAt(), withDecision(decisions.value, place, prefer))
  }
  function clear() {
    store.set(connectionId, comparedAt(), new Map())
  }
  return { found, open, orders, decisions, total, decided, choices, decide, clear }
}

export type Conflicts = ReturnType<typeof useConflicts>
