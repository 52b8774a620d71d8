import { useStorage } from '@vueuse/core'
import type { Ref } from 'vue'
import type { PageKind } from '#ui/domain/kinds.ts'

/** How a list is shown. */
export type ListLayout = 'table' | 'cards'

/** How the list of a kind was shown last, on this machine. */
export function useListLayout(kind: PageKind): Ref<ListLayout> {
  return useStorage<ListLayout>(`gatehouse.look.${kind}`, 'table')
}
