import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import { decideWithin, OPEN, winnerBy, type Decision, type Winner } from '../pull/decide.ts'
import { namedIn, overruledReason } from '../pull/overruled.ts'
import { areTooMany } from '../pull/removals.ts'
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
  const decisions = new Map<string, Decision>()
  const named = namedIn(request)
  const decisionOf = (id: string) => decisions.get(id)
  const going = new Set<string>()
  const plans: Plan[] = []
  const notes: string[] = []
  // What others belong to comes before them.
  for (const [kind, ofKind] of Map.groupBy(differences, ({ kind: one }) => one)) {
    const decided = ofKind.flatMap((difference): Plan[] => {
      const whole = { ...difference, fields: [...difference.fields] }
      const decision = decideWithin(whole, winner, decisionOf)
      decisions.set(difference.id, decision)
      const parentName = () => differences.find((one) => isParent(one, difference))?.name ?? ''
      const reason = overruledReason(whole, { named, winner, decisionOf, parentName })
      if (reason !== null) notes.push(`The ${SYNCED_KINDS[kind].singular} “${difference.name}”: ${reason}`)
      const { act, taken } = decision
      return act ? [{ difference, to: act === 'remove' ? null : difference.theirs, taken }] : []
    })
    const removals = decided.filter(({ to, difference }) => to === null && !goesAlong(difference, going))
    const isHeldBack = areTooMany(removals.length, agreed?.get(kind) ?? 0) && winner(kind) !== 'remote'
    if (isHeldBack) {
      for (const { difference } of removals) decisions.set(difference.id, OPEN)
      notes.push(
        `${removals.length} ${SYNCED_KINDS[kind].plural} are gone at the remote, and stay until a pull says that the remote wins`,
      )
    }
    const made = isHeldBack ? decided.filter((plan) => !removals.includes(plan)) : decided
    for (const { to, difference } of made) if (to === null) going.add(`${kind} ${difference.ours?.key}`)
    plans.push(...made)
  }
  return { plans, orders: ordersOfPull(winner, part), notes }
}

/** Whether what an object belongs to is taken away, and it with that. @param going by kind and our key */
const goesAlong = ({ kind, ours }: KeptDifference, going: ReadonlySet<string>): boolean =>
  going.has(`${SYNCED_KINDS[kind].source.within?.kind} ${ours?.parent}`)
