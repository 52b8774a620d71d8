import { losingAccess, type ChangeReview, type ImpactEffect } from '../gatehouse/change-review.ts'
import type { placesText } from '../gatehouse/impact-text.ts'
import type { SyncPlanView } from '../gatehouse/sync-plan.ts'
import { SYNCED_KINDS } from './synced-kinds.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** The effects that a person has to know of before; the others give access, ask for more, or depend on the sign-in. */
const DANGERS: Readonly<Partial<Record<ImpactEffect, (count: number) => string>>> = {
  LOSES_ACCESS: (count) => `takes access from ${people(count)}`,
  FEWER_FACTORS: (count) => `has ${people(count)} sign in with fewer factors`,
}

type Plan = Pick<SyncPlanView, 'counts' | 'effect'>

/** Whether a plan removes objects, and not only what relates two of them: what they held cannot all be brought back. */
export const removesObjects = ({ counts }: Pick<Plan, 'counts'>): boolean =>
  counts.some(({ act, kind }) => act === 'remove' && typeof SYNCED_KINDS[kind].id === 'string')

type Effect = Pick<ChangeReview['effects'][number], 'effect' | 'people'> & Parameters<typeof placesText>[0]

/** The effects of a plan as a whole for which it has to be confirmed: people surely lose access, or sign in with fewer factors than before. */
export function dangerousEffects({ effect }: Pick<Plan, 'effect'>): Effect[] {
  if (!effect) return []
  const found: Effect[] = effect.effects.filter((one) => one.effect in DANGERS && one.people > 0)
  const lost = found.find((one) => one.effect === 'LOSES_ACCESS')
  const amount = losingAccess(effect)
  if (amount === (lost?.people ?? 0)) return found
  // Some of them are found only by trying every situation, where the cases of all of them are.
  const group = effect.situations?.effects.find((one) => one.effect === 'ACCESS_LOST')
  const { cases = [], moreCases = 0 } = group ?? {}
  return [{ effect: 'LOSES_ACCESS', people: amount, cases, moreCases }, ...found.filter((one) => one !== lost)]
}

/** Why a plan has to be confirmed by the name of its connection, each a predicate such as `removes objects`; empty: it has not to be. */
export const planDangers = (plan: Plan): string[] => [
  ...(removesObjects(plan) ? ['removes objects'] : []),
  ...dangerousEffects(plan).flatMap(({ effect, people: count }) => DANGERS[effect]?.(count) ?? []),
]

/** The reasons in one predicate: `removes objects and takes access from 40 people`; empty for none. */
export function dangerText(plan: Plan): string {
  const dangers = planDangers(plan)
  const last = dangers.at(-1) ?? ''
  return dangers.length > 1 ? `${dangers.slice(0, -1).join(', ')} and ${last}` : last
}
