/**
 * Families of the interface that this service leaves out (spec/5 decision 10, spec/6 operations), by the beginnings of their paths below
 * `/api/v1`; `*` stands for one segment. With a valid token they answer that the feature is off, `E0000015`.
 */
export const OUTSIDE_SCOPE = {
  'linked objects': ['meta/schemas/user/linkedObjects', 'users/*/linkedObjects'],
  'UI schemas': ['meta/uischemas'],
  captcha: ['captchas', 'org/captcha'],
  'email sender': ['org/email/sender', 'org/email/senders'],
  factors: ['org/factors', 'users/*/factors'],
  'user risk': ['users/*/risk'],
  'blocks of people': ['users/*/blocks'],
  subscriptions: ['roles/*/subscriptions', 'users/*/subscriptions'],
  provisioning: ['apps/*/connections', 'apps/*/cwo/connections', 'apps/*/features'],
  'group push': ['apps/*/group-push'],
  'federated claims': ['apps/*/federated-claims'],
  realms: ['realms', 'realm-assignments'],
  'trusted origins': ['trustedOrigins'],
  brands: ['brands'],
  domains: ['domains', 'email-domains'],
  templates: ['templates'],
  'inline hooks': ['inlineHooks'],
  'hook keys': ['hook-keys'],
  'custom roles': ['iam'],
  'profile mappings': ['mappings'],
  'features of the organization': ['features'],
  'catalogue of applications': ['catalog'],
  'log streams': ['logStreams', 'meta/schemas/logStream'],
  'threat insight': ['threats'],
  'settings of rate limits': ['rate-limit-settings'],
  devices: ['devices'],
  // Switched on by few organizations only (spec/5 §14).
  'kinds of security keys': ['authenticators/*/aaguids'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const patterns = Object.values(OUTSIDE_SCOPE)
  .flat()
  .map((prefix) => prefix.replaceAll('*', '[^/]+'))
const OUTSIDE = new RegExp(`^/api/v1/(?:${patterns.join('|')})(?:/|$)`)

/** Whether a readable path belongs to a family that is left out. */
export function isOutsideScope(path: string): boolean {
  return OUTSIDE.test(path)
}
