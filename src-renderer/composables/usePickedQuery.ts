import { computed, type Ref } from 'vue'
import { useQueryState } from './useQueryState.ts'

/** An id as a picker holds it: one, or null where none is chosen. Pickers of several hold lists, which are none here. */
export const asPicked = (id: Ref<string>) =>
  computed<string[] | string | null>({
    get: () => id.value || null,
    set: (next) => (id.value = typeof next === 'string' ? next : ''),
  })

/** An object that is picked on a page, in its address: `id` is empty where none is, `picked` is for the picker. */
export function usePickedQuery(key: string) {
  const id = useQueryState<string>(key, '')
  return { id, picked: asPicked(id) }
}
