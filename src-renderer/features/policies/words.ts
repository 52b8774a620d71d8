import type { PolicyType } from '../../../src-server/contract/policy-types.ts'
import type { PolicyReach } from '../../../src-server/contract/workspace.ts'
import { counted } from '../../components/time.ts'

/** The service's words without the path that they begin with: beside the field it is plain which one is meant. */
export function withoutPath(words: string): string {
  return words.replaceAll(/(^|; )(?:name|description|status|priority|type|conditions|actions|settings)[\w.]*: /g, '$1')
}

/** "1 person", "214 people". */
export function peopleWords(number: number): string {
  return counted(number, 'person', 'people')
}

/** "a, b and 2 more": names cut after the first ones. */
export function someNames(names: readonly string[], shown = 3): string {
  const cut = names.slice(0, shown)
  const rest = names.length - cut.length
  if (rest > 0) return `${cut.join(', ')} and ${rest} more`
  return cut.length < 2 ? cut.join('') : `${cut.slice(0, -1).join(', ')} and ${cut.at(-1)}`
}

/** The name of something that may be gone. */
export function nameOrGone(named: { id: string; name: string | null }): string {
  return named.name ?? `${named.id} (deleted)`
}

/** Whether taking the policy away can change how somebody signs in. */
export function decidesForPeople(status: string, reach: PolicyReach | undefined): boolean {
  return status === 'ACTIVE' && (!reach || (reach.activeRules > 0 && reach.people > 0))
}

/** Priorities are places: "1st", "2nd", "11th". */
export function ordinal(number: number): string {
  const tens = number % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** A type's label inside a sentence: "password policy", "OAuth authorization policy". */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The same with its article: "a password policy", "an OAuth authorization policy". */
export function withArticle(label: string): string {
  return `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${inSentence(label)}`
}

/** Types of policies, short enough for all in one line at 1280 px; a title beside says the same in full. */
export const TYPE_IN_SHORT: Readonly<Record<PolicyType, string>> = {
  SVC_SIGN_ON: 'Global session',
  PASSWORD: 'Password',
  MFA_ENROLL: 'Authenticators',
  IDP_DISCOVERY: 'Routing',
  ACCESS_POLICY: 'Authentication',
  PROFILE_ENROLLMENT: 'Profile enrollment',
  POST_AUTH_SESSION: 'Post auth',
  ENTITY_RISK: 'Entity risk',
  OAUTH_AUTHORIZATION_POLICY: 'OAuth',
}
