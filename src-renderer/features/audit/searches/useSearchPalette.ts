import { Bookmark, BookmarkPlus } from '@lucide/vue'
import { onScopeDispose, watch } from 'vue'
import { usePaletteStore } from '#ui/stores/palette.ts'

interface Search {
  id: string
  name: string
}

/** Offers searches in the command palette, and to save the current one; follows the list as it changes. */
export function useSearchPalette<One extends Search>(
  searches: () => readonly One[],
  open: (search: One) => void,
  save: () => void,
): void {
  const palette = usePaletteStore()
  let withdraw = () => {}
  watch(
    searches,
    (list) => {
      withdraw()
      withdraw = palette.offer([
        ...list.map((search) => ({
          id: `audit-search-${search.id}`,
          label: `Audit search: ${search.name}`,
          icon: Bookmark,
          run: () => open(search),
        })),
        { id: 'audit-search-save', label: 'Save this search', icon: BookmarkPlus, run: save },
      ])
    },
    { immediate: true },
  )
  onScopeDispose(() => withdraw())
}
