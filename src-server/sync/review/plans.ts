import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import { winnerBy, type Winner } from '../deciding/decide.ts'
import { decideAll } from '../deciding/decide-all.ts'
import { namedIn, overruledReason } from '../deciding/overruled.ts'
import type { Orders, Plan } from './trial.ts'

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

type Named = ReadonlySet<string>

/** Named orders of lists, as the remote has them; the others stay. */
export const ordersOfRemote = (named: Named, { lists }: DecidingPart): Orders => towards(lists.theirs, named)

/** Named orders of lists, as both sides had them when they were the same; the others stay. */
export const ordersOfBase = (named: Named, { lists }: DecidingPart): Orders => towards(lists.base, named)

const towards = (theirs: Orders['theirs'], named: Named): Orders => ({
  ...{ theirs, base: undefined },
  winner: (_kind, id = '') => (named.has(id) ? 'remote' : 'workspace'),
})

/** All orders that a pull takes over. */
const ordersOfPull = (winner: Winner, { lists, agreed }: DecidingPart): Orders => ({
  ...{ winner, theirs: lists.theirs },
  base: agreed ? lists.base : undefined,
})

/**
 * The named differences with what cannot be without them: a rule of a policy that is not on both sides comes and goes with the policy, and this with all
 * of its rules.
 */
export function withFamily(named: Named, { differences }: DecidingPart): KeptDifference[] {
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
  orders: Orders
  notes: string[]
}

/** What a pull with these choices would do to what decides: kind by kind, as a pull decides. */
export function plansOfPull(part: DecidingPart, request: PullRequest): PullPlan {
  const { differences, agreed } = part
  const winner = winnerBy(request, agreed ? null : 'remote')
  const { decided, decisions, heldBack } = decideAll(differences, winner, (kind) => agreed?.get(kind) ?? 0)
  const plans = decided.map(({ difference, decision: { act, taken } }): Plan => ({
    ...{ difference, taken },
    to: act === 'remove' ? null : difference.theirs,
  }))
  const named = namedIn(request)
  const overruled = differences.flatMap((difference) => {
    const parentName = () => differences.find((one) => isParent(one, difference))?.name ?? ''
    const decisionOf = (id: string) => decisions.get(id)
    const reason = overruledReason(difference, { named, winner, decisionOf, parentName })
    const { singular } = SYNCED_KINDS[difference.kind]
    return reason === null ? [] : [`The ${singular} “${difference.name}”: ${reason}`]
  })
  const held = heldBack.map(
    ({ kind, removals }) =>
      `${removals} ${SYNCED_KINDS[kind].plural} are gone at the remote, and stay until a pull says that the remote wins`,
  )
  return { plans, orders: ordersOfPull(winner, part), notes: [...overruled, ...held] }
}
