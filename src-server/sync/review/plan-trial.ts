import { LIMITS } from '#contract/interface/limits.ts'
import { decides, DECIDING_KINDS } from '#contract/sync/deciding-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { ObjectStep, OrderStep, PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { changeBetween, type States } from '#operations/change-reviews/states.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import type { PolicySet, SetChange } from '#policy/index.ts'
import { placed, type Sides } from './kept-lists.ts'
import { toRemote } from './plans.ts'
import type { Orders, Trial } from './trial.ts'

interface Parts extends States {
  part: DecidingPart
  /** Of the whole plan. */
  steps: readonly PlanStep[]
  /** The workspace as it was compared. */
  ours: Sides['ours']
  /** Begins to try versions of a part, in a transaction that is taken back. */
  trial: (part: DecidingPart) => Trial
  signal: AbortSignal | undefined
}

/** What the steps of a plan have come to. */
export interface TriedPlan {
  /** What makes the workspace decide as the remote does. */
  from: SetChange
  /** What each step has changed, by its place in the plan. */
  changes: ReadonlyMap<number, SetChange>
  /** What the steps have changed whose effect is not worked out one by one. */
  rest: SetChange
  /** What could not be brought to how the remote has it, each a sentence. */
  refused: readonly string[]
  /** Why the effect of a step is not known, by its place in the plan. */
  problems: ReadonlyMap<number, string>
}

/** Why a step beyond the first ones has no effect of its own. */
export const BEYOND = `The effect is worked out for the first ${LIMITS.planEffects} steps that decide.`
const NEW_APP = 'The application is new there: who can use it follows from its assignments, which are not counted.'
const NO_APP = 'All who have the application there lose it; they are not counted here.'

/** No order is decided about. */
const AS_THEY_ARE: Orders = { theirs: [], base: undefined, winner: () => null }

/** Carries out a plan for a remote in the workspace, once this was brought to how the remote has what decides. */
export class PlanTrial {
  readonly #parts: Parts
  readonly #trial: Trial
  readonly #differences: ReadonlyMap<string, KeptDifference>
  /** Why differences are not as at the remote, so that what a step makes of them says nothing. */
  readonly #unlike = new Map<string, string>()
  readonly #changes = new Map<number, SetChange>()
  readonly #problems = new Map<number, string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#trial = parts.trial(withOwnKeys(parts.part))
    this.#differences = new Map(parts.part.differences.map((one) => [one.id, one]))
  }

  /** @throws the reason of the signal; anything but a refusal, such as that the disk is full */
  async run(): Promise<TriedPlan> {
    const { before, now, steps, signal } = this.#parts
    const refused = await this.#bringRemote()
    const first = await now()
    let last: PolicySet = first
    for (const [at, step] of steps.entries()) {
      if (!decides(step.kind)) continue
      signal?.throwIfAborted()
      const problem = await this.#carryOut(step)
      if (problem !== null) this.#problems.set(at, problem)
      else if (this.#changes.size === LIMITS.planEffects) this.#problems.set(at, BEYOND)
      else {
        const next = await now()
        this.#changes.set(at, changeBetween(last, next))
        last = next
      }
    }
    const from = changeBetween(before, first)
    const rest = changeBetween(last, await now())
    return { from, changes: this.#changes, rest, refused, problems: this.#problems }
  }

  /** All that decides, not only what the plan changes: a rule that it leaves may stand before one that it changes. */
  async #bringRemote(): Promise<readonly string[]> {
    const { differences, lists } = this.#parts.part
    this.#parts.signal?.throwIfAborted()
    // An application that is made at the remote stays here, with its assignments, as if it were there.
    const plans = differences.filter(({ kind, theirs }) => kind !== 'app' || theirs).map(toRemote)
    await this.#trial.bring(plans, { theirs: lists.theirs, base: undefined, winner: () => 'remote' })
    for (const { id } of differences) {
      const refusal = this.#trial.refusalOf(id)
      if (refusal !== undefined) this.#unlike.set(id, refusal)
    }
    const refused = [...this.#trial.refused]
    await this.#trial.takeNumbers(lists.theirs)
    return refused
  }

  /** @returns why its effect is not known; null: it is carried out */
  async #carryOut(step: PlanStep): Promise<string | null> {
    if (step.act === 'order') await this.#trial.bring([], this.#orderOf(step))
    else {
      if (step.kind === 'app' && step.act !== 'change') return step.act === 'create' ? NEW_APP : NO_APP
      const difference = this.#differences.get(step.difference)
      const unlike = this.#unlike.get(step.difference)
      if (!difference || unlike !== undefined) return unlike ?? null
      await this.#trial.bring([planOf(step, difference)], AS_THEY_ARE)
    }
    const [refusal = null] = this.#trial.refused
    return refusal
  }

  /** The workspace has the keys and the order of what is wanted; what is not wanted keeps its place. */
  #orderOf({ kind, wanted }: OrderStep): Orders {
    const known = this.#parts.ours.objects.get(kind)
    const theirs = wanted.flatMap(({ key }, at) => {
      const object = known?.get(key)
      return object ? [placed({ ...object, body: { ...object.body, priority: at } })] : []
    })
    return { theirs, base: undefined, winner: () => 'remote' }
  }
}

const planOf = ({ act, source, paths }: ObjectStep, difference: KeptDifference) => ({
  ...{ difference, to: source },
  taken: act === 'change' ? paths.map((path) => ({ path })) : ('all' as const),
})

/** With our own keys beside those of the remote: what the plan makes is made again as the workspace has it. */
function withOwnKeys(part: DecidingPart): DecidingPart {
  const pairs = new Map<SyncKind, Map<string, string>>(
    DECIDING_KINDS.map((kind) => [kind, new Map(part.pairs.get(kind))]),
  )
  const add = (kind: SyncKind | undefined, key: string | null) => {
    const known = kind && pairs.get(kind)
    if (known && key !== null && !known.has(key)) known.set(key, key)
  }
  for (const { kind, ours } of part.differences) add(SYNCED_KINDS[kind].source.within?.kind, ours?.parent ?? null)
  for (const { kind, key } of part.lists.ours) add(kind, key)
  return { ...part, pairs }
}
