import { ApiError } from '#contract/interface/api-error.ts'
import { losingAccess } from '#contract/gatehouse/change-review.ts'
import type { InvariantRepair, InvariantRepairs, RepairRequest } from '#contract/gatehouse/invariant-repair.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { invariants } from '#db/tables/invariants.ts'
import type { SetChange } from '#policy/index.ts'
import type { CheckedInvariant, PlannedRepairs } from '#workers/protocol.ts'
import { plain } from '../invariants/check-invariants.ts'
import type { Service } from '../service/service.ts'
import { impactOfChange } from './review-change.ts'

/** Makes steps, takes them back, and tells what they changed. @throws ApiError as the steps themselves */
type TrySteps = (steps: InvariantRepair['steps']) => Promise<SetChange>

type Planned = PlannedRepairs['repairs'][number]

/** What came of trying a repair: itself, why it was refused, or null where it does not come to what was proved. */
type Tried = InvariantRepair | { refusal: string } | null

/**
 * The smallest changes that make an invariant hold, each tried and reviewed: those that break no other one first, then those that loosen nothing, then by
 * whom they affect. One that the interface refuses is left out, and so is one after which a saved invariant does not hold, because something else has
 * changed meanwhile. @throws ApiError E0000007
 */
export async function repairInvariant(
  service: Service,
  request: RepairRequest,
  trySteps: TrySteps,
): Promise<InvariantRepairs> {
  const invariant = request.invariant ?? (await invariants.require(service.reader, request.id ?? ''))
  const input = { engine: service.engine(), now: service.clock(), invariant: plain(invariant) }
  const found = await service.workers.run('invariantRepairs', input)
  const tried: Tried[] = []
  const ends = performance.now() + LIMITS.repairMs
  for (const planned of found.repairs) {
    if (tried.length > 0 && performance.now() > ends) break
    tried.push(await tryOut(service, planned, invariant, trySteps))
  }
  const repairs = tried.filter((one) => one !== null && 'steps' in one)
  const best = repairs.toSorted(byConcern(invariant)).slice(0, LIMITS.invariantRepairs)
  return { state: found.state, text: textOf(found, best.length, tried), repairs: best }
}

async function tryOut(
  service: Service,
  { changes, steps }: Planned,
  { id, name }: CheckedInvariant,
  trySteps: TrySteps,
): Promise<Tried> {
  const change = await trySteps(steps).catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  if (change instanceof ApiError) return { refusal: change.causes[0]?.errorSummary ?? change.message }
  const { impact } = await impactOfChange(service, change)
  const { affected, situations, invariants: on } = impact
  if (id !== undefined && !on?.mends.includes(name)) return null
  return {
    ...{ changes: [...changes], steps },
    affected: situations?.affected ?? affected,
    effects: (situations?.effects ?? []).map(({ effect, people, always }) => ({ effect, people, always })),
    losing: losingAccess(impact),
    breaks: on
      ? [...on.breaks.map((one) => one.name), ...(on.notDecided ?? []).map((one) => `${one} (not decided)`)]
      : [],
    mends: on?.mends.filter((one) => one !== name) ?? [],
  }
}

const LOOSENING: ReadonlySet<string> = new Set(['ACCESS_GAINED', 'FACTORS_DROPPED', 'SIGN_IN_LATER'])

/** How many people get in more easily than so far, by the effect that most have. */
const loosened = ({ effects }: InvariantRepair) =>
  Math.max(0, ...effects.map(({ effect, people }) => (LOOSENING.has(effect) ? people : 0)))

/** WHY not for one that wants people let in: that is what its repair does. */
const byConcern =
  ({ claim }: CheckedInvariant) =>
  (a: InvariantRepair, b: InvariantRepair): number =>
    a.breaks.length - b.breaks.length ||
    (claim.kind === 'ALLOWED' ? 0 : loosened(a) - loosened(b)) ||
    a.losing - b.losing ||
    a.affected - b.affected ||
    a.changes.length - b.changes.length

function textOf({ state, text, repairs, isWhole }: PlannedRepairs, told: number, tried: readonly Tried[]): string {
  if (state === 'HOLDS') return 'It holds: there is nothing to repair.'
  if (state === 'NOT_DECIDED') return text
  if (told > 0) return 'Each makes it hold for every sign-in there could be, by proof.'
  const refused = tried.find((one) => one !== null && 'refusal' in one)
  if (refused) return `What would make it hold is refused: ${refused.refusal}`
  if (repairs.length > 0) return 'What would make it hold could not be confirmed. Try again.'
  return isWhole
    ? 'None of the changes that were tried, one or two at a time, makes it hold.'
    : `Within ${LIMITS.repairMs / 1_000} seconds, no change or pair of changes was found that makes it hold.`
}
