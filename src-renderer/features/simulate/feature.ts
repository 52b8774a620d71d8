import { FlaskConical } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: { label: 'Simulate', to: PATHS.simulate, key: 's', icon: FlaskConical, order: 30 },
  routes: [{ path: PATHS.simulate, component: () => import('./SimulatePage.vue'), meta: { title: 'Simulate' } }],
  paletteLines: async () => (await import('./palette/usePaletteLines.ts')).usePaletteLines,
}
