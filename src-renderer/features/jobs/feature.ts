import { ListTodo } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

/** The one place that shows what the service works on in the background. */
export const feature: Feature = {
  nav: { label: 'Background jobs', to: PATHS.jobs, key: 'j', icon: ListTodo, order: 105 },
  routes: [
    {
      path: PATHS.jobs,
      component: () => import('./JobsPage.vue'),
      meta: { title: 'Background jobs', needs: 'listJobs' },
    },
  ],
}
