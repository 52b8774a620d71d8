import { Building2 } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  nav: { label: 'Organization', to: PATHS.organization, key: 'r', icon: Building2, order: 90 },
  routes: [
    {
      path: PATHS.organization,
      component: () => import('./OrganizationPage.vue'),
      meta: {
        title: 'Organization',
        words:
          'company name website phone address logo contacts billing technical support access footer bounces third-party',
      },
    },
  ],
}
