import { namesEveryone, peopleLists } from '../conditions/people.ts'
import type { CompiledPolicy } from '../evaluate/compiled.ts'
import { namesOf, Numbers } from '../evaluate/numbers.ts'
import { firstOf, PolicyTable } from '../evaluate/policy-table.ts'
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

/** Is called with a policy that may be for someone, what its own conditions come to, and which of its steps are for them at all; true ends it. */
type Visit = (run: Run, own: Truth, isForThem: (step: PlacedStep) => boolean) => boolean

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
  private readonly table: PolicyTable
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
    this.table = new PolicyTable(runs.map(({ policy }) => groupsOf(policy, everyoneGroupId)))
  }

  private numbersOf({ rule }: Step): number[] {
    const { groupsIn, usersIn } = peopleLists(rule.record.conditions?.people ?? {})
    return [...groupsIn, ...usersIn].map((id) => this.numbers.of(id))
  }

  /** Goes through the policies that may be for someone, in order: those whose own conditions do not come to `NO`. */
  visit(facts: Facts, call: Visit): void {
    const isForThem = this.screen(facts)
    const look = (run: Run, own: Truth): true | null => (own !== NO && call(run, own, isForThem) ? true : null)
    if (facts.groupIds === null) void this.runs.some((run) => look(run, run.policy.test(facts)))
    else
      firstOf(this.table.placesFor(facts.groupIds), (place) => {
        const run = this.runs[place] as Run
        // One that is found by a group is met by that.
        return look(run, run.asksGroupsOnly ? YES : run.policy.test(facts))
      })
  }

  /** Whether a step is for someone, by the people that its rule names alone: far quicker than its conditions. */
  private screen(facts: Facts): (step: PlacedStep) => boolean {
    if (facts.groupIds === null || facts.personId === null) return always
    const marks = this.numbers.mark(namesOf(facts, this.everyoneGroupId))
    return ({ included }) => {
      if (included.length === 0) return true
      for (const number of included) if (marks[number] === 1) return true
      return false
    }
  }
}

/** Whether any of the steps may apply. */
export function mayApply(steps: StepList, facts: Facts): boolean {
  let found = false
  steps.visit(facts, (run, _, isForThem) => {
    found = run.steps.some((placed) => isForThem(placed) && placed.step.rule.test(facts) !== NO)
    return found
  })
  return found
}
