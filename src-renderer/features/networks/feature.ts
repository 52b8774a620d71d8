import { Network } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { zones } from './zones.ts'

export const feature: Feature = {
  nav: { label: 'Network zones', to: PATHS.networks, key: 'n', icon: Network, order: 70 },
  creates: [zones],
  routes: [
    {
      path: PATHS.networks,
      component: () => import('./NetworksPage.vue'),
      meta: { title: 'Network zones', needs: 'listZones' },
    },
    // One opens as a drawer over the list, which must stay as it is: so its place is a query of the list.
    {
      path: routePathOf('zone'),
      redirect: ({ params }) => ({ path: PATHS.networks, query: { open: params.zoneId } }),
    },
  ],
}
