import type { ApplicationRecord, PolicySet, ZoneRecord } from '#policy/index.ts'
import { deadRules, type DeadRule, type WhyDead } from './dead-rules.ts'
import type { RuleInPlace, RuleList } from './rule-lists.ts'

type World = Pick<PolicySet, 'zones' | 'applications'>
/** Finds the dead rules of some lists. */
export type DeadRuleSearch = (lists: readonly RuleList[], world: World) => DeadRule[]

/** Why a rule is dead, by the places of rules and conditions, so that it can be told of another reading of the same list. */
interface Remembered {
  rule: number
  kind: WhyDead['kind']
  places: readonly number[]
}

/**
 * A search that remembers what it found: after a change, most lists are as they were, and proofs take long. It keeps the lists of the last search
 * alone.
 */
export function rememberingDeadRules(): DeadRuleSearch {
  let known = new Map<string, readonly Remembered[]>()
  return (lists, world) => {
    const keyed = lists.map((list) => ({ list, key: keyOf(list, world) }))
    const open = keyed.filter(({ key }) => !known.has(key))
    const found = Map.groupBy(
      deadRules(
        open.map(({ list }) => list),
        world,
      ),
      ({ at }) => open.find(({ list }) => list.rules.includes(at))?.key,
    )
    known = new Map(
      keyed.map(({ list, key }) => [key, known.get(key) ?? (found.get(key) ?? []).map((dead) => toPlaces(list, dead))]),
    )
    return keyed.flatMap(({ list, key }) => (known.get(key) ?? []).flatMap((each) => fromPlaces(list, each)))
  }
}

/** All that a proof over a list reads. */
function keyOf({ type, rules }: RuleList, { zones, applications }: World): string {
  const conditions = rules.map(({ policy, rule }) => [policy.conditions ?? null, rule.conditions ?? null, rule.system])
  const text = JSON.stringify([type, conditions])
  const named = <T extends ZoneRecord | ApplicationRecord>(all: readonly T[], fields: (one: T) => unknown) =>
    all.filter(({ id }) => text.includes(JSON.stringify(id))).map(fields)
  return JSON.stringify([
    text,
    text.includes('ALL_ZONES') ? zones : named(zones, (zone) => zone),
    named(applications, ({ id, name }) => [id, name]),
  ])
}

function toPlaces({ rules }: RuleList, { at, why }: DeadRule): Remembered {
  const places =
    why.kind === 'shadowed'
      ? why.by.map((rule) => rules.indexOf(rule))
      : why.parts.map((part) => at.parts.indexOf(part))
  return { rule: rules.indexOf(at), kind: why.kind, places }
}

function fromPlaces({ rules }: RuleList, { rule, kind, places }: Remembered): DeadRule[] {
  const at = rules[rule]
  if (!at) return []
  const among = <T>(all: readonly T[]) => places.flatMap((place) => all[place] ?? [])
  const why: WhyDead =
    kind === 'shadowed'
      ? { kind, by: among<RuleInPlace>(rules) }
      : { kind, parts: among<RuleInPlace['parts'][number]>(at.parts) }
  return [{ at, why }]
}
