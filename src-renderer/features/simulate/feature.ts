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
      { label: 'Policy tests', to: PATHS.policyTests },
      { label: 'Invariants', to: PATHS.invariants },
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
    {
      path: PATHS.policyTests,
      component: () => import('./tests/TestsPage.vue'),
      meta: { title: 'Policy tests', words: 'test case expectation coverage regression', needs: 'runPolicyTests' },
    },
    {
      path: PATHS.invariants,
      component: () => import('./invariants/InvariantsPage.vue'),
      meta: { title: 'Invariants', words: 'prove proof guard always never audit', needs: 'checkInvariants' },
    },
  ],
  paletteLines: async () => (await import('./palette/usePaletteLines.ts')).usePaletteLines,
}
