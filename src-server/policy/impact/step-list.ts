import { namesEveryone, peopleLists } from '../conditions/people.ts'
import { add, firstOf } from '../evaluate/bit-set.ts'
import type { CompiledPolicy } from '../evaluate/compiled.ts'
import { namesOf, Numbers } from '../evaluate/numbers.ts'
import { onlyGroups } from '../evaluate/scan-index.ts'
import type { Facts } from '../facts.ts'
import { NO, YES, type Truth } from '../verdict.ts'
import type { OpenStep, Step } from './steps.ts'

/** A step in its place. */
export interface PlacedStep {
  step: Step
  /** Numbers of the groups and users one of which its rule asks for; empty where it asks for none. */
  included: readonly number[]
  /** By the conditions that are open, as bits: of thousands of people many leave the same open. */
  openings: Map<number, OpenStep>
}

/** The steps of one policy, one after the other. */
interface Run {
  policy: CompiledPolicy
  steps: PlacedStep[]
  /** Whether its own conditions ask for a group, one of several, and for nothing else. */
  asksGroupsOnly: boolean
}

/** Hears of a policy that may be for someone, with what its own conditions come to, and of its steps that may apply; true ends it. */
type Visit = (run: Run, own: Truth, mayApply: (step: PlacedStep) => boolean) => boolean

/** The groups without one of which a policy's own conditions are never met; null where there is no such choice. */
function groupsOf({ record }: CompiledPolicy, everyoneGroupId: string): readonly string[] | null {
  const { groupsIn, usersIn } = peopleLists(record.conditions?.people ?? {})
  return groupsIn.length === 0 || usersIn.length > 0 || namesEveryone(groupsIn, everyoneGroupId) ? null : groupsIn
}

const always = () => true

/** Steps in order, with an index by group: of thousands of policies few are for one person. */
export class StepList {
  readonly all: readonly Step[]
  private readonly runs: readonly Run[]
  /** Bits of the places of the runs that are for everyone. */
  private readonly forEveryone: Int32Array
  private readonly byGroup = new Map<string, number[]>()
  private readonly places: Int32Array
  private readonly numbers = new Numbers()
  private readonly everyoneGroupId: string

  constructor(all: readonly Step[], everyoneGroupId: string) {
    this.all = all
    this.everyoneGroupId = everyoneGroupId
    const runs: Run[] = []
    for (const step of all) {
      const last = runs.at(-1)
      const placed = { step, included: this.numbersOf(step), openings: new Map<number, OpenStep>() }
      if (last?.policy === step.policy) last.steps.push(placed)
      else {
        const asksGroupsOnly = onlyGroups(step.policy, everyoneGroupId) !== null
        runs.push({ policy: step.policy, steps: [placed], asksGroupsOnly })
      }
    }
    this.runs = runs
    this.forEveryone = new Int32Array((runs.length >> 5) + 1)
    this.places = new Int32Array(this.forEveryone.length)
    runs.forEach(({ policy }, place) => {
      const groups = groupsOf(policy, everyoneGroupId)
      if (!groups) add(this.forEveryone, place)
      for (const id of groups ?? []) this.byGroup.set(id, [...(this.byGroup.get(id) ?? []), place])
    })
  }

  private numbersOf({ rule }: Step): number[] {
    const { groupsIn, usersIn } = peopleLists(rule.record.conditions?.people ?? {})
    return [...groupsIn, ...usersIn].map((id) => this.numbers.of(id))
  }

  /** Goes through the policies that may be for someone, in order: those whose own conditions do not come to `NO`. */
  visit(facts: Facts, visit: Visit): void {
    const mayApply = this.screen(facts)
    const look = (run: Run, own: Truth): true | null => (own !== NO && visit(run, own, mayApply) ? true : null)
    if (facts.groupIds === null) void this.runs.some((run) => look(run, run.policy.test(facts)))
    else
      firstOf(this.placesFor(facts.groupIds), (place) => {
        const run = this.runs[place] as Run
        // One that is found by a group is met by that.
        return look(run, run.asksGroupsOnly ? YES : run.policy.test(facts))
      })
  }

  /** Whether a step may apply, by the people that its rule names alone: far quicker than its conditions. */
  private screen(facts: Facts): (step: PlacedStep) => boolean {
    if (facts.groupIds === null || facts.personId === null) return always
    const marks = this.numbers.mark(namesOf(facts, this.everyoneGroupId))
    return ({ included }) => {
      if (included.length === 0) return true
      for (const number of included) if (marks[number] === 1) return true
      return false
    }
  }

  private placesFor(groupIds: readonly string[]): Int32Array {
    const { places } = this
    places.set(this.forEveryone)
    for (const id of groupIds) for (const place of this.byGroup.get(id) ?? []) add(places, place)
    return places
  }
}

/** Whether any of the steps may apply. */
export function mayApply(steps: StepList, facts: Facts): boolean {
  let found = false
  steps.visit(facts, (run, _, mayBe) => {
    found = run.steps.some((placed) => mayBe(placed) && placed.step.rule.test(facts) !== NO)
    return found
  })
  return found
}
