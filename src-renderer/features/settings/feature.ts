import { Settings } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Settings', to: PLACES.settings, icon: Settings, order: 110 },
  routes: [{ path: PLACES.settings, component: () => import('./SettingsPage.vue'), meta: { title: 'Settings' } }],
}
