import { Webhook } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Hooks', to: PLACES.hooks, icon: Webhook, order: 80 },
  routes: [
    { path: PLACES.hooks, component: () => import('./HooksPage.vue'), meta: { title: 'Hooks' } },
    {
      path: PLACES.hookReceiver,
      component: () => import('./receiver/ReceiverPage.vue'),
      meta: { title: 'Built-in receiver' },
    },
    { path: PLACES.hook(':hookId'), component: () => import('./HookPage.vue'), props: true, meta: { title: 'Hook' } },
  ],
}
