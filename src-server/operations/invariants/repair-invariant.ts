import { ApiError } from '#contract/interface/api-error.ts'
import { losingAccess, type ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { InvariantRepair, InvariantRepairs, RepairRequest } from '#contract/gatehouse/invariant-repair.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { invariants } from '#db/tables/invariants.ts'
import type { SetChange } from '#policy/index.ts'
import type { CheckedInvariant, PlannedRepairs } from '#workers/protocol.ts'
import { reviewChange } from '../change-reviews/review-change.ts'
import type { Service } from '../service/service.ts'
import { plain } from './check-invariants.ts'

/** Makes steps, takes them back, and tells what they changed. @throws ApiError as the steps themselves */
type TrySteps = (steps: InvariantRepair['steps']) => Promise<SetChange>

/**
 * The smallest changes that make an invariant hold, each tried and reviewed: those that break no other one first, then by whom they affect. One
 * that the interface refuses, or that does not come to what was proved, is left out. @throws ApiError E0000007
 */
export async function repairInvariant(
  service: Service,
  request: RepairRequest,
  trySteps: TrySteps,
): Promise<InvariantRepairs> {
  const invariant = request.invariant ?? (await invariants.require(service.reader, request.id ?? ''))
  const input = { engine: service.engine(), now: service.clock(), invariant: plain(invariant) }
  const found = await service.workers.run('invariantRepairs', input)
  const repairs: InvariantRepair[] = []
  for (const planned of found.repairs) {
    const review = await reviewed(service, planned, trySteps)
    if (review && isMended(invariant, review)) repairs.push(told(planned, review, invariant))
  }
  const best = repairs.toSorted(byConcern).slice(0, LIMITS.invariantRepairs)
  return { state: found.state, text: textOf(found, best.length), repairs: best }
}

async function reviewed(service: Service, { steps }: PlannedRepairs['repairs'][number], trySteps: TrySteps) {
  try {
    return await reviewChange(service, await trySteps(steps))
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Whether the review of a change, too, says that it makes a saved invariant hold. */
const isMended = ({ id, name }: CheckedInvariant, { invariants: impact }: ChangeReview) =>
  id === undefined || (impact?.mends.includes(name) ?? false)

function told({ changes, steps }: PlannedRepairs['repairs'][number], review: ChangeReview, { name }: CheckedInvariant) {
  const { affected, situations, invariants: impact } = review
  return {
    ...{ changes: [...changes], steps },
    affected: situations?.affected ?? affected,
    effects: (situations?.effects ?? []).map(({ effect, people, always }) => ({ effect, people, always })),
    losing: losingAccess(review),
    breaks: impact?.breaks.map((one) => one.name) ?? [],
    mends: impact?.mends.filter((one) => one !== name) ?? [],
  }
}

const byConcern = (a: InvariantRepair, b: InvariantRepair) =>
  a.breaks.length - b.breaks.length ||
  a.losing - b.losing ||
  a.affected - b.affected ||
  a.changes.length - b.changes.length

function textOf({ state, text, repairs, isWhole }: PlannedRepairs, told: number): string {
  if (state === 'HOLDS') return 'It holds: there is nothing to repair.'
  if (state === 'NOT_DECIDED') return text
  if (told > 0) return 'Each makes it hold for every sign-in there could be, by proof.'
  if (repairs.length > 0) return 'What would make it hold is refused.'
  return isWhole
    ? 'None of the changes that were tried, one or two at a time, makes it hold.'
    : `Within ${LIMITS.repairMs / 1_000} seconds, no change or pair of changes was found that makes it hold.`
}
