import type { SyncKind } from '#contract/sync/kind-names.ts'
import { decideWithin, OPEN, type Decision, type DecisionOf, type WholeDifference, type Winner } from './decide.ts'
import { areTooMany, goesWith } from './removals.ts'

/** What is done with an object that differs. */
interface Decided<D> {
  readonly difference: D
  readonly decision: Decision
  /** It is taken away with what it belongs or relates to. */
  readonly goesAlong: boolean
}

/** Removals of a kind that are so many that they are not made unasked. */
interface HeldBack {
  readonly kind: SyncKind
  readonly removals: number
  /** How many both sides had agreed on. */
  readonly agreed: number
}

interface AllDecided<D> {
  /** What anything is done with, in the order of the differences. */
  readonly decided: readonly Decided<D>[]
  /** Of every difference. */
  readonly decisions: ReadonlyMap<string, Decision>
  readonly heldBack: readonly HeldBack[]
}

/**
 * Decides about all differences of two sides at once, as a pull decides kind by kind.
 * @param differences by kind, in the order of dependencies: what others belong to comes before them
 */
export function decideAll<D extends WholeDifference>(
  differences: readonly D[],
  winner: Winner,
  agreed: (kind: SyncKind) => number,
): AllDecided<D> {
  const decisions = new Map<string, Decision>()
  const decisionOf: DecisionOf = (id) => decisions.get(id)
  const going = new Set<string>()
  const decided: Decided<D>[] = []
  const heldBack: HeldBack[] = []
  for (const [kind, ofKind] of Map.groupBy(differences, (one) => one.kind)) {
    const acts = ofKind.flatMap((difference): Decided<D>[] => {
      const decision = decideWithin(difference, winner, decisionOf)
      decisions.set(difference.id, decision)
      const { ours } = difference
      const goesAlong = decision.act === 'remove' && ours !== null && goesWith(going, ours)
      return decision.act ? [{ difference, decision, goesAlong }] : []
    })
    const removals = acts.filter(({ decision, goesAlong }) => decision.act === 'remove' && !goesAlong)
    const isHeldBack = areTooMany(removals.length, agreed(kind)) && winner(kind) !== 'remote'
    if (isHeldBack) {
      heldBack.push({ kind, removals: removals.length, agreed: agreed(kind) })
      for (const { difference } of removals) decisions.set(difference.id, OPEN)
    }
    const made = isHeldBack ? acts.filter((act) => !removals.includes(act)) : acts
    for (const { difference, decision } of made)
      if (decision.act === 'remove') going.add(`${kind} ${difference.ours?.key}`)
    decided.push(...made)
  }
  return { decided, decisions, heldBack }
}
