import { freeFact } from './formula.ts'

/**
 * What formulas of conditions and of expressions are about. One name for each, so that a condition and an expression about the same thing
 * mean the same fact.
 */
export const SUBJECTS = {
  /** The person's id. */
  person: 'person',
  /** Ids of the person's groups. */
  groups: 'groups',
  userType: 'userType',
  providerType: 'providerType',
  /** That anything of the person's profile is known. */
  user: 'user',
  app: 'app',
  /** The kind of application. */
  appName: 'appName',
  /** Zones with addresses that hold the request's own; what is known is the address. */
  zones: 'zones',
  /** Zones by place or network, which no address tells offline. */
  dynamicZones: 'dynamicZones',
  platform: 'platform',
  registered: 'registered',
  managed: 'managed',
  assurance: 'assurance',
  riskScore: 'riskScore',
  entityRisk: 'entityRisk',
  behaviors: 'behaviors',
  detections: 'detections',
  authType: 'authType',
  identityProvider: 'identityProvider',
  client: 'client',
  grantType: 'grantType',
  /** Scopes that are asked for. */
  scopes: 'scopes',
  /** What the person typed to sign in. */
  identifier: 'identifier',
} as const

/** An attribute of the profile; whether it is known is known of the person as a whole. */
export const attribute = (name: string): string => `user.profile.${name}`

/** That a client asks for itself, without a person. */
export const CLIENT_ALONE = freeFact('a client asks for itself')
