import { Ban, Check, CircleQuestionMark, CornerDownRight, UserPlus } from '@lucide/vue'
import type { InjectionKey } from 'vue'
import type { ConditionExplanation, Explanation } from '../../../../src-server/contract/simulation.ts'
import { VERDICT, type Look } from '../../../components/status-words.ts'

export type ExplainedPolicy = Explanation['path'][number]
export type ExplainedRule = ExplainedPolicy['rules'][number]

/** A sentence of what a rule does; `only`: the other sign-in's answer lacks it. */
export interface OutcomeLine {
  words: string
  only: boolean
}

/** What the rule that decides comes to. */
export interface Decision {
  look: Look
  lines: readonly OutcomeLine[]
}

/** Ids of the rules that came nearest to matching, for the path that is drawn. */
export const NEAREST: InjectionKey<{ has: (ruleId: string) => boolean }> = Symbol('nearest rules')

/** How the evaluator calls a part that it could leave out, such as the right of an `or` whose left holds. */
export const NOT_NEEDED = 'not needed'

/**
 * Whether something before the match cannot be told: with more of the context another rule might apply, so the verdict
 * holds only for what is given.
 */
export function isProvisional({ status, path }: Explanation): boolean {
  if (status !== 'MATCH') return false
  return path.some(
    (policy) => policy.status === 'UNDEFINED' || policy.rules.some((rule) => rule.status === 'UNDEFINED'),
  )
}

function accessOf(actions: Record<string, unknown>): string | null {
  for (const key of ['signon', 'appSignOn', 'profileEnrollment']) {
    const action = actions[key] as { access?: string; unknownUserAction?: string } | undefined
    if (action?.unknownUserAction === 'DENY') return 'DENY'
    if (action?.access) return action.access
  }
  return null
}

const ALLOWED: Look = { word: 'Allowed', tone: 'success', icon: Check }
const DENIED: Look = { word: 'Denied', tone: 'danger', icon: Ban }
const APPLIES: Look = { word: 'Applies', tone: 'accent', icon: CornerDownRight }
const REGISTERS: Look = { word: 'May register', tone: 'success', icon: UserPlus }
const NO_RULE: Look = { ...VERDICT.NOT_MATCH, word: 'No rule matches' }
const CANNOT_TELL: Look = { ...VERDICT.UNDEFINED, icon: CircleQuestionMark }

/**
 * The verdict of a type in a word. A rule that matches may well deny: what counts for people is what the rule does, so
 * the word comes from its actions.
 */
export function verdictLook(explanation: Explanation): Look {
  if (explanation.status === 'UNDEFINED') return CANNOT_TELL
  if (explanation.status === 'NOT_MATCH' || !explanation.matched) return NO_RULE
  const access = accessOf(explanation.matched.actions)
  if (access === 'DENY') return DENIED
  if (explanation.policyType === 'PROFILE_ENROLLMENT') return REGISTERS
  return access === 'ALLOW' ? ALLOWED : APPLIES
}

/** Two lists of which one suffices: groups or persons that a rule is for. */
const EITHER: Readonly<Record<string, string>> = {
  'people.groups.include': 'people.users.include',
  'people.users.include': 'people.groups.include',
}

/** The verdict of a condition together with the one that may stand in for it. */
function jointStatus({ path, status }: ConditionExplanation, all: readonly ConditionExplanation[]) {
  const other = all.find((condition) => condition.path === EITHER[path])
  return status === 'NOT_MATCH' && other ? other.status : status
}

/**
 * The condition that settles a step of a given verdict: the first that failed where it does not match, the first that
 * cannot be told where that is open. A list of groups that fails decides nothing while the list of persons may hold.
 */
export function decisive(
  status: ConditionExplanation['status'],
  conditions: readonly ConditionExplanation[],
): ConditionExplanation | null {
  if (status === 'MATCH') return null
  const settles = (condition: ConditionExplanation) =>
    condition.status === status && jointStatus(condition, conditions) === status
  return conditions.find(settles) ?? conditions.find((condition) => condition.status !== 'MATCH') ?? null
}

/** Whether a condition is the second of two of which one suffices. */
export function isAlternative({ path }: ConditionExplanation, all: readonly ConditionExplanation[]): boolean {
  return path === 'people.users.include' && all.some((condition) => condition.path === EITHER[path])
}

const CONDITION_WORDS: Readonly<Record<string, string>> = {
  'people.groups': 'Group',
  'people.users': 'Person',
  userType: 'User type',
  network: 'Network',
  authContext: 'Way in',
  authProvider: 'Password',
  riskScore: 'Risk',
  risk: 'Behaviour',
  identityProvider: 'Provider',
  device: 'Device',
  platform: 'Platform',
  userIdentifier: 'Identifier',
  app: 'Application',
  elCondition: 'Expression',
  entityRisk: 'Entity risk',
  riskDetectionTypes: 'Detections',
  clients: 'Client',
  grantTypes: 'Grant',
  scopes: 'Scopes',
}

/** What a condition's path is about, in a word: `people.groups.include` is "Group". */
export function conditionWord(path: string): string {
  const [first = '', second = ''] = path.split('.')
  return CONDITION_WORDS[`${first}.${second}`] ?? CONDITION_WORDS[first] ?? first
}

/** How many of each verdict, in the order in which they are told. */
const TALLY = new Map<Look, (amount: number) => string>([
  [DENIED, () => 'denied'],
  [ALLOWED, () => 'allowed'],
  [REGISTERS, () => 'may register'],
  [APPLIES, (amount) => (amount === 1 ? 'applies' : 'apply')],
  [NO_RULE, () => 'without a match'],
  [CANNOT_TELL, () => 'cannot be told'],
])

/** How the answers fall out, in one line for the eye and for screen readers: "1 denied · 3 allowed". */
export function tally(explanations: readonly Explanation[]): string {
  const looks = explanations.map(verdictLook)
  return [...TALLY]
    .map(([look, words]) => ({ amount: looks.filter((one) => one === look).length, words }))
    .filter(({ amount }) => amount > 0)
    .map(({ amount, words }) => `${amount} ${words(amount)}`)
    .join(' · ')
}

const openIn = (rule: ExplainedRule) => rule.conditions.filter((condition) => condition.status !== 'MATCH').length

/**
 * The rules that came nearest to matching without it: those with the fewest conditions that failed or are open, and
 * with a word on what would change that.
 */
export function nearestRules({ path }: Explanation): ReadonlySet<string> {
  const rules = path.flatMap((policy) => policy.rules).filter((rule) => rule.status !== 'MATCH' && rule.remedy)
  const least = Math.min(...rules.map(openIn))
  return new Set(rules.filter((rule) => openIn(rule) === least).map((rule) => rule.id))
}
