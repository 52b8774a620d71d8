import { onScopeDispose, watchEffect } from 'vue'
import { useCrumbStore, type Crumb } from '#ui/stores/crumbs.ts'

/** Sets the breadcrumb and the window's title while the page is shown; re-run as what it reads changes. */
export function useCrumbs(crumbs: () => Crumb[]): void {
  const store = useCrumbStore()
  let mine: Crumb[] | null = null
  watchEffect(() => {
    mine = crumbs()
    store.crumbs = mine
  })
  onScopeDispose(() => {
    if (store.crumbs?.at(-1)?.label === mine?.at(-1)?.label) store.crumbs = null
  })
}
