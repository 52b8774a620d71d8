import type { CompiledPolicy, CompiledRule, ScanIndex } from './compiled.ts'
import type { CompiledCondition } from '../conditions/condition.ts'
import { namesEveryone, peopleLists } from '../conditions/people.ts'
import type { Facts } from '../prepared-context.ts'
import { YES } from '../verdict.ts'
import { namesOf, Numbers } from './id-numbers.ts'
import { firstOf, PlaceTable } from './place-table.ts'

/** Bits of a small integer, which engines keep unboxed. */
const BITS = 30
/** Shared conditions that are evaluated first: as many as fit two bit sets. */
const MAX_COMMON = 2 * BITS
/** A condition that fewer rules share is evaluated with each of them. */
const MIN_SHARES = 16
/** Lists with fewer rules are quicker without. */
const MIN_RULES = 200

/** The conditions that most rules share, the most frequent first. */
function commonConditions(rules: readonly CompiledRule[]): CompiledCondition[] {
  const shared: CompiledCondition[] = []
  const counts: number[] = []
  for (const { conditions } of rules)
    for (const condition of conditions) {
      const { serial } = condition
      if (serial === undefined) continue
      shared[serial] = condition
      counts[serial] = (counts[serial] ?? 0) + 1
    }
  const countOf = ({ serial }: CompiledCondition) => counts[serial ?? -1] ?? 0
  return shared
    .filter((condition) => countOf(condition) >= MIN_SHARES)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, MAX_COMMON)
}

/**
 * The rules of all policies in scan order. Two tests come before a rule is evaluated: its shared conditions as bits, and
 * the groups and users that it includes as numbers, one of which must be the person's.
 */
class RuleTable {
  private readonly common: readonly CompiledCondition[]
  private readonly low: Int32Array
  private readonly high: Int32Array
  private readonly numbers = new Numbers()
  /** Where the included numbers of each rule start; they end where those of the next do. A rule without any is for everyone. */
  private readonly starts: Int32Array
  private readonly included: Int32Array
  private readonly rules: readonly CompiledRule[]
  private readonly everyoneGroupId: string

  constructor(policies: readonly CompiledPolicy[], everyoneGroupId: string) {
    const rules = policies.flatMap((policy) => policy.rules)
    this.everyoneGroupId = everyoneGroupId
    this.common = commonConditions(rules)
    this.low = new Int32Array(rules.length)
    this.high = new Int32Array(rules.length)
    this.starts = new Int32Array(rules.length + 1)
    const bits: number[] = []
    this.common.forEach(({ serial }, bit) => (bits[serial ?? -1] = bit))
    const included: number[] = []
    this.rules = rules
    rules.forEach((rule, at) => {
      const { groupsIn, usersIn } = peopleLists(rule.record.conditions?.people ?? {})
      for (const id of groupsIn) included.push(this.numbers.of(id))
      for (const id of usersIn) included.push(this.numbers.of(id))
      this.starts[at + 1] = included.length
      this.enter(rule, at, bits)
    })
    this.included = Int32Array.from(included)
  }

  private enter({ conditions }: CompiledRule, at: number, bits: readonly number[]): void {
    let [low, high] = [0, 0]
    for (const { serial } of conditions) {
      const bit = serial === undefined ? undefined : bits[serial]
      if (bit === undefined) continue
      if (bit < BITS) low |= 1 << bit
      else high |= 1 << (bit - BITS)
    }
    this.low[at] = low
    this.high[at] = high
  }

  /** Evaluates the shared conditions once. @returns a search for the first rule in [from, to) that matches; -1 for none */
  finder(facts: Facts): (from: number, to: number) => number {
    const { common, low, high, starts, included, rules } = this
    const marks = this.numbers.mark(namesOf(facts, this.everyoneGroupId))
    let [unmetLow, unmetHigh] = [0, 0]
    for (let bit = 0; bit < common.length; bit++) {
      if (common[bit]?.test(facts) === YES) continue
      if (bit < BITS) unmetLow |= 1 << bit
      else unmetHigh |= 1 << (bit - BITS)
    }
    return (from, to) => {
      for (let at = from; at < to; at++) {
        if (((low[at] ?? 0) & unmetLow) !== 0 || ((high[at] ?? 0) & unmetHigh) !== 0) continue
        let next = starts[at] ?? 0
        const end = starts[at + 1] ?? 0
        if (next < end) {
          while (next < end && marks[included[next] ?? 0] !== 1) next++
          if (next === end) continue
        }
        if (rules[at]?.test(facts) === YES) return at
      }
      return -1
    }
  }
}

/** The groups of a policy whose own conditions name only groups; null for any other policy. */
export function onlyGroups({ record, conditions }: CompiledPolicy, everyoneGroupId: string): readonly string[] | null {
  const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(record.conditions?.people ?? {})
  const others = groupsOut.length + usersIn.length + usersOut.length
  return conditions.length !== 1 || others || !groupsIn.length || namesEveryone(groupsIn, everyoneGroupId)
    ? null
    : groupsIn
}

/** Makes the index; null for a list that is too short to gain by it. */
export function indexScan(policies: readonly CompiledPolicy[], everyoneGroupId: string): ScanIndex | null {
  const starts = [0]
  for (const { rules } of policies) starts.push((starts.at(-1) ?? 0) + rules.length)
  if ((starts.at(-1) ?? 0) < MIN_RULES) return null
  const table = new RuleTable(policies, everyoneGroupId)
  const places = new PlaceTable(policies.map((policy) => onlyGroups(policy, everyoneGroupId)))
  return (facts) => {
    const find = table.finder(facts)
    return firstOf(places.placesFor(facts.groupIds), (place) => {
      const policy = policies[place]
      const from = starts[place] ?? 0
      // One that is found by a group asks for nothing else.
      if (!policy || (places.isAlwaysLookedAt(place) && policy.test(facts) !== YES)) return null
      const at = find(from, from + policy.rules.length)
      const rule = policy.rules[at - from]
      return rule ? { policyId: policy.record.id, ruleId: rule.record.id } : null
    })
  }
}
