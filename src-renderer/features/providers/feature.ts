import { IdCard } from '@lucide/vue'
import type { Feature } from '#ui/resource/feature.ts'
import { PATHS, pathOf, routePathOf } from '#ui/domain/paths.ts'
import { providers } from './providers.ts'

export const feature: Feature = {
  nav: {
    label: 'Identity providers',
    to: PATHS.identityProviders,
    icon: IdCard,
    order: 65,
    children: [
      { label: 'Providers', to: PATHS.identityProviders },
      { label: 'Routing tester', to: PATHS.routingTester() },
      { label: 'Trusted certificates', to: PATHS.trustedCertificates },
    ],
  },
  creates: [providers],
  routes: [
    {
      path: PATHS.identityProviders,
      component: () => import('./ProvidersPage.vue'),
      meta: { title: 'Identity providers', words: 'idp saml oidc federation social', needs: 'listIdentityProviders' },
    },
    {
      path: routePathOf('identityProvider'),
      component: () => import('./ProviderPage.vue'),
      props: true,
      meta: { title: 'Identity provider', needs: 'getIdentityProvider' },
    },
    // Where providers were before they had a page of their own.
    {
      path: '/access/identity-providers',
      redirect: ({ query }) =>
        typeof query['open'] === 'string' ? pathOf('identityProvider', query['open']) : PATHS.identityProviders,
    },
    {
      path: PATHS.trustedCertificates,
      component: () => import('./credentials/CertificatesPage.vue'),
      meta: { title: 'Trusted certificates', words: 'x509 x5c trust saml', needs: 'listIdentityProviders' },
    },
    {
      path: PATHS.routingTester(),
      component: () => import('./routing/RoutingTesterPage.vue'),
      meta: { title: 'Routing tester', words: 'idp discovery webfinger login where test', needs: 'testRouting' },
    },
  ],
}
