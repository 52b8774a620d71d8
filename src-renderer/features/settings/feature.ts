import { Settings } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { SHOWN_SECTIONS } from './sections.ts'

export const feature: Feature = {
  nav: { label: 'Settings', to: PATHS.settings, key: 't', icon: Settings, order: 110 },
  routes: [
    {
      path: PATHS.settings,
      component: () => import('./SettingsPage.vue'),
      redirect: PATHS.settingsOf('general'),
      children: SHOWN_SECTIONS.map(({ key, label, words, component }) => ({
        path: PATHS.settingsOf(key),
        component,
        meta: { title: `Settings: ${label.toLowerCase()}`, words },
      })),
    },
  ],
}
