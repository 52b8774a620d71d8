import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A step of the breadcrumb; the last one has no address. */
export interface Crumb {
  label: string
  to?: string
}

/** The breadcrumb that the open page has set; null: the route's own title. */
export const useCrumbStore = defineStore('crumbs', () => ({ crumbs: ref<Crumb[] | null>(null) }))
