import { FlaskConical } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: {
    label: 'Simulate',
    to: PATHS.simulate,
    key: 's',
    icon: FlaskConical,
    order: 30,
    children: [
      { label: 'One sign-in', to: PATHS.simulate },
      { label: 'Many sign-ins', to: PATHS.simulateMany, key: 'm' },
    ],
  },
  routes: [
    {
      path: PATHS.simulate,
      component: () => import('./SimulatePage.vue'),
      meta: { title: 'Simulate', needs: 'explainPolicies' },
    },
    {
      path: PATHS.simulateMany,
      component: () => import('./many/ManyPage.vue'),
      meta: { title: 'Many sign-ins', words: 'simulate batch matrix people applications', needs: 'simulateMany' },
    },
  ],
  paletteLines: async () => (await import('./palette/usePaletteLines.ts')).usePaletteLines,
}
