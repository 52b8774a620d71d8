import { ShieldCheck } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Policies', to: PLACES.policies(), icon: ShieldCheck, order: 20 },
  routes: [
    { path: PLACES.policies(), component: () => import('./list/PoliciesPage.vue'), meta: { title: 'Policies' } },
    {
      path: PLACES.policy(':policyId'),
      component: () => import('./policy/PolicyPage.vue'),
      meta: { title: 'Policy' },
      props: true,
    },
  ],
}
