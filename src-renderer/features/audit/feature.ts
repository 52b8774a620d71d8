import { ScrollText } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: {
    label: 'Audit',
    to: PATHS.audit,
    key: 'l',
    icon: ScrollText,
    order: 40,
    children: [
      { label: 'Events', to: PATHS.audit },
      { label: 'Integrity and retention', to: PATHS.auditIntegrity },
    ],
  },
  routes: [
    { path: PATHS.audit, component: () => import('./AuditPage.vue'), meta: { title: 'Audit', needs: 'listLogEvents' } },
    {
      path: PATHS.auditIntegrity,
      component: () => import('./integrity/IntegrityPage.vue'),
      meta: { title: 'Integrity and retention', needs: 'listLogEvents' },
    },
    // The address before the page was renamed, for links that people saved.
    { path: '/audit/keep', redirect: PATHS.auditIntegrity },
  ],
}
