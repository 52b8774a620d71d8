import type { ImpactEffect } from '../gatehouse/change-review.ts'
import type { SyncPlanView } from '../gatehouse/sync-plan.ts'
import { SYNCED_KINDS } from './synced-kinds.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** The effects that a person has to know of before; the others give access, ask for more, or depend on the sign-in. */
const DANGERS: readonly (readonly [ImpactEffect, (count: number) => string])[] = [
  ['LOSES_ACCESS', (count) => `takes access from ${people(count)}`],
  ['FEWER_FACTORS', (count) => `has ${people(count)} sign in with fewer factors`],
]

/**
 * Why a plan has to be confirmed by the name of its connection, each a predicate such as `removes objects`; empty: it has not to be. That is where it
 * removes objects, of which not all that they held can be brought back, and not only what relates two of them; and where as a whole it has people surely
 * lose access, or sign in with fewer factors than before.
 */
export function planDangers({ counts, effect }: Pick<SyncPlanView, 'counts' | 'effect'>): string[] {
  const removes = counts.some(({ act, kind }) => act === 'remove' && typeof SYNCED_KINDS[kind].id === 'string')
  const affects = DANGERS.flatMap(([danger, told]) => {
    const found = effect?.effects.find((one) => one.effect === danger)
    return found && found.people > 0 ? [told(found.people)] : []
  })
  return [...(removes ? ['removes objects'] : []), ...affects]
}

/** The reasons in one predicate: `removes objects and takes access from 40 people`; empty for none. */
export function dangerText(plan: Pick<SyncPlanView, 'counts' | 'effect'>): string {
  const dangers = planDangers(plan)
  const last = dangers.at(-1) ?? ''
  return dangers.length > 1 ? `${dangers.slice(0, -1).join(', ')} and ${last}` : last
}
