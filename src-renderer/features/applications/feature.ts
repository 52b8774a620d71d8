import { AppWindow } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Applications', to: PLACES.applications, icon: AppWindow, order: 60 },
  routes: [
    { path: PLACES.applications, component: () => import('./ApplicationsPage.vue'), meta: { title: 'Applications' } },
    {
      path: `${PLACES.applications}/:appId`,
      component: () => import('./ApplicationPage.vue'),
      meta: { title: 'Application' },
    },
  ],
}
