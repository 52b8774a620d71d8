import { Webhook } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { hooks } from './hooks.ts'

export const feature: Feature = {
  nav: { label: 'Hooks', to: PATHS.hooks, key: 'h', icon: Webhook, order: 80 },
  creates: [hooks],
  routes: [
    {
      path: PATHS.hooks,
      component: () => import('./HooksPage.vue'),
      meta: { title: 'Hooks', needs: 'listEventHooks' },
    },
    {
      path: PATHS.hookReceiver,
      component: () => import('./receiver/ReceiverPage.vue'),
      meta: { title: 'Built-in receiver', needs: 'listEventHooks' },
    },
    {
      path: routePathOf('eventHook'),
      component: () => import('./HookPage.vue'),
      props: true,
      meta: { title: 'Hook', needs: 'getEventHook' },
    },
  ],
}
