import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import {
  compile,
  evaluate,
  isBroken,
  promisedBy,
  type EvaluationContext,
  type NameOf,
  type PolicySet,
  type Promised,
} from '#policy/index.ts'
import { somebodysExample } from '../breach-example.ts'
import { invariantProver, isCertain, rulesFor, type Breach } from '../invariants.ts'
import { appsInScope } from '../scope.ts'
import { candidateEdits } from './candidates.ts'
import { isSamePlace, withEdit, type Edit } from './edit.ts'
import { inTime, TimeUpError, type TimeLimit } from '../time-limit.ts'

interface Search {
  /** Whether applications have policies of their own. */
  withApps: boolean
  nameOf: NameOf
  /** Of the whole search. */
  limit: TimeLimit
  /** So many are looked for. */
  most: number
  /** Called between proofs; ends the search by throwing. */
  pulse?: (() => void) | undefined
}

type Repair = readonly Edit[]

/** Edits that make an invariant hold, fewer first. */
interface FoundRepairs {
  repairs: readonly Repair[]
  /** Whether all edits were tried. */
  isWhole: boolean
}

/** Edits that were tried, and how the invariant is broken after them. */
interface State {
  edits: readonly Edit[]
  set: PolicySet
  breach: Breach
}

/**
 * The smallest edits that make a broken invariant hold: one, or two neither of which is enough. Each is proved over all sign-ins. They are found by
 * following a counterexample to the rules that decide it: an edit that leaves it as it is can be no part of one.
 */
export const repairsOf = (set: PolicySet, invariant: InvariantWrite, search: Search): FoundRepairs =>
  new RepairSearch(relevantTo(set, invariant), invariant, search).run()

class RepairSearch {
  readonly #set: PolicySet
  readonly #invariant: InvariantWrite
  readonly #search: Search
  readonly #repairs: Repair[] = []
  #isWhole = true

  constructor(set: PolicySet, invariant: InvariantWrite, search: Search) {
    this.#set = set
    this.#invariant = invariant
    this.#search = search
  }

  run(): FoundRepairs {
    this.#search.limit.begin()
    if (!inTime(() => this.#look())) this.#isWhole = false
    const others = (one: Repair) => this.#repairs.filter((repair) => repair !== one)
    return { repairs: this.#repairs.filter((one) => !isKnown(others(one), one)), isWhole: this.#isWhole }
  }

  #look(): void {
    const breach = this.#breachOf(this.#set)
    const first = breach ? this.#after({ edits: [], set: this.#set, breach }) : []
    for (const state of first) {
      if (this.#isOver()) break
      this.#after(state)
    }
  }

  /** Tries each edit that may go on from a state. @returns the states after those that help and are not enough */
  #after(state: State): State[] {
    const helps = helpingTest(state, this.#invariant, this.#search)
    const next: State[] = []
    for (const edit of this.#edits(state)) {
      if (this.#isOver()) break
      const edits = [...state.edits, edit]
      if (isKnown(this.#repairs, edits) || state.edits.some((one) => isSamePlace(one, edit))) continue
      const set = withEdit(state.set, edit)
      if (!set || !helps(set)) continue
      const breach = this.#breachOf(set)
      if (breach) next.push({ edits, set, breach })
      else this.#repairs.push(edits.length > 1 && this.#isEnough(edit) ? [edit] : edits)
    }
    return next
  }

  /** Edits of all rules that decide the sign-in by which an invariant is broken. */
  #edits({ breach }: State): Edit[] {
    const meant = { ...this.#invariant, everyone: this.#set.everyoneGroupId, nameOf: this.#search.nameOf }
    return breach.deciders(breach.first).flatMap((at) => candidateEdits(at, meant))
  }

  /** Whether the second of two edits, which another counterexample led to, makes the invariant hold alone. */
  #isEnough(edit: Edit): boolean {
    const alone = withEdit(this.#set, edit)
    return alone !== null && !this.#breachOf(alone)
  }

  /** Null: there is none, by proof. @throws TimeUpError */
  #breachOf(set: PolicySet): Breach | null {
    const { withApps, limit } = this.#search
    const found = invariantProver(set, [this.#invariant], { withApps, limit })(this.#invariant).next()
    if (!found.done) return found.value
    if (found.value) throw new TimeUpError()
    return null
  }

  #isOver(): boolean {
    this.#search.pulse?.()
    const isOver = this.#repairs.length >= this.#search.most
    if (isOver) this.#isWhole = false
    return isOver
  }
}

/** Whether some repair is a part of these edits. */
const isKnown = (repairs: readonly Repair[], all: Repair) =>
  repairs.some((repair) => repair.every((edit) => all.some(({ text }) => text === edit.text)))

/**
 * Whether a set keeps what the counterexample of a state breaks; all do, as far as is known, where none can be made that the core confirms.
 * WHY: it is asked quickly, and a proof is not.
 */
function helpingTest(
  { breach, set }: State,
  { claim }: InvariantWrite,
  { nameOf }: Search,
): (tried: PolicySet) => boolean {
  const witness = somebodysExample(breach, { ...set, nameOf })
  if (!witness || witness.needs.length > 0) return () => true
  const { context } = witness
  // Another sign-in than the one whose rules are edited says nothing of these edits.
  const ofFirst = new Set(breach.deciders(breach.first).map(({ rule }) => rule.id))
  const deciding = rulesFor(set, compile(set), context, breach.apps !== null)
  if (!deciding.every((rule) => !rule || ofFirst.has(rule.id))) return () => true
  return (tried) => !isSurelyBroken(tried, promisedBy(claim), context, breach.apps !== null)
}

/** What leaves rules open may have helped: the sign-in says no more than what mattered before. */
function isSurelyBroken(set: PolicySet, promised: Promised, context: EvaluationContext, withApp: boolean): boolean {
  const compiled = compile(set)
  const types = withApp ? (['SVC_SIGN_ON', 'ACCESS_POLICY'] as const) : (['SVC_SIGN_ON'] as const)
  return (
    isBroken(promised, ...rulesFor(set, compiled, context, withApp)) &&
    types.every((type) => isCertain(evaluate(compiled, type, context, 'possible')))
  )
}

/** What can matter for an invariant: policies for signing in, and those of the applications that it is about. */
function relevantTo(set: PolicySet, { app }: InvariantWrite): PolicySet {
  const asked = new Set(app ? appsInScope(app, set.applications).map(({ accessPolicyId }) => accessPolicyId) : [])
  return {
    ...set,
    policies: set.policies.filter(
      ({ type, id, system }) =>
        type === 'SVC_SIGN_ON' || (type === 'ACCESS_POLICY' && app !== null && (system || asked.has(id))),
    ),
  }
}
