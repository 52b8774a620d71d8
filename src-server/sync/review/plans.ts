import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import { decideWithin, winnerBy, type Decision, type Winner } from '../pull/decide.ts'
import { areTooMany } from '../pull/removals.ts'
import type { Plan } from './trial.ts'

/** To what both sides had when they were the same. */
export const toBase = (difference: KeptDifference): Plan => ({
  difference,
  to: difference.base,
  taken: 'all',
})

/** To the version of the remote. */
export const toRemote = (difference: KeptDifference): Plan => ({
  ...{ difference, to: difference.theirs, taken: 'all' },
})

/**
 * The named differences with what cannot be without them: a rule of a policy that is not on both sides comes and goes with the policy, and this with all
 * of its rules.
 */
export function withFamily(named: ReadonlySet<string>, { differences }: DecidingPart): KeptDifference[] {
  const found = new Set(named)
  const isWhole = ({ ours, theirs }: KeptDifference) => !ours || !theirs
  const whole = differences.filter(isWhole)
  const pairs = whole.flatMap((child) =>
    whole.filter((one) => isParent(one, child)).map((parent) => ({ parent, child })),
  )
  // From the inside to the outside and back: a policy of a server, and its rules.
  for (const { parent, child } of pairs.toReversed()) if (found.has(child.id)) found.add(parent.id)
  for (const { parent, child } of pairs) if (found.has(parent.id)) found.add(child.id)
  return differences.filter(({ id }) => found.has(id))
}

function isParent(one: KeptDifference, child: KeptDifference): boolean {
  if (SYNCED_KINDS[child.kind].source.within?.kind !== one.kind) return false
  const among = ['ours', 'theirs', 'base'] as const
  return among.some((side) => one[side] !== null && child[side] !== null && child[side].parent === one[side].key)
}

interface PullPlan {
  plans: Plan[]
  /** Who wins in the orders of lists. */
  winner: Winner
  notes: string[]
}

/** What a pull with these choices would do to what decides. */
export function plansOfPull({ differences, agreed }: DecidingPart, request: PullRequest): PullPlan {
  const winner = winnerBy(request, agreed ? null : 'remote')
  // What others belong to comes before them.
  const decisions = new Map<string, Decision>()
  const decided = differences.flatMap((difference): Plan[] => {
    const known = (id: string) => decisions.get(id)
    const decision = decideWithin({ ...difference, fields: [...difference.fields] }, winner, known)
    decisions.set(difference.id, decision)
    const { act, taken } = decision
    return act ? [{ difference, to: act === 'remove' ? null : difference.theirs, taken }] : []
  })
  const notes: string[] = []
  const isHeldBack = (kind: SyncKind, removals: number) =>
    areTooMany(removals, agreed?.get(kind) ?? 0) && winner(kind) !== 'remote'
  const plans = [...Map.groupBy(decided, ({ difference }) => difference.kind)].flatMap(([kind, ofKind]) => {
    const staying = ofKind.filter(({ to }) => to !== null)
    const removals = ofKind.length - staying.length
    if (!isHeldBack(kind, removals)) return ofKind
    notes.push(
      `${removals} ${SYNCED_KINDS[kind].plural} are gone at the remote, and stay until a pull says that the remote wins`,
    )
    return staying
  })
  return { plans, winner, notes }
}
