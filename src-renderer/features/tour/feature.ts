import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

export const feature: Feature = {
  routes: [
    {
      path: PATHS.tour,
      component: () => import('./TourPage.vue'),
      meta: { title: 'Tour', words: 'stories sample help learn', needs: 'listPolicies' },
    },
  ],
}
