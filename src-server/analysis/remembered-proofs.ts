import { namesBehaviors, type ApplicationRecord, type ZoneRecord } from '#policy/index.ts'
import { effectOf } from './effects.ts'
import type { ProofWorld } from './rule-batches.ts'
import type { RuleInPlace, RuleList, RulePart } from './rule-lists.ts'
import { isOpen, ruleProofs, type RuleProof } from './rule-proofs.ts'

/** Proves what can be proved of the rules of some lists. */
export type ProofSearch = (lists: readonly RuleList[], world: ProofWorld) => RuleProof[]

/** A proof by the places of rules and conditions, so that it can be told of another reading of the same list. */
interface Remembered {
  rule: number
  kind: RuleProof['kind']
  parts: readonly number[]
  before: readonly number[]
  after: readonly number[]
}

/**
 * A search that remembers what it found: after a change, most lists are as they were, and proofs take long. It keeps the lists of the last search
 * alone, and of them those for which there was time.
 * @param prove what is proved
 */
export function rememberingProofs(prove: ProofSearch = ruleProofs): ProofSearch {
  let known = new Map<string, readonly Remembered[]>()
  return (lists, world) => {
    const keyed = lists.map((list) => ({ list, key: keyOf(list, world) }))
    const open = keyed.filter(({ key }) => !known.has(key))
    const found = Map.groupBy(
      prove(
        open.map(({ list }) => list),
        world,
      ),
      ({ at }) => open.find(({ list }) => list.rules.includes(at))?.key,
    )
    const all = keyed.map(({ list, key }) => {
      const remembered = known.get(key) ?? (found.get(key) ?? []).map((each) => toPlaces(list, each))
      return { list, key, remembered }
    })
    known = new Map(all.flatMap(({ key, remembered }) => (remembered.some(isOpen) ? [] : [[key, remembered] as const])))
    return all.flatMap(({ list, remembered }) => remembered.flatMap((each) => fromPlaces(list, each)))
  }
}

/** All that a proof over a list reads. */
export function keyOf({ type, rules }: RuleList, { zones, applications, behaviors }: ProofWorld): string {
  const read = rules.map((at) => [
    at.policy.conditions ?? null,
    at.rule.conditions ?? null,
    at.rule.system,
    effectOf(at),
  ])
  const text = JSON.stringify([type, read])
  const named = <T extends ZoneRecord | ApplicationRecord>(all: readonly T[], fields: (one: T) => unknown) =>
    all.filter(({ id }) => text.includes(JSON.stringify(id))).map(fields)
  return JSON.stringify([
    text,
    text.includes('ALL_ZONES') ? zones : named(zones, (zone) => zone),
    named(applications, ({ id, name }) => [id, name]),
    namesBehaviors(text) ? behaviors : [],
  ])
}

function toPlaces({ rules }: RuleList, { at, kind, parts, before, after }: RuleProof): Remembered {
  const places = (all: readonly RuleInPlace[]) => all.map((rule) => rules.indexOf(rule))
  return {
    rule: rules.indexOf(at),
    kind,
    parts: parts.map((part) => at.parts.indexOf(part)),
    before: places(before),
    after: places(after),
  }
}

function fromPlaces({ rules }: RuleList, { rule, kind, parts, before, after }: Remembered): RuleProof[] {
  const at = rules[rule]
  if (!at) return []
  const among = <T>(all: readonly T[], places: readonly number[]) => places.flatMap((place) => all[place] ?? [])
  return [
    {
      at,
      kind,
      parts: among<RulePart>(at.parts, parts),
      before: among<RuleInPlace>(rules, before),
      after: among<RuleInPlace>(rules, after),
    },
  ]
}
