import { useStorage } from '@vueuse/core'
import type { Ref } from 'vue'
import type { EntityKind } from '#ui/domain/kinds.ts'

/** How a list is shown. */
export type ListLook = 'table' | 'cards'

/** How the list of a kind was shown last, on this machine. */
export function useListLook(kind: EntityKind): Ref<ListLook> {
  return useStorage<ListLook>(`gatehouse.look.${kind}`, 'table')
}
