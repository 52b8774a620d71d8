import {
  EXPECTED_FIELDS,
  type ExpectedVerdict,
  type PolicyTestCheck,
  type PolicyTestExpectation,
} from '#contract/gatehouse/policy-test.ts'
import type { Outcome, SignInAnswer } from '#contract/policy/outcome.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Verdict } from '#contract/policy/simulation.ts'
import { summaryOf } from '../explain/explain.ts'
import { DECISION_LABELS, factorsWord, outcomeOf } from '../explain/outcome.ts'
import type { NameOf, TypeEvaluation } from '../types.ts'

/** What a sign-in came to, as a simulation says it. */
interface Found {
  answer: SignInAnswer
  evaluationOf: (type: PolicyType) => TypeEvaluation
  nameOf: NameOf
  /** What an expectation calls a policy or a rule: its name, and what is wrong with it. */
  called: (type: PolicyType, field: 'policy' | 'rule', nameOrId: string) => Called
}

/** A policy or a rule of an expectation. */
export interface Called {
  name: string
  /** Follows "which": "is inactive"; null where it can decide. */
  problem: string | null
}

/** How a sign-in compares with what was expected of it. */
interface Judgement {
  checks: PolicyTestCheck[]
  reasons: { policyType: PolicyType | null; text: string }[]
  /** The same expectation as it would pass. */
  now: PolicyTestExpectation
}

type Field = (typeof EXPECTED_FIELDS)[number]

interface Came {
  evaluation: TypeEvaluation
  outcome: Outcome
}

/** What came for a field: what an expectation may call it, the first of them by name, and as text. */
interface Value {
  is: readonly unknown[]
  text: string
}

const quoted = (name: string) => `“${name}”`
const STATUS_TEXT: Readonly<Record<Verdict, string>> = {
  MATCH: 'a match',
  NOT_MATCH: 'no match',
  UNDEFINED: 'undecided',
}
const factorsText = (factors: number | null) => (factors === null ? 'no factors' : factorsWord(factors))

const FOUND: Readonly<Record<Field, (came: Came) => Value>> = {
  policy: ({ evaluation: { matched } }) => namedValue(matched?.policy.policy, 'no policy'),
  rule: ({ evaluation: { matched } }) => namedValue(matched?.rule.rule, 'no rule'),
  decision: ({ outcome: { decision } }) => ({ is: [decision], text: DECISION_LABELS[decision] }),
  factors: ({ outcome: { factors } }) => ({ is: [factors], text: factorsText(factors) }),
  status: ({ evaluation: { status } }) => ({ is: [status], text: STATUS_TEXT[status] }),
}

const namedValue = (object: { id: string; name: string } | undefined, none: string): Value =>
  object ? { is: [object.name, object.id], text: quoted(object.name) } : { is: [], text: none }

const ANSWER_TEXT: Readonly<Record<SignInAnswer['answer'], string>> = {
  YES: 'Yes',
  NO: 'No',
  DEPENDS: 'It depends',
}

/** Holds what a sign-in came to against what was expected. */
export function judge(expect: PolicyTestExpectation, found: Found): Judgement {
  const { answer, verdicts } = expect
  const parts = [
    ...(answer === undefined ? [] : [judgeAnswer(answer, found.answer)]),
    ...verdicts.map((verdict) => judgeVerdict(verdict, found)),
  ]
  return {
    checks: parts.flatMap(({ checks }) => checks),
    reasons: parts.flatMap(({ checks, reason }) => (checks.every(({ passed }) => passed) ? [] : [reason])),
    now: {
      ...(answer !== undefined && { answer: found.answer.answer }),
      verdicts: verdicts.map((verdict) => asItCame(verdict, cameOf(verdict.policyType, found))),
    },
  }
}

function judgeAnswer(expected: SignInAnswer['answer'], came: SignInAnswer) {
  const passed = expected === came.answer
  const check = { passed, expected: ANSWER_TEXT[expected], actual: ANSWER_TEXT[came.answer] }
  const reason = [came.text, ...came.details].join(' ')
  return {
    checks: [toCheck(null, 'answer', check)],
    reason: { policyType: null, text: reason },
  }
}

function cameOf(type: PolicyType, { evaluationOf, nameOf }: Found): Came {
  const evaluation = evaluationOf(type)
  return { evaluation, outcome: outcomeOf(evaluation, nameOf) }
}

function judgeVerdict(expected: ExpectedVerdict, found: Found) {
  const { policyType: type } = expected
  const came = cameOf(type, found)
  const checks = EXPECTED_FIELDS.flatMap((field) => {
    const value = expected[field]
    if (value === undefined) return []
    const { is, text: actual } = FOUND[field](came)
    const { text, problem } = expectedText(type, field, value, found)
    return [toCheck(type, field, { passed: is.includes(value), expected: text, actual }, problem)]
  })
  const { text } = came.outcome
  return { checks, reason: { policyType: type, text: `${summaryOf(came.evaluation)} ${text}.` } }
}

interface ExpectedText {
  text: string
  problem: string | null
}

function expectedText(type: PolicyType, field: Field, value: unknown, { called }: Found): ExpectedText {
  if (field === 'policy' || field === 'rule') {
    const { name, problem } = called(type, field, value as string)
    return { text: quoted(name), problem }
  }
  return { text: VALUE_TEXT[field](value as never), problem: null }
}

const VALUE_TEXT = {
  decision: (value: Outcome['decision']) => DECISION_LABELS[value],
  factors: factorsText,
  status: (value: Verdict) => STATUS_TEXT[value],
}

function toCheck(
  type: PolicyType | null,
  field: PolicyTestCheck['field'],
  { passed, expected, actual }: Pick<PolicyTestCheck, 'passed' | 'expected' | 'actual'>,
  problem: string | null = null,
): PolicyTestCheck {
  const where = type === null ? 'Answer' : `${policyType(type).shortLabel}, ${field}`
  const wanted = problem === null ? `${expected}, ` : `${expected}, which ${problem}; `
  const text = passed ? `${where}: ${actual}.` : `${where}: expected ${wanted}found ${actual}.`
  return { policyType: type, field, passed, expected, actual, text }
}

/** An expectation with the values that came, names where it had names. */
function asItCame(expected: ExpectedVerdict, came: Came): ExpectedVerdict {
  const now: Record<string, unknown> = { policyType: expected.policyType }
  for (const field of EXPECTED_FIELDS) {
    const before = expected[field]
    const { is } = FOUND[field](came)
    if (before !== undefined && is.length > 0) now[field] = is.includes(before) ? before : is[0]
  }
  // Where nothing decides there is no rule to name.
  if (Object.keys(now).length === 1) now['decision'] = came.outcome.decision
  return now as ExpectedVerdict
}
