import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compilePattern, patternError } from '#expression/index.ts'
import { change, fix, type Change } from '../counterfactual/changes.ts'
import { and, is, known, matches, type TextPattern } from '../formula/formula.ts'
import { attribute, SUBJECTS } from '../formula/subjects.ts'
import { ALWAYS, anyOfTerms, decidedWith, UNDECIDED } from '../formula/term.ts'
import type { EvaluationContext } from '../types.ts'
import { NO, UNKNOWN, YES, truth, type Truth } from '../verdict.ts'
import { allOf, type ConditionKind } from './condition.ts'

type Identifier = NonNullable<RuleConditions['userIdentifier']>
type Pattern = Identifier['patterns'][number]

/** A pattern that cannot be read decides nothing; one that can must match the whole text (spec/4 §1.9.5). */
function wholeMatch(source: string): (text: string) => Truth {
  if (patternError(source) !== null) return () => UNKNOWN
  const matches = compilePattern(source)
  return (text) => truth(matches(text))
}

/** Whether a text matches a pattern; patterns ignore case. */
function patternTest({ matchType, value }: Pattern): (text: string) => Truth {
  const expected = value.toLowerCase()
  switch (matchType) {
    case 'EQUALS':
      return (text) => truth(text.toLowerCase() === expected)
    case 'CONTAINS':
      return (text) => truth(text.toLowerCase().includes(expected))
    case 'STARTS_WITH':
      return (text) => truth(text.toLowerCase().startsWith(expected))
    case 'SUFFIX':
      return (text) => truth(text.toLowerCase().endsWith(expected))
    case 'EXPRESSION':
      return wholeMatch(value)
  }
}

/** Whether a text matches a pattern of a sign-in name; null for a pattern that cannot be read. */
export function textMatches({ matchType, value }: TextPattern, text: string): boolean | null {
  const met = patternTest({ matchType: matchType as Pattern['matchType'], value })(text)
  return met === UNKNOWN ? null : met === YES
}

/** Undefined: not known; null: a known person has no such value, which no pattern matches. */
function textOf(context: EvaluationContext, condition: Identifier): string | null | undefined {
  if (condition.type === 'IDENTIFIER') {
    if (context.identifier) return context.identifier
    const login = context.person?.user?.profile['login']
    return typeof login === 'string' ? login : undefined
  }
  const user = context.person?.user
  if (!user) return undefined
  const value = user.profile[condition.attribute ?? '']
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const VERBS = {
  EQUALS: 'is',
  CONTAINS: 'contains',
  STARTS_WITH: 'starts with',
  SUFFIX: 'ends in',
  EXPRESSION: 'matches',
} as const satisfies Record<Pattern['matchType'], string>

const INFINITIVES = {
  EQUALS: 'be',
  CONTAINS: 'contain',
  STARTS_WITH: 'start with',
  SUFFIX: 'end in',
  EXPRESSION: 'match',
} as const satisfies Record<Pattern['matchType'], string>

function demandText({ type, attribute, patterns }: Identifier): string {
  const what = type === 'IDENTIFIER' ? 'the sign-in name' : `attribute ${attribute} of the person`
  return `${what} would have to ${patterns.map((p) => `${INFINITIVES[p.matchType]} “${p.value}”`).join(' or ')}`
}

/** A sign-in name that the pattern matches; none for an expression, which is not turned round here. */
function exampleFor({ matchType, value }: Pattern): Change[] {
  if (matchType === 'EXPRESSION') return []
  const text = matchType === 'SUFFIX' && value.startsWith('@') ? `someone${value}` : value
  return [change('policyContext.identifier', text, `type ${text} to sign in`)]
}

function expectedText(condition: Identifier): string {
  const what = condition.type === 'IDENTIFIER' ? 'the sign-in name' : `attribute ${condition.attribute}`
  return `${what} ${condition.patterns.map((p) => `${VERBS[p.matchType]} “${p.value}”`).join(' or ')}`
}

export const userIdentifier: ConditionKind<Identifier> = {
  compile(condition) {
    if (condition.patterns.length === 0) return allOf([])
    const tests = condition.patterns.map(patternTest)
    return allOf([
      {
        path: 'userIdentifier.patterns',
        test: ({ context }) => {
          const text = textOf(context, condition)
          if (text === undefined) return UNKNOWN
          let met: Truth = NO
          if (text !== null) for (const test of tests) met = Math.max(met, test(text)) as Truth
          return met
        },
        expected: () => [expectedText(condition)],
        actual: ({ context }) => {
          const text = textOf(context, condition)
          return [text === undefined ? 'no known person' : text === null ? 'no value' : `“${text}”`]
        },
        fixes: () => [
          fix(
            [demandText(condition)],
            ...(condition.type === 'IDENTIFIER' ? condition.patterns.slice(0, 1).flatMap(exampleFor) : []),
          ),
        ],
        missing: () => (condition.type === 'IDENTIFIER' ? 'policyContext.identifier' : 'policyContext.user'),
      },
    ])
  },
  term({ type, attribute: name, patterns }) {
    if (patterns.length === 0) return ALWAYS
    const isAttribute = type === 'ATTRIBUTE'
    const subject = isAttribute ? attribute(name ?? '') : SUBJECTS.identifier
    const whole = isAttribute ? SUBJECTS.user : SUBJECTS.identifier
    return anyOfTerms(
      patterns.map((pattern) =>
        patternTest(pattern)('') === UNKNOWN
          ? { ...UNDECIDED, no: and(known(whole), is(subject, null)) }
          : decidedWith(whole, matches(subject, pattern)),
      ),
    )
  },
  phrases: (condition) => (condition.patterns.length ? [[`when ${expectedText(condition)}`]] : []),
}
