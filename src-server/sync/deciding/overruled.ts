import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import {
  aboveOf,
  decide,
  decideWithin,
  type Decision,
  type DecisionOf,
  type WholeDifference,
  type Winner,
} from './decide.ts'

/** The ids of differences that choices name. */
export const namedIn = ({ choices = [] }: PullRequest): ReadonlySet<string> =>
  new Set(choices.flatMap(({ kind, difference }) => (difference?.startsWith(`${kind}:`) ? [difference] : [])))

interface Deciding {
  named: ReadonlySet<string>
  winner: Winner
  decisionOf: DecisionOf
  /** Of what an object belongs to. */
  parentName: () => string
  /** The side that is written, such as `at the remote`; absent: it is this workspace. */
  where?: string
}

/**
 * Why a choice that names an object is not followed: the object goes the way of what it belongs to. Null where it is followed, or none names it. WHY such a
 * choice is told of, in place of a refused pull or plan: what the parent comes to is known only once both sides are read, and all else that was
 * chosen is wanted still.
 */
export function overruledReason(
  difference: WholeDifference & { readonly name: string },
  { named, winner, decisionOf, parentName, where = 'here' }: Deciding,
): string | null {
  const { id, name, ours } = difference
  const above = aboveOf(difference, decisionOf)
  if (!above || !named.has(id)) return null
  const { decision, isParent } = above
  const isGone = ours !== null && decision.act === 'remove'
  const made = isGone ? 'remove' : decideWithin(difference, winner, decisionOf).act
  if (made === decide(difference, winner).act) return null
  // What relates to something is called as that is.
  const holder = `${SYNCED_KINDS[above.kind].singular} “${isParent ? parentName() : name}”`
  return `the choice for it has no effect: it goes the way of the ${holder}, which ${fateOf(decision, ours !== null, where)}`
}

/** What becomes of an object that is on one side only. */
function fateOf({ act, open }: Decision, isThere: boolean, where: string): string {
  if (open) return 'is still to be decided'
  if (act === null) return isThere ? `stays as it is ${where}` : 'is not brought'
  return act === 'remove' ? 'is taken away' : 'is brought'
}
