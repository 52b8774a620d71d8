import type {
  EXPECTED_FIELDS,
  ExpectedVerdict,
  PolicyTestCheck,
  PolicyTestExpectation,
} from '#contract/gatehouse/policy-test.ts'
import type { Decision, SignInAnswer } from '#contract/policy/outcome.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Explanation, Verdict } from '#contract/policy/simulation.ts'
import { factorsWord } from '#policy/index.ts'

type Field = (typeof EXPECTED_FIELDS)[number]

/** A part of an expectation that is chosen by itself: the answer, or which rule decides, or what that comes to. */
export interface ExpectationPart {
  key: string
  /** Null: the answer. */
  policyType: PolicyType | null
  fields: readonly Field[]
  label: string
}

/** Text of one field of an expectation, such as the name of a rule in quotes. */
type TextOf = (type: PolicyType, field: Field) => string

type Texts = Partial<Record<Field, string>>

function ruleText({ policy, rule }: Texts): string {
  if (rule === undefined) return `policy ${policy}`
  return policy === undefined ? `rule ${rule}` : `rule ${rule} of ${policy}`
}

/** What belongs together: a rule is named with its policy. */
const GROUPS: readonly { key: string; fields: readonly Field[]; label: (texts: Texts) => string }[] = [
  { key: 'rule', fields: ['policy', 'rule'], label: ruleText },
  {
    key: 'outcome',
    fields: ['decision', 'factors', 'status'],
    label: (texts) => Object.values(texts).join(', '),
  },
]

const ANSWER_LABELS: Readonly<Record<SignInAnswer['answer'], string>> = {
  YES: 'Yes',
  NO: 'No',
  DEPENDS: 'It depends',
}

/** The parts that an expectation has, in its order. */
export function partsOf({ answer, verdicts }: PolicyTestExpectation, textOf: TextOf): ExpectationPart[] {
  const ofAnswer: ExpectationPart[] =
    answer === undefined
      ? []
      : [{ key: 'answer', policyType: null, fields: [], label: `Answer: ${ANSWER_LABELS[answer]}` }]
  return [
    ...ofAnswer,
    ...verdicts.flatMap((verdict) =>
      GROUPS.flatMap((group) => {
        const { policyType: type } = verdict
        const fields = group.fields.filter((field) => verdict[field] !== undefined)
        if (fields.length === 0) return []
        const texts = Object.fromEntries(fields.map((field) => [field, textOf(type, field)]))
        const label = `${policyType(type).shortLabel}: ${group.label(texts)}`
        return [{ key: `${type}.${group.key}`, policyType: type, fields, label }]
      }),
    ),
  ]
}

/** The expectation with only some of its parts. */
export function withParts(
  { answer, verdicts }: PolicyTestExpectation,
  parts: readonly ExpectationPart[],
): PolicyTestExpectation {
  const kept = verdicts.flatMap((verdict) => {
    const fields = parts.flatMap((part) => (part.policyType === verdict.policyType ? part.fields : []))
    if (fields.length === 0) return []
    const values = fields.map((field) => [field, verdict[field]] as const)
    return [{ policyType: verdict.policyType, ...Object.fromEntries(values) } as ExpectedVerdict]
  })
  const hasAnswer = answer !== undefined && parts.some(({ key }) => key === 'answer')
  return { ...(hasAnswer && { answer }), verdicts: kept }
}

/**
 * All that a simulation came to, as an expectation. Policies and rules by their ids, so that another name fails no test. What could not be told is
 * left out, and so is that settings apply where their rule is named.
 */
export function expectationOf(answer: SignInAnswer, explanations: readonly Explanation[]): PolicyTestExpectation {
  const told = explanations.filter(({ outcome }) => outcome.decision !== 'CANNOT_TELL')
  return {
    answer: answer.answer,
    verdicts: told.map(({ policyType: type, matched, outcome: { decision, factors } }) => ({
      policyType: type,
      ...(matched && { policy: matched.policyId, rule: matched.ruleId }),
      ...(!(matched && decision === 'APPLY') && { decision }),
      ...(factors !== null && { factors }),
    })),
  }
}

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const DECISION_TEXT: Readonly<Record<Decision, string>> = {
  ALLOW: 'allowed',
  DENY: 'denied',
  REGISTER: 'may register',
  APPLY: 'applies',
  NO_RULE: 'no rule matches',
  CANNOT_TELL: 'cannot tell',
}
const STATUS_TEXT: Readonly<Record<Verdict, string>> = {
  MATCH: 'a match',
  NOT_MATCH: 'no match',
  UNDEFINED: 'undecided',
}

/** What the values of an expectation are called, without what they are the ids of. */
const VALUE_TEXT: { readonly [F in Field]: (value: NonNullable<ExpectedVerdict[F]> | null) => string } = {
  policy: (name) => `“${name}”`,
  rule: (name) => `“${name}”`,
  decision: (decision) => DECISION_TEXT[decision ?? 'NO_RULE'],
  factors: (factors) => (factors === null ? 'no factors' : factorsWord(factors)),
  status: (status) => STATUS_TEXT[status ?? 'UNDEFINED'],
}

const valueText = (verdict: ExpectedVerdict | undefined, field: Field) =>
  VALUE_TEXT[field]((verdict?.[field] ?? null) as never)

/** What explanations call what they came to. */
export function textOfExplanations(explanations: readonly Explanation[]): TextOf {
  const byType = new Map(explanations.map((explanation) => [explanation.policyType, explanation]))
  return (type, field) => {
    const { matched = null, outcome, status } = byType.get(type) ?? {}
    const named = { policy: matched?.policyName, rule: matched?.ruleName }
    return valueText({ policyType: type, ...named, ...outcome, status }, field)
  }
}

/** What a run calls what was expected; what it could not simulate goes by its own values. */
export function textOfChecks(checks: readonly PolicyTestCheck[], { verdicts }: PolicyTestExpectation): TextOf {
  return (type, field) => {
    const check = checks.find((one) => one.policyType === type && one.field === field)
    if (check) return uncapitalized(check.expected)
    return valueText(
      verdicts.find((one) => one.policyType === type),
      field,
    )
  }
}
