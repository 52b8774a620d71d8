import { FlaskConical } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Simulate', to: PLACES.simulate, icon: FlaskConical, order: 30 },
  routes: [{ path: PLACES.simulate, component: () => import('./SimulatePage.vue'), meta: { title: 'Simulate' } }],
}
