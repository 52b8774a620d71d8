import { House } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'
import OverviewPage from './OverviewPage.vue'

export const feature: Feature = {
  nav: { label: 'Overview', to: PATHS.overview, key: 'o', icon: House, order: 10 },
  routes: [{ path: PATHS.overview, component: OverviewPage, meta: { title: 'Overview' } }],
}
