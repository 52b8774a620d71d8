import { computed, ref } from 'vue'
import { bounded } from './step-groups.ts'

/** A long list in parts: `step` items at first and always the last item; `more` adds `step` items. */
export function useBounded<T>(list: () => readonly T[], step: number) {
  const limit = ref(step)
  return { parts: computed(() => bounded(list(), limit.value)), more: () => (limit.value += step) }
}
