import { computed, type Ref } from 'vue'

/** Stands for the empty list among choices. */
export const NONE = { id: 'NONE', name: 'None detected' } as const

/**
 * A list of what was detected as a picker shows it: nothing chosen is "not given" (null), the choice NONE an empty list.
 * None and some exclude each other; the later one stays.
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
