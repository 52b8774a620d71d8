import { onScopeDispose } from 'vue'
import { usePaletteStore, type PaletteAction } from '#ui/stores/palette.ts'

/** Offers a page's actions in the command palette for as long as the page is shown. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  onScopeDispose(usePaletteStore().offer(actions))
}
