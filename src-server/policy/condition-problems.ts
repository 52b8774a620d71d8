import type { RuleConditions } from '#contract/policy/conditions.ts'
import { patternError } from '#expression/index.ts'
import type { Conditions } from './conditions/index.ts'

/** An error in a value that has the right shape. */
interface ConditionProblem {
  /** Full path, such as `conditions.userIdentifier.patterns[0].value`. */
  path: string
  /** The end of a sentence: "the pattern has a `(` without its `)`". */
  message: string
}

/** One to four numbers, the last of which may be a star, with an operator before them: "14", "14.2", ">= 10.0.1". */
const VERSION = /^(?:[<>]=?|[=~^])? ?\d{1,9}(?:\.\d{1,9}){0,3}(?:\.[x*])?(?:-[\w.]{1,50})?$/

function versionError(text: string): string | null {
  return VERSION.test(text) ? null : 'is not a version such as 14, 14.2.1 or >=14'
}

type Platform = NonNullable<RuleConditions['platform']>

function* platformTexts(side: 'include' | 'exclude', entries: Platform['include']) {
  for (const [index, { os }] of (entries ?? []).entries()) {
    const at = `conditions.platform.${side}[${index}].os`
    if (os?.expression !== undefined) yield { path: `${at}.expression`, message: patternError(os.expression) }
    if (os?.version) {
      const validate = os.version.matchType === 'SEMVER' ? versionError : patternError
      yield { path: `${at}.version.value`, message: validate(os.version.value) }
    }
  }
}

function* patternTexts(patterns: NonNullable<RuleConditions['userIdentifier']>['patterns'] | undefined) {
  for (const [index, { matchType, value }] of (patterns ?? []).entries())
    if (matchType === 'EXPRESSION')
      yield { path: `conditions.userIdentifier.patterns[${index}].value`, message: patternError(value) }
}

/** Patterns and versions in conditions that cannot be read, which no schema sees; the expression language checks its own. */
export function conditionProblems(conditions: Conditions | null | undefined): ConditionProblem[] {
  const { platform, userIdentifier }: RuleConditions = conditions ?? {}
  const checked = [
    ...platformTexts('include', platform?.include),
    ...platformTexts('exclude', platform?.exclude),
    ...patternTexts(userIdentifier?.patterns),
  ]
  return checked.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]))
}
