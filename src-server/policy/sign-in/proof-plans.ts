import { contestsOf } from '#contract/policy/chain-match.ts'
import type { AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import type { Goal, Slot } from './required-proofs.ts'

/** What is left to do of a goal, given what has been proved and what can be. */

type Method = AuthenticatorMethod

/** A proof with its row of the table. */
export interface DatedMethod {
  readonly entry: Method
  readonly atMs: number
}

/** One more proof, of any of the methods. */
interface Need {
  readonly methods: readonly Method[]
  /** When it may be asked for: before all else, now, or only after another step of its chain. */
  readonly when: 'FIRST' | 'NOW' | 'LATER'
  /** Whether it is a step of a chain, which no other proof can fill. */
  readonly isStep: boolean
}

/** Proofs that together reach the end; none are needed where it is empty. */
export type Plan = readonly Need[]

/** What plans are made from. */
export interface Means {
  readonly proofs: readonly DatedMethod[]
  /** Proved on a remembered device. */
  readonly remembered: readonly Method[]
  readonly isRecent: (proof: DatedMethod, limits: Pick<Slot, 'maxAgeMs' | 'maxIdleMs'>) => boolean
  readonly usable: readonly Method[]
}

const within = (methods: readonly Method[], allowed: readonly Method[]) =>
  methods.filter((method) => allowed.includes(method))

const isSubset = (part: readonly Method[], whole: readonly Method[]) => part.every((method) => whole.includes(method))

function factorPlans(slots: readonly Slot[], { proofs, remembered, isRecent, usable }: Means): Plan[] {
  const isFilled = (slot: Slot) =>
    (slot.isByDevice && remembered.some((method) => slot.methods.includes(method))) ||
    proofs.some((proof) => slot.methods.includes(proof.entry) && isRecent(proof, slot))
  const needs = slots
    .filter((slot) => !isFilled(slot))
    .map(({ methods, comesFirst }): Need => {
      return { methods: within(methods, usable), when: comesFirst ? 'FIRST' : 'NOW', isStep: false }
    })
  return needs.every(({ methods }) => methods.length > 0) ? [needs] : []
}

/** Each way to see proofs, in their order, as the first steps of a chain: the methods of those steps; longer ones come before what they begin with. */
function* beginnings(
  slots: readonly Slot[],
  proofs: readonly Method[],
  taken: readonly Method[] = [],
): Generator<readonly Method[]> {
  for (const method of slots[taken.length]?.methods ?? []) {
    const at = taken.includes(method) ? -1 : proofs.indexOf(method)
    // The first proof of a method leaves the most for the steps that follow.
    if (at >= 0) yield* beginnings(slots, proofs.slice(at + 1), [...taken, method])
  }
  yield taken
}

/** Whether each step can have a method of its own. */
const canAllBeTaken = (steps: readonly (readonly Method[])[]) => contestsOf(steps).length === 0

/** What is left of a chain after its first steps; null where that cannot be done with the methods that are left. */
function restOfChain(slots: readonly Slot[], taken: readonly Method[], usable: readonly Method[]): Plan | null {
  const left = usable.filter((method) => !taken.includes(method))
  const [step, ...later] = slots.slice(taken.length).map(({ methods }) => within(methods, left))
  if (!step) return []
  const leadsOn = (method: Method) => canAllBeTaken(later.map((each) => each.filter((one) => one !== method)))
  const now = step.filter(leadsOn)
  if (now.length === 0) return null
  return [
    { methods: now, when: 'NOW', isStep: true },
    ...later.map((methods): Need => ({ methods, when: 'LATER', isStep: true })),
  ]
}

/** A chain goes on where it got to, with any of the methods that lead on from any way to see what was proved. */
function chainPlans(slots: readonly Slot[], { proofs, isRecent, usable }: Means): Plan[] {
  const [first] = slots
  const recent = proofs
    .filter((proof) => first && isRecent(proof, first))
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ entry }) => entry)
  let best = null as Plan | null
  for (const taken of beginnings(slots, recent)) {
    if (best && slots.length - taken.length > best.length) continue
    const rest = restOfChain(slots, taken, usable)
    if (rest?.length === 0) return [rest]
    if (rest) best = rest.length === best?.length ? united(best, rest) : rest
  }
  return best ? [best] : []
}

/** Two plans of as many steps as one: each step by the methods of both. */
const united = (one: Plan, other: Plan): Plan =>
  one.map((need, index) => ({ ...need, methods: [...new Set([...need.methods, ...(other[index]?.methods ?? [])])] }))

/** The ways to reach any of some goals; none where the methods do not suffice. */
export function plansOf(goals: readonly Goal[], means: Means): Plan[] {
  return undominated(goals.flatMap(({ isChain, slots }) => (isChain ? chainPlans : factorPlans)(slots, means)))
}

/** Whether what fulfils a plan fulfils a need on the way. */
const covers = (plan: Plan, need: Need) =>
  need.isStep ? plan.includes(need) : plan.some(({ methods }) => isSubset(methods, need.methods))

/** Without plans that ask for all that another one does, and more: they would ask for what leads nowhere. */
function undominated(plans: readonly Plan[]): Plan[] {
  const dominates = (one: Plan, other: Plan) => one.every((need) => covers(other, need))
  return plans.filter(
    (plan, index) =>
      !plans.some((one, at) => at !== index && dominates(one, plan) && (at < index || !dominates(plan, one))),
  )
}

/** The ways to reach a goal of each of two demands. */
export function combined(first: readonly Plan[], second: readonly Plan[]): Plan[] {
  return undominated(first.flatMap((one) => second.map((other) => [...one, ...other])))
}

/** The methods of a plan that may be asked for now, without those that another need asks for more narrowly. */
export function askable(plan: Plan): Method[] {
  const narrower = (need: Need) =>
    plan.filter((other) => other !== need && isSubset(other.methods, need.methods) && !isEarlierTwin(plan, need, other))
  const first = plan.filter((need) => need.when === 'FIRST' && !narrower(need).some(({ when }) => when === 'LATER'))
  if (first.length > 0)
    return first.flatMap((need) => {
      const instead = narrower(need)
      return instead.length > 0 ? instead.flatMap(({ methods }) => methods) : need.methods
    })
  const now = plan.filter(({ when }) => when === 'NOW')
  return now.filter((need) => need.isStep || narrower(need).length === 0).flatMap(({ methods }) => methods)
}

/** Of two needs for the same, the first is asked for. */
function isEarlierTwin(plan: Plan, need: Need, other: Need): boolean {
  return isSubset(need.methods, other.methods) && !other.isStep && plan.indexOf(need) < plan.indexOf(other)
}
