import { ScrollText } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: {
    label: 'Audit',
    to: PLACES.audit,
    icon: ScrollText,
    order: 40,
    children: [
      { label: 'Events', to: PLACES.audit },
      { label: 'Keep and prove', to: PLACES.auditKeep },
    ],
  },
  routes: [
    { path: PLACES.audit, component: () => import('./AuditPage.vue'), meta: { title: 'Audit' } },
    { path: PLACES.auditKeep, component: () => import('./keep/KeepPage.vue'), meta: { title: 'Keep and prove' } },
  ],
}
