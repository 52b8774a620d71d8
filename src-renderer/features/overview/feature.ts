import { House } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Overview', to: PLACES.overview, icon: House, order: 10 },
  routes: [{ path: PLACES.overview, component: () => import('./OverviewPage.vue'), meta: { title: 'Overview' } }],
}
