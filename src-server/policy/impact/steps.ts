import { canonical } from '#contract/interface/canonical.ts'
import { ALL_ZONES } from '#contract/policy/conditions.ts'
import type { CompiledPolicy, CompiledRule } from '../evaluate/compiled.ts'
import { namesBehaviors } from '../behaviors.ts'
import { referencesOf } from '../references.ts'
import type { BehaviorRecord, ZoneRecord } from '../types.ts'

/** A rule inside its policy: one step of the way down a list of policies. */
export interface Step {
  policy: CompiledPolicy
  rule: CompiledRule
  /** The same for steps that do the same for everyone, whatever they are called. */
  content: number
}

/** A step that may apply, and by which of its conditions that is open. */
export interface OpenStep {
  step: Step
  /** The conditions of its policy and its own that are open, as places in their lists. */
  ofPolicy: readonly number[]
  ofRule: readonly number[]
  /** Equal where the same conditions of the same content are open. */
  name: string
}

/** What conditions name, each null where nothing of it changes. */
export interface Meant {
  zones: readonly ZoneRecord[] | null
  behaviors: readonly BehaviorRecord[] | null
}

/** Gives steps that do the same one number. Texts are compared with their keys in order: a write may send them in any. */
export class Contents {
  private readonly known = new Map<string, number>()

  /**
   * @param meant what conditions name whose meaning counts as content
   */
  stepsOf(policies: readonly CompiledPolicy[], meant: Meant): Step[] {
    return policies.flatMap((policy) =>
      policy.rules.map((rule) => ({ policy, rule, content: this.numberOf(textOf(policy, rule, meant)) })),
    )
  }

  private numberOf(text: string): number {
    const known = this.known.get(text)
    if (known !== undefined) return known
    this.known.set(text, this.known.size)
    return this.known.size - 1
  }
}

function textOf({ record: policy }: CompiledPolicy, { record: rule }: CompiledRule, { zones, behaviors }: Meant) {
  const conditions = [policy.conditions ?? {}, rule.conditions ?? {}]
  const meaning = zones && conditions.flatMap((each) => zonesOf(each, zones))
  const named = behaviors && namesBehaviors(rule.conditions?.elCondition?.condition ?? '') ? behaviors : null
  return canonical([conditions, policy.settings ?? {}, rule.actions, meaning, named])
}

/** What the zones that conditions name hold; a name changes nothing. */
function zonesOf(conditions: object, zones: readonly ZoneRecord[]) {
  const ids = new Set(referencesOf(conditions).flatMap(({ kind, id }) => (kind === 'NetworkZone' ? [id] : [])))
  const namesAll = JSON.stringify(conditions).includes(`"${ALL_ZONES}"`)
  return zones
    .filter(({ id, usage }) => ids.has(id) || (namesAll && usage === 'POLICY'))
    .map(({ id, type, status, usage, gateways }) => [id, type, status, usage, gateways ?? []])
}

/** How two lists of steps differ. */
interface Difference {
  /** Whole policies that both begin with. */
  shared: readonly Step[]
  /** What follows, to the end. */
  before: readonly Step[]
  after: readonly Step[]
  /** Of what follows, the steps that the other list does not have in this place: all that can make a difference. */
  differing: readonly Step[]
}

export function differenceOf(before: readonly Step[], after: readonly Step[]): Difference {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.content === after[start]?.content) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.content === after.at(-1 - end)?.content) end++
  const differing = [before, after].flatMap((steps) => steps.slice(start, steps.length - end))
  const isInside = (steps: readonly Step[]) => start > 0 && steps[start - 1]?.policy === steps[start]?.policy
  while (isInside(before) || isInside(after)) start--
  return { shared: before.slice(0, start), before: before.slice(start), after: after.slice(start), differing }
}
