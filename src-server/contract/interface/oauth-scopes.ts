/** Areas of the interface that an access token can be for, and what it may do there (spec/4 §3.5). */
const BOTH = ['manage', 'read'] as const

const AREAS = {
  ...{ agentPools: BOTH, apiTokens: BOTH, appGrants: BOTH, apps: BOTH, authenticators: BOTH },
  ...{ authorizationServers: BOTH, behaviors: BOTH, brands: BOTH, captchas: BOTH },
  clients: ['manage', 'read', 'register'],
  ...{ deviceAssurance: BOTH, devices: BOTH, domains: BOTH, emailDomains: BOTH, emailServers: BOTH },
  ...{ eventHooks: BOTH, factors: BOTH, features: BOTH, groups: BOTH, identitySources: BOTH, idps: BOTH },
  ...{ inlineHooks: BOTH, linkedObjects: BOTH, logStreams: BOTH },
  logs: ['read'],
  ...{ 'myAccount.email': BOTH, 'myAccount.password': BOTH, 'myAccount.phone': BOTH, 'myAccount.profile': BOTH },
  ...{ networkZones: BOTH, oauthIntegrations: BOTH, orgs: BOTH, policies: BOTH, principalRateLimits: BOTH },
  ...{ profileMappings: BOTH, rateLimits: BOTH, realms: BOTH },
  riskEvents: ['manage'],
  ...{ riskProviders: BOTH, roles: BOTH, schemas: BOTH, sessions: BOTH, templates: BOTH, threatInsights: BOTH },
  ...{ trustedOrigins: BOTH, uischemas: BOTH, userTypes: BOTH },
  users: ['manage', 'manage.self', 'read', 'read.self'],
} as const satisfies Record<string, readonly string[]>

/** The scopes of the interface, 97 of them (spec/4 §3.5): what a client can be granted, and what its access tokens are for. */
export const OAUTH_SCOPES: readonly string[] = Object.entries(AREAS).flatMap(([area, verbs]) =>
  verbs.map((verb) => `svc.${area}.${verb}`),
)
