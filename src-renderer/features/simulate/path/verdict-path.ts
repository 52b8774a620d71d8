import type { InjectionKey } from 'vue'
import type { Decision } from '#contract/policy/outcome.ts'
import type { ConditionExplanation, Explanation } from '#contract/policy/simulation.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'

export type ExplainedPolicy = Explanation['path'][number]
export type ExplainedRule = ExplainedPolicy['rules'][number]

/** One line of a rule's outcome. */
export interface OutcomeLine {
  text: string
  /** In a comparison: '−' when only A has the line, '+' when only B has it; null otherwise. */
  mark: '+' | '−' | null
}

/** What the deciding rule does, as its step shows it. */
export interface RuleDecision {
  meta: StatusMeta
  lines: readonly OutcomeLine[]
}

/** Provided to a path: the rules that came nearest to matching. */
export const NEAREST: InjectionKey<{ has: (ruleId: string) => boolean }> = Symbol('nearest rules')

/** The evaluator's text for a skipped part, such as the right side of an `or` whose left side is true. */
export const NOT_NEEDED = 'not needed'

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

/** The text for each decision in a tally, in order. */
const TALLY: Readonly<Record<Decision, (amount: number) => string>> = {
  DENY: () => 'denied',
  ALLOW: () => 'allowed',
  REGISTER: () => 'may register',
  APPLY: (amount) => (amount === 1 ? 'applies' : 'apply'),
  NO_RULE: () => 'without a match',
  CANNOT_TELL: (amount) => (amount === 1 ? 'needs more information' : 'need more information'),
}

/** The number of each decision in one line, then how many of them are not certain: "1 denied · 3 allowed · 1 not certain". */
export function tally(explanations: readonly Explanation[]): string {
  const outcomes = explanations.map(({ outcome }) => outcome)
  const counts = (Object.keys(TALLY) as Decision[]).map((decision) => {
    const amount = outcomes.filter((outcome) => outcome.decision === decision).length
    return amount > 0 ? `${amount} ${TALLY[decision](amount)}` : ''
  })
  const open = outcomes.filter(({ certain, decision }) => !certain && decision !== 'CANNOT_TELL').length
  return [...counts, open > 0 ? `${open} not certain` : ''].filter(Boolean).join(' · ')
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
