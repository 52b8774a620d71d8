/** Areas of the interface that have a scope of their own (spec/4 §3.5). */
export const SCOPE_AREAS = [
  'policies',
  'apps',
  'groups',
  'users',
  'userTypes',
  'orgs',
  'logs',
  'networkZones',
  'apiTokens',
  'eventHooks',
  'authorizationServers',
  'behaviors',
  'deviceAssurance',
  'authenticators',
  'idps',
] as const
export type ScopeArea = (typeof SCOPE_AREAS)[number]
export type Scope = `svc.${ScopeArea}.${'read' | 'manage'}`
