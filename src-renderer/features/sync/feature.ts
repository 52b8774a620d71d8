import { ArrowLeftRight } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { connections } from './connections.ts'

/** Connections to instances elsewhere, and how the workspace differs from them. */
export const feature: Feature = {
  nav: { label: 'Sync', to: PATHS.sync, key: 'y', icon: ArrowLeftRight, order: 85 },
  creates: [connections],
  routes: [
    {
      path: PATHS.sync,
      component: () => import('./ConnectionsPage.vue'),
      meta: { title: 'Sync', words: 'connections remote instances compare differences', needs: 'listConnections' },
    },
    {
      path: routePathOf('connection'),
      component: () => import('./ConnectionPage.vue'),
      props: true,
      meta: { title: 'Connection', needs: 'getConnection' },
    },
  ],
  paletteLines: async () => (await import('./useConnectionLines.ts')).useConnectionLines,
}
