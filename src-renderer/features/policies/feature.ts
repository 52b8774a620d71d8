import { ShieldCheck } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: { label: 'Policies', to: PATHS.policies(), key: 'p', icon: ShieldCheck, order: 20 },
  creates: [{ kind: 'policy', one: 'policy', path: PATHS.policies(), operations: { create: 'createPolicy' } }],
  routes: [
    {
      path: PATHS.policies(),
      component: () => import('./list/PoliciesPage.vue'),
      meta: { title: 'Policies', needs: 'listPolicies' },
    },
    {
      path: routePathOf('policy'),
      component: () => import('./policy/PolicyPage.vue'),
      meta: { title: 'Policy', needs: 'listPolicies' },
      props: true,
    },
  ],
}
