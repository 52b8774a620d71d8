import { appsInScope } from '../scope.ts'
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
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { somebodysExample } from '../breach-example.ts'
import { invariantProver, isCertain, rulesFor, type Breach } from '../invariants.ts'
import { candidateEdits, type Meant } from './candidates.ts'
import { isSamePlace, withEdit, type Edit } from './edit.ts'

interface Search {
  /** Whether applications have policies of their own. */
  withApps: boolean
  nameOf: NameOf
  /** Milliseconds, from any moment on. */
  clock: () => number
  /** How long to look at most. */
  mostMs: number
  /** So many are looked for. */
  most: number
  /** Called between proofs; ends the search by throwing. */
  pulse?: (() => void) | undefined
}

/** Edits that make an invariant hold, fewer first. */
interface FoundRepairs {
  repairs: readonly (readonly Edit[])[]
  /** Whether all edits were tried. */
  isWhole: boolean
  /** How many proofs were asked for. */
  proofs: number
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
export function repairsOf(given: PolicySet, invariant: InvariantWrite, search: Search): FoundRepairs {
  const { withApps, nameOf, clock, mostMs, most, pulse } = search
  const set = relevantTo(given, invariant)
  const meant: Meant = { ...invariant, everyone: set.everyoneGroupId, nameOf }
  const ends = clock() + mostMs
  const repairs: (readonly Edit[])[] = []
  let proofs = 0
  let isWhole = true

  const breachOf = (tried: PolicySet): Breach | null => {
    proofs++
    const left = Math.max(1, ends - clock())
    const found = invariantProver(tried, [invariant], { withApps, clock, mostMs: left })(invariant).next()
    // What was not looked at in time is no proof.
    if (found.done && found.value > 0) isWhole = false
    return found.done ? null : found.value
  }
  const isOver = () => {
    pulse?.()
    const over = clock() > ends || repairs.length >= most
    if (over) isWhole = false
    return over
  }
  /** Whether the second of two edits, which another counterexample led to, makes the invariant hold alone. */
  const isEnough = (edit: Edit): boolean => {
    const alone = withEdit(set, edit)
    return alone !== null && !breachOf(alone) && clock() <= ends
  }
  /** Tries each edit that may go on from a state. @returns the states after those that help and are not enough */
  const goOn = (from: State): State[] => {
    const helps = helpingTest(from, invariant, search)
    const next: State[] = []
    for (const edit of edits(from, meant)) {
      if (isOver()) return next
      const { edits: before } = from
      if (isKnown(repairs, [...before, edit]) || before.some((one) => isSamePlace(one, edit))) continue
      const after = withEdit(from.set, edit)
      if (!after || !helps(after)) continue
      const breach = breachOf(after)
      if (!breach && clock() <= ends) repairs.push(before.length > 0 && isEnough(edit) ? [edit] : [...before, edit])
      else if (breach) next.push({ edits: [...before, edit], set: after, breach })
    }
    return next
  }

  const breach = breachOf(set)
  if (!breach) return { repairs, isWhole, proofs }
  for (const state of goOn({ edits: [], set, breach })) {
    if (isOver()) break
    goOn(state)
  }
  return { repairs: repairs.filter((repair) => !isKnown(without(repairs, repair), repair)), isWhole, proofs }
}

const without = (repairs: FoundRepairs['repairs'], one: readonly Edit[]) => repairs.filter((repair) => repair !== one)

/** Edits of all rules that decide the sign-in by which an invariant is broken. */
const edits = ({ breach }: State, meant: Meant): Edit[] =>
  breach.deciders(breach.first).flatMap((at) => candidateEdits(at, meant))

/** Whether some repair is a part of these edits. */
const isKnown = (repairs: FoundRepairs['repairs'], all: readonly Edit[]) =>
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
