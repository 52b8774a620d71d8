import { invalidAll } from '../../contract/api-error.ts'
import type { RuleConditions } from '../../contract/conditions.ts'
import type { RuleWrite } from '../../contract/policy.ts'
import { complainOfPattern, parse, type ParseResult } from '../../expression/index.ts'

/** A text of a rule that is in a language of its own, and what is wrong with it, a sentence an item. */
interface Text {
  location: string
  source: string
  problems: (source: string) => string[]
}

const told = (result: ParseResult) => (result.ok ? [] : result.problems.map(({ message }) => message))
const condition = (source: string) => told(parse(source))
const value = (source: string) => told(parse(source, 'condition', { result: 'value' }))
const pattern = (source: string) => [complainOfPattern(source)].filter((complaint) => complaint !== null)

function inConditions({ elCondition, userIdentifier, platform }: RuleConditions): Text[] {
  const patterns = (userIdentifier?.patterns ?? []).flatMap((one, index) => {
    const location = `conditions.userIdentifier.patterns[${index}].value`
    return one.matchType === 'EXPRESSION' ? [{ location, source: one.value, problems: pattern }] : []
  })
  const versions = (['include', 'exclude'] as const).flatMap((side) =>
    (platform?.[side] ?? []).flatMap(({ os }, index) => {
      const location = `conditions.platform.${side}[${index}].os.version.value`
      return os?.version?.matchType === 'EXPRESSION' ? [{ location, source: os.version.value, problems: pattern }] : []
    }),
  )
  const expression = elCondition?.condition
  const location = 'conditions.elCondition.condition'
  return [
    ...(expression === undefined ? [] : [{ location, source: expression, problems: condition }]),
    ...patterns,
    ...versions,
  ]
}

function inActions(actions: Record<string, unknown>): Text[] {
  const { idp } = actions as { idp?: { matchCriteria?: { providerExpression: string }[] } }
  return (idp?.matchCriteria ?? []).map(({ providerExpression }, index) => ({
    location: `actions.idp.matchCriteria[${index}].providerExpression`,
    source: providerExpression,
    problems: value,
  }))
}

type Texts = Pick<RuleWrite, 'conditions' | 'actions'>

const textsOf = ({ conditions, actions }: Texts) => [...inConditions(conditions ?? {}), ...inActions(actions ?? {})]

/**
 * Refuses expressions and regular expressions that cannot be read, or whose names and types do not fit, with every
 * problem at its place (spec/4 §1.8). What stands in `before` may stay, whatever it is.
 */
export function requireReadable(rule: Texts, before: Texts = {}): void {
  const kept = new Set(textsOf(before).map(({ source }) => source))
  const causes = textsOf(rule)
    .filter(({ source }) => !kept.has(source))
    .flatMap(({ location, source, problems }) =>
      problems(source).map((problem) => ({
        errorSummary: `${location}: ${problem}`,
        location,
        locationType: 'body' as const,
      })),
    )
  if (causes.length) throw invalidAll(causes)
}
