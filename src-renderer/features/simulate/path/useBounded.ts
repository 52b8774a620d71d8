import { computed, ref } from 'vue'
import { bounded } from './stretches.ts'

/** Draws a long list by and by: so many at first, the last always, more on demand. */
export function useBounded<T>(list: () => readonly T[], step: number) {
  const limit = ref(step)
  return { parts: computed(() => bounded(list(), limit.value)), more: () => (limit.value += step) }
}
