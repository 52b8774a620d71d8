import type { PolicyType } from '#contract/policy/policy-types.ts'

/** A type's label inside a sentence: "password policy", "OAuth authorization policy". */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The same with its article: "a password policy", "an OAuth authorization policy". */
export function withArticle(label: string): string {
  return `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${inSentence(label)}`
}

/** Types of policies, short enough for all in one line at 1280 px; a title beside says the same in full. */
export const TYPE_SHORT_LABELS: Readonly<Record<PolicyType, string>> = {
  SVC_SIGN_ON: 'Global session',
  PASSWORD: 'Password',
  MFA_ENROLL: 'Authenticator enrollment',
  IDP_DISCOVERY: 'Routing',
  ACCESS_POLICY: 'Authentication',
  PROFILE_ENROLLMENT: 'Profile',
  POST_AUTH_SESSION: 'Post-auth session',
  ENTITY_RISK: 'Entity risk',
  OAUTH_AUTHORIZATION_POLICY: 'OAuth',
}
