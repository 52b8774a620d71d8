import { namesEveryone, peopleLists } from '../conditions/people.ts'
import type { CompiledPolicy } from '../evaluate/compiled.ts'
import type { Facts } from '../facts.ts'
import { NO, type Truth } from '../verdict.ts'
import type { Step } from './steps.ts'

/** The steps of one policy, one after the other. */
interface Run {
  policy: CompiledPolicy
  steps: readonly Step[]
}

/** The groups without one of which a policy's own conditions are never met; null where there is no such choice. */
function groupsOf({ record }: CompiledPolicy, everyoneGroupId: string): readonly string[] | null {
  const { groupsIn, usersIn } = peopleLists(record.conditions?.people ?? {})
  return groupsIn.length === 0 || usersIn.length > 0 || namesEveryone(groupsIn, everyoneGroupId) ? null : groupsIn
}

/** Steps in order, with an index by group: of thousands of policies few are for one person. */
export class StepList {
  readonly all: readonly Step[]
  private readonly runs: readonly Run[]
  /** Places of the runs that are for everyone. */
  private readonly always: readonly number[]
  private readonly byGroup = new Map<string, number[]>()

  constructor(all: readonly Step[], everyoneGroupId: string) {
    this.all = all
    const runs: { policy: CompiledPolicy; steps: Step[] }[] = []
    for (const step of all) {
      const last = runs.at(-1)
      if (last?.policy === step.policy) last.steps.push(step)
      else runs.push({ policy: step.policy, steps: [step] })
    }
    this.runs = runs
    this.always = runs.flatMap(({ policy }, place) => {
      const groups = groupsOf(policy, everyoneGroupId)
      for (const id of groups ?? []) this.byGroup.set(id, [...(this.byGroup.get(id) ?? []), place])
      return groups ? [] : [place]
    })
  }

  /** The policies that may be for someone, in order, with what their own conditions come to: never `NO`. */
  *runsFor(facts: Facts): Generator<Run & { own: Truth }> {
    for (const place of this.placesFor(facts.groupIds)) {
      const run = this.runs[place] as Run
      const own = run.policy.test(facts)
      if (own !== NO) yield { ...run, own }
    }
  }

  private placesFor(groupIds: readonly string[] | null): Iterable<number> {
    if (groupIds === null) return this.runs.keys()
    const places = new Set(this.always)
    for (const id of groupIds) for (const place of this.byGroup.get(id) ?? []) places.add(place)
    return places.size === this.always.length ? this.always : [...places].sort((a, b) => a - b)
  }
}

/** Whether any of the steps may apply. */
export function mayApply(steps: StepList, facts: Facts): boolean {
  for (const run of steps.runsFor(facts)) if (run.steps.some(({ rule }) => rule.test(facts) !== NO)) return true
  return false
}
