import { Network } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: { label: 'Networks', to: PLACES.networks, icon: Network, order: 70 },
  routes: [
    { path: PLACES.networks, component: () => import('./NetworksPage.vue'), meta: { title: 'Networks' } },
    // One opens as a drawer over the list, which must stay as it is: so its place is a query of the list.
    {
      path: `${PLACES.networks}/:zoneId`,
      redirect: ({ params }) => ({ path: PLACES.networks, query: { open: params.zoneId } }),
    },
  ],
}
