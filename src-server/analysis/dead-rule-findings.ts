import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { describeConditions, formatList, workspaceFinding, type NameOf, type PolicySet } from '#policy/index.ts'
import type { DeadRule, WhyDead } from './dead-rules.ts'
import type { DeadRuleSearch } from './remembered-dead-rules.ts'
import { ruleListsOf, type RuleInPlace, type RuleList } from './rule-lists.ts'

/**
 * Rules that can decide nothing, each with the proof as a sentence: conditions that exclude each other, or the rules before it that take every
 * sign-in. Lists of rules are looked at until {@link LIMITS.provenRules} are reached; what is longer is left out, and nothing is said of it.
 */
export function deadRuleFindings(set: PolicySet, nameOf: NameOf, search: DeadRuleSearch): WorkspaceFinding[] {
  return search(withinLimit(ruleListsOf(set, POLICY_TYPE_NAMES)), set).map(({ at, why }) =>
    workspaceFinding(
      why.kind === 'shadowed' ? 'shadowed-rule' : 'contradictory-rule',
      at.policy,
      at.rule,
      sentence({ at, why }, nameOf),
    ),
  )
}

/** Short lists first: they are most of all, and each costs as much as its length. */
function withinLimit(lists: readonly RuleList[]): RuleList[] {
  let left = LIMITS.provenRules
  return lists.toSorted((a, b) => a.rules.length - b.rules.length).filter(({ rules }) => (left -= rules.length) >= 0)
}

function sentence({ at, why }: DeadRule, nameOf: NameOf): string {
  return why.kind === 'contradictory' ? contradiction(at, why, nameOf) : shadow(at, why)
}

/** So many rules are named at most. */
const NAMED = 5

function shadow(at: RuleInPlace, { by }: WhyDead & { kind: 'shadowed' }): string {
  const names = by.map(({ policy, rule }) =>
    policy === at.policy ? `“${rule.name}”` : `“${rule.name}” of policy “${policy.name}”`,
  )
  if (names.length === 1)
    return `Never applies, because rule ${names[0]} comes first and matches whatever this one matches.`
  const named = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names
  return `Never applies, because every sign-in that it matches is taken by one of the rules ${formatList(named)}, which come first.`
}

function contradiction(at: RuleInPlace, { parts }: WhyDead & { kind: 'contradictory' }, nameOf: NameOf): string {
  const texts = parts.map(({ of, key }) => {
    const conditions = (of === 'rule' ? at.rule : at.policy).conditions as Readonly<Record<string, unknown>> | null
    const text = describeConditions({ [key]: conditions?.[key] }, nameOf)
    return of === 'rule' ? `“${text}”` : `“${text}” of its policy`
  })
  return texts.length === 1
    ? `Never applies, because no sign-in meets its condition ${texts[0]}.`
    : `Never applies, because no sign-in meets its conditions ${formatList(texts)} together.`
}
