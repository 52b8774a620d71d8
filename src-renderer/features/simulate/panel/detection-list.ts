import { computed, type Ref } from 'vue'

/** The choice that means an empty list. */
export const NONE = { id: 'NONE', name: 'None detected' } as const

/**
 * A list of detections as a picker shows it: no choice is "not given" (null), the choice NONE is an empty list. NONE and
 * other choices exclude each other; the last choice wins.
 */
export function useDetected(model: Ref<string[] | null>) {
  return computed<string[]>({
    get: () => (model.value?.length === 0 ? [NONE.id] : (model.value ?? [])),
    set: (next) => {
      if (next.length === 0) model.value = null
      else model.value = next.at(-1) === NONE.id ? [] : next.filter((id) => id !== NONE.id)
    },
  })
}
