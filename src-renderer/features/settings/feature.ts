import { Settings } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: { label: 'Settings', to: PATHS.settings, icon: Settings, order: 110 },
  routes: [{ path: PATHS.settings, component: () => import('./SettingsPage.vue'), meta: { title: 'Settings' } }],
}
