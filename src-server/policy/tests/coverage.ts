import type { PolicyTestCoverage, UncoveredRule } from '#contract/gatehouse/policy-test.ts'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { CompiledCondition } from '../conditions/condition.ts'
import { namesEveryone, peopleLists } from '../conditions/people.ts'
import type { CompiledPolicy, CompiledSet, CompiledType } from '../evaluate/compiled.ts'
import { factsOf } from '../prepared-context.ts'
import type { ConditionTrace, PolicyRecord, RuleRecord, TypeEvaluation } from '../types.ts'
import { YES } from '../verdict.ts'

/** What has been seen of one condition. */
interface Seen {
  met: boolean
  unmet: boolean
}

/** Counts which rules decide, and which conditions are met and not met, in many sign-ins. */
interface Coverage {
  add: (evaluation: TypeEvaluation) => void
  /** @param limit how many rules and policies are named */
  report: (limit: number) => PolicyTestCoverage
}

/**
 * The coverage of the active rules that a sign-in can reach, of some types.
 * @param everyoneGroupId a condition that names this group is met by all, and needs no case that fails to meet it
 */
export function createCoverage(compiled: CompiledSet, types: readonly PolicyType[], everyoneGroupId: string): Coverage {
  const decided = new Set<string>()
  const conditions = new Map<string, Map<string, Seen>>()

  function see(id: string, traces: readonly ConditionTrace[]): void {
    const paths = conditions.get(id) ?? new Map<string, Seen>()
    conditions.set(id, paths)
    for (const { path, status } of traces) {
      const before = paths.get(path)
      paths.set(path, {
        met: status === 'MATCH' || (before?.met ?? false),
        unmet: status === 'NOT_MATCH' || (before?.unmet ?? false),
      })
    }
  }

  function seenOf(record: PolicyRecord | RuleRecord, list: readonly CompiledCondition[]) {
    const { groupsIn } = peopleLists((record.conditions as RuleConditions | null | undefined)?.people ?? {})
    const ofEveryone = namesEveryone(groupsIn, everyoneGroupId) ? 'people.groups.include' : null
    const paths = list
      .flatMap((condition) => condition.paths)
      // What is met where nothing is known is met by every sign-in, such as "from anywhere".
      .filter(({ path, test }) => path !== ofEveryone && test(NOTHING_KNOWN) !== YES)
    return [...new Set(paths.map(({ path }) => path))].map((path) => ({
      path,
      ...(conditions.get(record.id)?.get(path) ?? NOTHING_SEEN),
    }))
  }

  function itemsOf(type: PolicyType, { record, conditions: own, rules }: CompiledPolicy): Item[] {
    const policy = { policyType: type, policyId: record.id, policyName: record.name }
    return [
      { ...policy, ruleId: null, ruleName: null, decides: null, conditions: seenOf(record, own) },
      ...rules.map((rule) => ({
        ...policy,
        ruleId: rule.record.id,
        ruleName: rule.record.name,
        decides: decided.has(rule.record.id),
        conditions: seenOf(rule.record, rule.conditions),
      })),
    ]
  }

  return {
    add({ path, matched }) {
      for (const { policy, conditions: own, rules } of path) {
        see(policy.id, own)
        for (const { rule, conditions: traces } of rules) see(rule.id, traces)
      }
      if (matched) decided.add(matched.rule.rule.id)
    },
    report(limit) {
      const items = types.flatMap((type) =>
        policiesOf(compiled.typeOf(type)).flatMap((policy) => itemsOf(type, policy)),
      )
      const rules = items.filter(({ decides }) => decides !== null)
      const all = items.flatMap(({ conditions: seen }) => seen)
      const uncovered = items.flatMap((item) => {
        const open = item.conditions.filter((seen) => !isTried(seen))
        return item.decides === false || open.length > 0 ? [{ ...item, conditions: open }] : []
      })
      return {
        rules: { covered: rules.filter(({ decides }) => decides).length, total: rules.length },
        conditions: { covered: all.filter(isTried).length, total: all.length },
        uncovered: uncovered.slice(0, limit),
        more: Math.max(0, uncovered.length - limit),
      }
    },
  }
}

type Item = UncoveredRule

const NOTHING_KNOWN = factsOf({ now: 0 })
const NOTHING_SEEN: Seen = { met: false, unmet: false }
const isTried = ({ met, unmet }: Seen) => met && unmet

/** Every policy that can be reached, once: several applications may have the same. */
function policiesOf({ byKey, rest }: CompiledType): CompiledPolicy[] {
  const scans = [...byKey.values(), rest]
  return [...new Set(scans.flatMap(({ policies }) => policies))]
}
