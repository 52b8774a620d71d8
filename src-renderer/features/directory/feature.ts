import { Users } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { groupRules } from './group-rules/group-rules.ts'
import { groups } from './groups.ts'
import { people } from './people.ts'
import { userTypes } from './user-types.ts'

export const feature: Feature = {
  nav: {
    label: 'Directory',
    to: PATHS.people,
    icon: Users,
    order: 50,
    children: [
      { label: 'People', to: PATHS.people, key: 'u' },
      { label: 'Groups', to: PATHS.groups, key: 'g' },
      { label: 'Group rules', to: PATHS.groupRules },
      { label: 'User types', to: PATHS.userTypes },
      { label: 'Import and export', to: PATHS.directoryImports() },
    ],
  },
  creates: [people, groups, groupRules, userTypes],
  routes: [
    { path: '/directory', redirect: PATHS.people },
    { path: PATHS.people, component: () => import('./PeoplePage.vue'), meta: { title: 'People', needs: 'listUsers' } },
    {
      path: routePathOf('user'),
      component: () => import('./PersonPage.vue'),
      meta: { title: 'Person', needs: 'getUser' },
    },
    { path: PATHS.groups, component: () => import('./GroupsPage.vue'), meta: { title: 'Groups', needs: 'listGroups' } },
    {
      path: PATHS.groupAttributes,
      component: () => import('./GroupAttributesPage.vue'),
      meta: { title: 'Group attributes', words: 'schema custom profile of groups' },
    },
    {
      path: routePathOf('group'),
      component: () => import('./GroupPage.vue'),
      meta: { title: 'Group', needs: 'getGroup' },
    },
    {
      path: PATHS.groupRules,
      component: () => import('./group-rules/GroupRulesPage.vue'),
      meta: { title: 'Group rules', needs: 'listGroupRules' },
    },
    {
      path: PATHS.userTypes,
      component: () => import('./UserTypesPage.vue'),
      meta: { title: 'User types', needs: 'listUserTypes' },
    },
    {
      path: PATHS.directoryImports(),
      component: () => import('./imports/ImportsPage.vue'),
      meta: { title: 'Import and export', words: 'csv ndjson scim upload download', needs: 'listDirectoryImports' },
    },
    {
      path: PATHS.directoryImport(':directoryImportId'),
      component: () => import('./imports/ImportPage.vue'),
      props: true,
      meta: { title: 'Import', needs: 'listDirectoryImports' },
    },
  ],
}
