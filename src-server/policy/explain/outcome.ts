import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Alternative, Decision, Outcome, Result } from '#contract/policy/outcome.ts'
import { perType, type PerType } from '../action-types.ts'
import { conditionPhrases, type Conditions } from '../conditions/index.ts'
import { conditionKey, conditionTexts, makeReachable } from '../reachable.ts'
import type { ConditionTrace, NameOf, PolicyTrace, RuleTrace, TypeEvaluation } from '../types.ts'
import { effectsOf } from './effects.ts'
import { factorCount } from './factors.ts'
import { formatList, render, uncapitalize } from './labels.ts'

/** The decision of a rule by its actions, with the number of factors that it asks for. */
type Decided = Pick<Result, 'decision' | 'factors'>

const allow = (factors: number | null): Decided => ({ decision: 'ALLOW', factors })
const DENY: Decided = { decision: 'DENY', factors: null }
const APPLY: Decided = { decision: 'APPLY', factors: null }

const applies = () => APPLY

const DECIDED: PerType<Decided> = {
  SVC_SIGN_ON: ({ signon }) => (signon.access === 'DENY' ? DENY : allow(signon.requireFactor ? 2 : 1)),
  ACCESS_POLICY: ({ appSignOn: { access, verificationMethod } }) =>
    access === 'DENY' || !verificationMethod ? DENY : allow(factorCount(verificationMethod)),
  PROFILE_ENROLLMENT: ({ profileEnrollment: { access, unknownUserAction } }) =>
    access === 'DENY' || unknownUserAction === 'DENY' ? DENY : { decision: 'REGISTER', factors: null },
  PASSWORD: applies,
  MFA_ENROLL: applies,
  IDP_DISCOVERY: applies,
  POST_AUTH_SESSION: applies,
  ENTITY_RISK: applies,
  OAUTH_AUTHORIZATION_POLICY: applies,
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const plural = (factors: number) => `factor${factors === 1 ? '' : 's'}`

/** "one factor", "two factors". */
export const factorsWord = (factors: number) => `${COUNTS[factors] ?? factors} ${plural(factors)}`

/** What a policy comes to, in a word or two. */
export const DECISION_LABELS: Readonly<Record<Decision, string>> = {
  ALLOW: 'Allowed',
  DENY: 'Denied',
  REGISTER: 'May register',
  APPLY: 'Applies',
  NO_RULE: 'No rule matches',
  CANNOT_TELL: 'Cannot tell',
}

const withLabel = ({ decision, factors }: Decided): Result => ({
  decision,
  factors,
  label: factors === null ? DECISION_LABELS[decision] : `${DECISION_LABELS[decision]} · ${factors} ${plural(factors)}`,
})

/** A rule that applies or may apply, with what it comes to. */
interface Reached {
  policy: PolicyTrace
  rule: RuleTrace
  result: Result
  effects: readonly string[]
}

/** What a rule of a type comes to by its actions. */
export const resultOf = (type: PolicyType, actions: Record<string, unknown>) =>
  withLabel(perType(DECIDED, type, actions, APPLY))

function reached(type: PolicyType, policy: PolicyTrace, rule: RuleTrace, nameOf: NameOf): Reached {
  const { actions } = rule.rule
  return {
    policy,
    rule,
    result: resultOf(type, actions),
    effects: effectsOf(type, actions, policy.policy.settings, nameOf),
  }
}

/** The conditions whose verdict the context leaves open, by their keys. */
const openKeys = (traces: readonly ConditionTrace[]) =>
  new Set(traces.flatMap(({ path, status }) => (status === 'UNDEFINED' ? [conditionKey(path)] : [])))

/** The same as one phrase after "if". */
function openPhrase(conditions: Conditions | null | undefined, traces: readonly ConditionTrace[], nameOf: NameOf) {
  const open = openKeys(traces)
  const left = Object.fromEntries(Object.entries(conditions ?? {}).filter(([key]) => open.has(key)))
  return conditionPhrases(left as Conditions).map((text) => render(text, nameOf))
}

/** What would have to be known of a policy and of a rule in it. */
const asksOf = ({ policy, rule }: Pick<Reached, 'policy' | 'rule'>): ReadonlySet<string> =>
  new Set([
    ...conditionTexts(policy.policy.conditions, openKeys(policy.conditions)),
    ...conditionTexts(rule.rule.conditions, openKeys(rule.conditions)),
  ])

/** The rules that would apply if more were known, in the order in which they are looked at. */
function openRules({ type, path }: TypeEvaluation, nameOf: NameOf): Reached[] {
  const open = path.flatMap((policy) =>
    policy.rules
      .filter(({ status }) => status === 'UNDEFINED' || (status === 'MATCH' && policy.status === 'UNDEFINED'))
      .map((rule) => ({ policy, rule })),
  )
  return makeReachable(asksOf)(open).map(({ policy, rule }) => reached(type, policy, rule, nameOf))
}

function toAlternative({ policy, rule, result }: Reached, nameOf: NameOf): Alternative {
  const when = [
    ...openPhrase(policy.policy.conditions, policy.conditions, nameOf),
    ...openPhrase(rule.rule.conditions, rule.conditions, nameOf),
  ]
  return {
    ...result,
    when: when.join(', ') || `“${rule.rule.name}” applies`,
    policyName: policy.policy.name,
    ruleId: rule.rule.id,
    ruleName: rule.rule.name,
  }
}

const sameEffects = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** A text tells so many alternatives; the list has them all. */
const TOLD = 2

/** "at high risk (denied) or from outside HQ (allowed with one factor)". */
function alternativesText(alternatives: readonly Alternative[], result: Result): string {
  const told = alternatives.slice(0, TOLD).map((other) => `${other.when} (${inParentheses(other, result)})`)
  const more = alternatives.length - told.length
  return formatList([...told, ...(more > 0 ? [`${more} more ${more === 1 ? 'case' : 'cases'}`] : [])], 'or')
}

function inParentheses(other: Result, result: Result): string {
  return other.label === result.label ? 'the same with other settings' : uncapitalize(decisionText(other))
}

/** "Allowed with two factors"; for settings that apply, the first thing that they do. */
export function decisionText({ decision, factors }: Decided, effects: readonly string[] = []): string {
  if (factors !== null) return `${DECISION_LABELS[decision]} with ${factorsWord(factors)}`
  return (decision === 'APPLY' && effects[0]) || DECISION_LABELS[decision]
}

const NOT_GIVEN: Readonly<Record<NonNullable<TypeEvaluation['missing']>, string>> = {
  appInstance: 'an application',
  'policyContext.authorizationServerId': 'an authorization server',
}

/** What a type comes to where no rule surely applies. */
function undecided({ status, missing }: TypeEvaluation, alternatives: Alternative[]): Outcome {
  const decision = status === 'UNDEFINED' ? 'CANNOT_TELL' : 'NO_RULE'
  const result = withLabel({ decision, factors: null })
  const [first] = alternatives
  const cases = alternatives.slice(0, TOLD).map((other) => `${uncapitalize(decisionText(other))} if ${other.when}`)
  const text = missing
    ? `${result.label} without ${NOT_GIVEN[missing]}`
    : first
      ? `${result.label}: ${cases.join('; ')}`
      : result.label
  return { ...result, text, certain: decision === 'NO_RULE', alternatives }
}

/**
 * What a type comes to, how sure that is, and what it could be instead. Rules that may apply but would do the same leave
 * it certain.
 */
export function outcomeOf(evaluation: TypeEvaluation, nameOf: NameOf): Outcome {
  const { type, matched } = evaluation
  const open = openRules(evaluation, nameOf)
  if (!matched)
    return undecided(
      evaluation,
      open.map((each) => toAlternative(each, nameOf)),
    )
  const { result, effects } = reached(type, matched.policy, matched.rule, nameOf)
  const alternatives = open
    .filter((other) => !sameEffects(other.effects, effects))
    .map((other) => toAlternative(other, nameOf))
  const unless = alternatives.length ? `, unless ${alternativesText(alternatives, result)}` : ''
  return {
    ...result,
    text: decisionText(result, effects) + unless,
    certain: alternatives.length === 0,
    alternatives,
  }
}
