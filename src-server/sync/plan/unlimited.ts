import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import type { PlanSides } from './plan-sides.ts'

const WITHOUT_LIMITS =
  'The role has no limits afterwards. Since the last one cannot be removed, the role is then taken away and assigned again.'

/** A step that removes a limit of something that is to have none, and says so. */
export const lifting = (step: ObjectStep): ObjectStep => ({ ...step, unlimited: true, notes: [WITHOUT_LIMITS] })

/**
 * The steps, of which those that concern a limit say where the other side has none: what has no limits reaches everything, so that the last one is
 * never removed unless that is surely wanted, and the first one is taken back by that.
 */
export function withUnlimited(
  steps: readonly PlanStep[],
  { target, pairing, unlimited }: Pick<PlanSides, 'target' | 'pairing' | 'unlimited'>,
): PlanStep[] {
  return steps.map((step) => {
    const { kind, act } = step
    const within = SYNCED_KINDS[kind].source.within?.kind
    if (act === 'order' || !SYNC_WRITES[kind].lift || !within) return step
    const pairs = pairing.ours.get(within)
    if (act === 'create') {
      const limited = pairs?.get(step.source?.parent ?? '')
      return limited && isUnlimited(target, kind, limited) ? { ...step, unlimited: true as const } : step
    }
    const [limited] = [...(pairs ?? [])].find(([, own]) => own === step.before?.parent) ?? []
    return limited && unlimited?.has(limited) ? lifting(step) : step
  })
}

/** Whether a side has something, and lists no limit of it. */
function isUnlimited({ objects }: Pick<Snapshot, 'objects'>, kind: SyncObject['kind'], limited: string): boolean {
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (!within || !objects.get(within)?.has(limited)) return false
  return ![...(objects.get(kind)?.values() ?? [])].some(({ parent }) => parent === limited)
}
