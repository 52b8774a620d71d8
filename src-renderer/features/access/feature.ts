import { KeyRound } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, routePathOf } from '#ui/domain/paths.ts'
import { COLLECTIONS } from './collections/index.ts'
import { apiTokens } from './tokens/api-tokens.ts'

export const feature: Feature = {
  nav: {
    label: 'Access',
    to: PATHS.authenticators,
    icon: KeyRound,
    order: 100,
    children: [
      ...COLLECTIONS.map(({ resource, engine }) => ({ label: resource.title, to: resource.path, engine })),
      { label: 'Clients', to: PATHS.clients },
      { label: 'Administrators', to: PATHS.administrators },
      { label: 'API tokens', to: PATHS.apiTokens },
      { label: 'Sign-in', to: PATHS.signIn },
      { label: 'Rate limits', to: PATHS.rateLimits },
    ],
  },
  creates: [...COLLECTIONS.map(({ resource }) => resource), apiTokens],
  routes: [
    { path: '/access', redirect: PATHS.authenticators },
    {
      path: PATHS.clients,
      component: () => import('./clients/ClientsPage.vue'),
      meta: {
        title: 'Clients',
        words: 'OAuth consents grants scopes programs applications tokens revoke',
        needs: 'listClientOverviews',
      },
    },
    {
      path: PATHS.administrators,
      component: () => import('./administrators/AdministratorsPage.vue'),
      meta: {
        title: 'Administrators',
        words: 'admin roles rights permissions help desk who may assign',
        needs: 'listAdministrators',
      },
    },
    {
      path: PATHS.apiTokens,
      component: () => import('./tokens/TokensPage.vue'),
      meta: { title: 'API tokens', words: 'secret SSWS script', needs: 'listApiTokenDetails' },
    },
    {
      path: PATHS.signIn,
      component: () => import('./sign-in/SignInPage.vue'),
      meta: { title: 'Sign-in', words: 'login authorize OIDC OpenID Connect pages', needs: 'getSignInSettings' },
    },
    {
      path: PATHS.rateLimits,
      component: () => import('./rate-limits/RateLimitsPage.vue'),
      meta: { title: 'Rate limits', words: 'throttle 429 concurrency', needs: 'replaceRateLimits' },
    },
    {
      path: routePathOf('authorizationServer'),
      component: () => import('./servers/ServerPage.vue'),
      props: true,
      meta: { title: 'Authorization server', needs: 'getAuthorizationServer' },
    },
    ...COLLECTIONS.map((collection) => ({
      path: collection.resource.path,
      component: () => import('#ui/resource/collection/CollectionPage.vue'),
      props: { collection },
      meta: { title: collection.resource.title, needs: collection.resource.operations.list },
    })),
  ],
}
