import { KeyRound } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'
import { COLLECTIONS, type Collection, type CollectionName } from './collections.ts'

const names = Object.keys(COLLECTIONS) as CollectionName[]

export const feature: Feature = {
  nav: {
    label: 'Access',
    to: PLACES.authenticators,
    icon: KeyRound,
    order: 100,
    children: names.map((name) => ({
      label: COLLECTIONS[name].title,
      to: COLLECTIONS[name].path,
      engine: (COLLECTIONS[name] as Collection).engine,
    })),
  },
  routes: [
    { path: '/access', redirect: PLACES.authenticators },
    ...names.map((name) => ({
      path: COLLECTIONS[name].path,
      component: () => import('./CollectionPage.vue'),
      props: { name },
      meta: { title: COLLECTIONS[name].title },
    })),
  ],
}
