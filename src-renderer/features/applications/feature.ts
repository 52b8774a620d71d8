import { AppWindow } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { applications } from './applications.ts'

export const feature: Feature = {
  nav: { label: 'Applications', to: PATHS.applications, key: 'a', icon: AppWindow, order: 60 },
  creates: [applications],
  routes: [
    {
      path: PATHS.applications,
      component: () => import('./ApplicationsPage.vue'),
      meta: { title: 'Applications', needs: 'listApps' },
    },
    {
      path: PATHS.newApplication,
      component: () => import('./wizard/CreateApplication.vue'),
      meta: { title: 'Create application', needs: 'createApp' },
    },
    {
      path: routePathOf('app'),
      component: () => import('./ApplicationPage.vue'),
      meta: { title: 'Application', needs: 'getApp' },
    },
    {
      path: `${routePathOf('app')}/attributes`,
      component: () => import('./AppAttributesPage.vue'),
      props: true,
      meta: { title: 'Attributes of assignments' },
    },
  ],
}
