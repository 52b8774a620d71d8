import { KeyRound } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { COLLECTIONS } from './collections/index.ts'

export const feature: Feature = {
  nav: {
    label: 'Access',
    to: PATHS.authenticators,
    icon: KeyRound,
    order: 100,
    children: COLLECTIONS.map(({ resource, engine }) => ({ label: resource.title, to: resource.path, engine })),
  },
  creates: COLLECTIONS.map(({ resource }) => resource),
  routes: [
    { path: '/access', redirect: PATHS.authenticators },
    ...COLLECTIONS.map((collection) => ({
      path: collection.resource.path,
      component: () => import('#ui/resource/collection/CollectionPage.vue'),
      props: { collection },
      meta: { title: collection.resource.title },
    })),
  ],
}
