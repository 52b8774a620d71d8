import { Ban, Check, CircleQuestionMark, CornerDownRight, UserPlus } from '@lucide/vue'
import type { InjectionKey } from 'vue'
import type { ConditionExplanation, Explanation } from '#contract/policy/simulation.ts'
import { VERDICT, type StatusMeta } from '#ui/domain/status-labels.ts'

export type ExplainedPolicy = Explanation['path'][number]
export type ExplainedRule = ExplainedPolicy['rules'][number]

/** One line of a rule's outcome. */
export interface OutcomeLine {
  text: string
  /** In a comparison: '−' when only A has the line, '+' when only B has it; null otherwise. */
  mark: '+' | '−' | null
}

/** The outcome of the deciding rule. */
export interface Decision {
  meta: StatusMeta
  lines: readonly OutcomeLine[]
}

/** Provided to a path: the rules that came nearest to matching. */
export const NEAREST: InjectionKey<{ has: (ruleId: string) => boolean }> = Symbol('nearest rules')

/** The evaluator's text for a skipped part, such as the right side of an `or` whose left side is true. */
export const NOT_NEEDED = 'not needed'

/**
 * Whether an earlier policy or rule is undefined: with more context it might apply instead, so the verdict is not
 * certain.
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

const ALLOWED: StatusMeta = { word: 'Allowed', tone: 'success', icon: Check }
const DENIED: StatusMeta = { word: 'Denied', tone: 'danger', icon: Ban }
const APPLIES: StatusMeta = { word: 'Applies', tone: 'accent', icon: CornerDownRight }
const REGISTERS: StatusMeta = { word: 'May register', tone: 'success', icon: UserPlus }
const NO_RULE: StatusMeta = { ...VERDICT.NOT_MATCH, word: 'No rule matches' }
const CANNOT_TELL: StatusMeta = { ...VERDICT.UNDEFINED, icon: CircleQuestionMark }

/**
 * The word, tone and icon of a type's verdict. They come from the actions of the matching rule, since a match can deny.
 */
export function verdictMeta(explanation: Explanation): StatusMeta {
  if (explanation.status === 'UNDEFINED') return CANNOT_TELL
  if (explanation.status === 'NOT_MATCH' || !explanation.matched) return NO_RULE
  const access = accessOf(explanation.matched.actions)
  if (access === 'DENY') return DENIED
  if (explanation.policyType === 'PROFILE_ENROLLMENT') return REGISTERS
  return access === 'ALLOW' ? ALLOWED : APPLIES
}

/** Pairs of conditions of which one is enough: the groups or the people of a rule. */
const EITHER: Readonly<Record<string, string>> = {
  'people.groups.include': 'people.users.include',
  'people.users.include': 'people.groups.include',
}

/** The status of a condition together with its alternative. */
function jointStatus({ path, status }: ConditionExplanation, all: readonly ConditionExplanation[]) {
  const other = all.find((condition) => condition.path === EITHER[path])
  return status === 'NOT_MATCH' && other ? other.status : status
}

/**
 * The condition that decided the status of a step: the first that failed, or the first that is undefined. A group list
 * that fails does not decide while the list of people may match.
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

/** Whether a condition is the second of two alternatives. */
export function isAlternative({ path }: ConditionExplanation, all: readonly ConditionExplanation[]): boolean {
  return path === 'people.users.include' && all.some((condition) => condition.path === EITHER[path])
}

const CONDITION_LABELS: Readonly<Record<string, string>> = {
  'people.groups': 'Group',
  'people.users': 'Person',
  userType: 'User type',
  network: 'Network',
  authContext: 'Sign-in via',
  authProvider: 'Password',
  riskScore: 'Risk',
  risk: 'Behavior',
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

/** The label of a condition's path: `people.groups.include` is "Group". */
export function conditionLabel(path: string): string {
  const [first = '', second = ''] = path.split('.')
  return CONDITION_LABELS[`${first}.${second}`] ?? CONDITION_LABELS[first] ?? first
}

/** The text for each verdict in a tally, in order. */
const TALLY = new Map<StatusMeta, (amount: number) => string>([
  [DENIED, () => 'denied'],
  [ALLOWED, () => 'allowed'],
  [REGISTERS, () => 'may register'],
  [APPLIES, (amount) => (amount === 1 ? 'applies' : 'apply')],
  [NO_RULE, () => 'without a match'],
  [CANNOT_TELL, (amount) => (amount === 1 ? 'needs more information' : 'need more information')],
])

/** The number of each verdict in one line: "1 denied · 3 allowed". */
export function tally(explanations: readonly Explanation[]): string {
  const metas = explanations.map(verdictMeta)
  return [...TALLY]
    .map(([meta, text]) => ({ amount: metas.filter((one) => one === meta).length, text }))
    .filter(({ amount }) => amount > 0)
    .map(({ amount, text }) => `${amount} ${text(amount)}`)
    .join(' · ')
}

const openIn = (rule: ExplainedRule) => rule.conditions.filter((condition) => condition.status !== 'MATCH').length

/**
 * The ids of the rules that came nearest to matching: those with a counterfactual and the fewest conditions that failed
 * or are undefined.
 */
export function nearestRules({ path }: Explanation): ReadonlySet<string> {
  const rules = path.flatMap((policy) => policy.rules).filter((rule) => rule.status !== 'MATCH' && rule.counterfactual)
  const least = Math.min(...rules.map(openIn))
  return new Set(rules.filter((rule) => openIn(rule) === least).map((rule) => rule.id))
}
