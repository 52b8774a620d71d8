import { Users } from '@lucide/vue'
import type { Feature } from '../../app/features.ts'
import { PLACES } from '../../app/places.ts'

export const feature: Feature = {
  nav: {
    label: 'Directory',
    to: PLACES.people,
    icon: Users,
    order: 50,
    children: [
      { label: 'People', to: PLACES.people },
      { label: 'Groups', to: PLACES.groups },
      { label: 'User types', to: PLACES.userTypes },
    ],
  },
  routes: [
    { path: '/directory', redirect: PLACES.people },
    { path: PLACES.people, component: () => import('./PeoplePage.vue'), meta: { title: 'People' } },
    { path: `${PLACES.people}/:userId`, component: () => import('./PersonPage.vue'), meta: { title: 'Person' } },
    { path: PLACES.groups, component: () => import('./GroupsPage.vue'), meta: { title: 'Groups' } },
    { path: `${PLACES.groups}/:groupId`, component: () => import('./GroupPage.vue'), meta: { title: 'Group' } },
    { path: PLACES.userTypes, component: () => import('./UserTypesPage.vue'), meta: { title: 'User types' } },
  ],
}
