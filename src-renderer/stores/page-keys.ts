import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'

/** What single keys do on the pages that offer it, by key; `name` is what pages call it. */
export const PAGE_KEYS = {
  c: { name: 'create', label: 'Create, on a list. Add a rule, on a policy' },
  e: { name: 'edit', label: 'Edit what the page shows' },
} as const
type Offer = (typeof PAGE_KEYS)[keyof typeof PAGE_KEYS]['name']
type Offers = Partial<Record<Offer, () => unknown>>

/** What the page that is shown does at such a key. */
export const usePageKeysStore = defineStore('page-keys', () => {
  const offered = shallowReactive(new Map<Offer, () => unknown>())
  return { offered, run: (name: Offer) => offered.get(name)?.() }
})

/** Offers what a page does at a key for as long as the page is shown; a newer page's own stays when this one goes. */
export function usePageKeys(offers: Offers): void {
  const { offered } = usePageKeysStore()
  const entries = Object.entries(offers) as [Offer, () => unknown][]
  for (const [name, run] of entries) offered.set(name, run)
  onScopeDispose(() => {
    for (const [name, run] of entries) if (offered.get(name) === run) offered.delete(name)
  })
}
