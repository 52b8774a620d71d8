import type { InvariantResult } from '#contract/gatehouse/invariant.ts'
import type { InvariantRepair } from '#contract/gatehouse/invariant-repair.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { repairsOf, timeLimit, withEdit, type Edit, type Time } from '#analysis/index.ts'
import type { PolicySet, RuleRecord } from '#policy/index.ts'
import type { CheckedInvariant, PlannedRepairs } from '#workers/protocol.ts'
import { TIME } from '#workers/time.ts'
import type { Population } from '../policies/population.ts'
import { checkingSide } from './checking-side.ts'
import { computeInvariants } from './compute-invariants.ts'

/** Looks for the smallest changes of rules that make an invariant hold, where it is broken; each is proved. */
export async function computeRepairs(
  population: Population,
  invariant: CheckedInvariant,
  time: Time = TIME,
): Promise<PlannedRepairs> {
  const [result] = await computeInvariants(population, [invariant], time)
  const { state, text } = result as InvariantResult
  if (state !== 'BROKEN' && state !== 'DEPENDS') return { state, text, repairs: [], isWhole: true }
  const { set, withApps, nameOf } = checkingSide(population, population.directory.snapshot.set)
  const { repairs, isWhole } = repairsOf(set, invariant, {
    ...{ withApps, nameOf, limit: timeLimit(LIMITS.repairMs, time), most: LIMITS.repairsTried },
    pulse: () => population.signal.throwIfAborted(),
  })
  return { state, text, isWhole, repairs: repairs.map((edits) => planned(set, edits)) }
}

type Steps = InvariantRepair['steps']

function planned(set: PolicySet, edits: readonly Edit[]): PlannedRepairs['repairs'][number] {
  const steps: Steps = []
  let state = set
  for (const edit of edits) {
    const before = ruleIn(state, edit)
    state = withEdit(state, edit) ?? state
    steps.push(stepOf(before, ruleIn(state, edit), edit))
  }
  return { changes: edits.map(({ text }) => text), steps }
}

const ruleIn = ({ policies }: PolicySet, { policy, rule }: Edit): RuleRecord =>
  policies.find(({ id }) => id === policy.id)?.rules.find(({ id }) => id === rule.id) ?? rule

/** The call that makes an edit. */
function stepOf(
  before: RuleRecord,
  { name, priority, conditions, actions }: RuleRecord,
  { kind, policy: { id: policyId, type }, rule }: Edit,
): Steps[number] {
  const content = { type: policyType(type).ruleType, name, conditions, actions }
  if (kind === 'CREATE')
    return { operation: 'createRule', params: { policyId }, query: {}, body: { ...content, priority } }
  const params = { policyId, ruleId: rule.id }
  const replaces = { name: before.name, conditions: before.conditions ?? null, actions: before.actions }
  // Without a priority a rule keeps its place.
  const placed = kind === 'MOVE'
  return {
    ...{ operation: 'replaceRule', params, query: {}, body: placed ? { ...content, priority } : content },
    replaces: placed ? { ...replaces, priority: before.priority } : replaces,
  }
}
