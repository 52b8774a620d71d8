import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ObjectDifference } from '../compare/compare-snapshots.ts'
import { differencesAbove } from '../compare/difference-id.ts'
import type { Decision } from '../deciding/decide.ts'
import type { PlanRefusal, PlanSides } from './plan-sides.ts'

/**
 * What is new at the source in something that the target has deleted, and that stays so: it has no place there. What belongs to that in turn is not told
 * beside it.
 * @param decisions of every difference
 */
export function withoutPlace(sides: PlanSides, decisions: ReadonlyMap<string, Decision>): PlanRefusal[] {
  const byId = new Map(sides.differences.map((one) => [one.id, one]))
  const goneAbove = (one: ObjectDifference) =>
    differencesAbove(one)
      .map(({ id }) => byId.get(id))
      .find((above) => above?.direction === 'outgoing' && !above.ours)
  return sides.differences.flatMap((one) => {
    const above = one.direction === 'incoming' && !one.ours ? goneAbove(one) : undefined
    if (!above || decisions.get(one.id)?.act) return []
    const { singular } = SYNCED_KINDS[above.kind]
    const reason = `it is new in the ${singular} “${above.name}”, which ${sides.targetName} has deleted`
    return [{ kind: one.kind, name: one.name, reason }]
  })
}
