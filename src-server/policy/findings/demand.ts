import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { conditionPhrases, type Conditions } from '../conditions/index.ts'
import { formatList, render } from '../explain/labels.ts'
import { resultOf } from '../explain/outcome.ts'
import type { NameOf, RuleRecord } from '../types.ts'

/** What a rule demands that keeps people out: more than any number of factors. */
export const KEPT_OUT = Infinity

/** How many factors a rule asks for at least, {@link KEPT_OUT} where it denies; null where it does neither. */
export function demandOf(type: PolicyType, { actions }: Pick<RuleRecord, 'actions'>): number | null {
  const { decision, factors } = resultOf(type, actions)
  return decision === 'DENY' ? KEPT_OUT : factors
}

/** The conditions that depend on the sign-in and not on the person's groups or type alone. */
function situational(conditions: Conditions | null | undefined): RuleConditions {
  const { people: _people, userType: _type, ...others } = (conditions ?? {}) as RuleConditions
  return others
}

/** What conditions ask for beyond groups, people and user types, as it follows "people": "from outside HQ"; empty where nothing. */
export const situationText = (conditions: Conditions | null | undefined, nameOf: NameOf): string =>
  formatList(conditionPhrases(situational(conditions)).map((phrase) => render(phrase, nameOf)))

/** Whether groups, people and user types alone decide that conditions are met. */
export const asksOnlyWho = (conditions: Conditions | null | undefined): boolean =>
  conditionPhrases(situational(conditions)).length === 0

/** Whether conditions ask for nothing else, or for any place but some; not for a risk, a device or one place. */
export function isBroad(conditions: Conditions | null | undefined): boolean {
  const { network, ...others } = situational(conditions)
  return asksOnlyWho(others) && !network?.include?.length
}
