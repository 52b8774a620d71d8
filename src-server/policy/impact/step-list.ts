import { namesEveryone, peopleLists } from '../conditions/people.ts'
import type { CompiledPolicy } from '../evaluate/compiled.ts'
import { firstOf, PlaceTable } from '../evaluate/place-table.ts'
import { onlyGroups } from '../evaluate/scan-index.ts'
import type { Facts } from '../prepared-context.ts'
import { NO, YES, type Truth } from '../verdict.ts'
import type { OpenStep, Step } from './steps.ts'

/** A step in its place. */
export interface PlacedStep {
  step: Step
  /** By the conditions that are open, as bits: of thousands of people many leave the same open. */
  openings: Map<number, OpenStep>
}

/** The steps of one policy, one after the other: their places in the list, the last excluded. */
interface Run {
  policy: CompiledPolicy
  from: number
  to: number
  /** Whether its own conditions ask for a group, one of several, and for nothing else. */
  asksGroupsOnly: boolean
}

/** Calls back with the steps of a policy that are for someone at all, by the people that their rules name, until one ends it. */
type EachStep = (run: Run, visit: (step: PlacedStep) => true | null) => true | null

/** Is called with a policy that may be for someone, and what its own conditions come to; true ends it. */
type Visit = (run: Run, own: Truth, each: EachStep) => boolean

/** The groups without one of which a policy's own conditions are never met; null where there is no such choice. */
function groupsOf({ record }: CompiledPolicy, everyoneGroupId: string): readonly string[] | null {
  const { groupsIn, usersIn } = peopleLists(record.conditions?.people ?? {})
  return groupsIn.length === 0 || usersIn.length > 0 || namesEveryone(groupsIn, everyoneGroupId) ? null : groupsIn
}

/** The groups and users one of which a rule asks for; null where it asks for none, or for everyone. */
function includedIn({ rule }: Step, everyoneGroupId: string): readonly string[] | null {
  const { groupsIn, usersIn } = peopleLists(rule.record.conditions?.people ?? {})
  return groupsIn.length + usersIn.length === 0 || namesEveryone(groupsIn, everyoneGroupId)
    ? null
    : [...groupsIn, ...usersIn]
}

/** Steps in order, with an index by group: of thousands of policies few are for one person. */
export class StepList {
  readonly all: readonly Step[]
  private readonly placed: readonly PlacedStep[]
  private readonly runs: readonly Run[]
  private readonly runTable: PlaceTable
  private readonly stepTable: PlaceTable
  private readonly every: Int32Array

  constructor(all: readonly Step[], everyoneGroupId: string) {
    this.all = all
    this.placed = all.map((step) => ({ step, openings: new Map<number, OpenStep>() }))
    this.runs = runsOf(all, everyoneGroupId)
    this.runTable = new PlaceTable(this.runs.map(({ policy }) => groupsOf(policy, everyoneGroupId)))
    this.stepTable = new PlaceTable(all.map((step) => includedIn(step, everyoneGroupId)))
    this.every = this.stepTable.everyPlace
  }

  /** Goes through the policies that may be for someone, in order: those whose own conditions do not come to `NO`. */
  visit(facts: Facts, call: Visit): void {
    const { placed } = this
    const theirs = this.stepsFor(facts)
    const each: EachStep = ({ from, to }, visitStep) =>
      firstOf(theirs, (place) => visitStep(placed[place] as PlacedStep), from, to)
    const visitRun = (run: Run, own: Truth): true | null => (own !== NO && call(run, own, each) ? true : null)
    if (facts.groupIds === null) void this.runs.some((run) => visitRun(run, run.policy.test(facts)))
    else
      firstOf(this.runTable.placesFor(facts.groupIds), (place) => {
        const run = this.runs[place] as Run
        // One that is found by a group is met by that.
        return visitRun(run, run.asksGroupsOnly ? YES : run.policy.test(facts))
      })
  }

  /** Bits of the steps that are for someone, by the people that their rules name alone: far quicker than their conditions. */
  private stepsFor({ groupIds, personId }: Facts): Int32Array {
    return groupIds === null || personId === null ? this.every : this.stepTable.placesFor([...groupIds, personId])
  }
}

function runsOf(all: readonly Step[], everyoneGroupId: string): Run[] {
  const runs: Run[] = []
  for (const [place, { policy }] of all.entries()) {
    const last = runs.at(-1)
    if (last?.policy === policy) last.to = place + 1
    else runs.push({ policy, from: place, to: place + 1, asksGroupsOnly: onlyGroups(policy, everyoneGroupId) !== null })
  }
  return runs
}

/** Whether any of the steps may apply. */
export function mayApply(steps: StepList, facts: Facts): boolean {
  let found = false
  steps.visit(facts, (run, _, each) => {
    found = each(run, ({ step }) => step.rule.test(facts) !== NO || null) ?? false
    return found
  })
  return found
}
