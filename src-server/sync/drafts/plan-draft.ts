import type { DraftPlanRequest, DraftSide } from '#contract/gatehouse/draft-plan.ts'
import type { Preference, PullRequest } from '#contract/gatehouse/pull.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { countChanges } from '#operations/drafts/drafts.sql.ts'
import { rolesWithoutLimits } from '#operations/roles/roles.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { digestOf } from '../plan-summary.ts'
import { planHere, type PlanHere } from '../plan-here.ts'
import { readSide } from '../sides/read-side.ts'
import type { Snapshot } from '../snapshot.ts'
import { planOfChanged } from './read-changed-sides.ts'
import { withBrought, type BroughtSecrets } from './brought-secrets.ts'

export interface PlanningDraft {
  draftId: string
  request: DraftPlanRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of all sides */
  onProgress?: (objects: number) => void
}

/** What publishing a draft would change in the workspace. */
export interface PlannedDraft {
  readonly plan: PlanHere
  readonly digest: string
  /** The secrets that the draft brings along, by the steps. */
  readonly secrets: BroughtSecrets
  /** How many changes the draft had before it was read. */
  readonly changes: number
}

/** The wish as pulls have it: there the side that changes come from is a remote. */
export function asPull({ prefer, choices = [] }: DraftPlanRequest, source: DraftSide): PullRequest {
  const called = (side: DraftSide): Preference => (side === source ? 'remote' : 'workspace')
  return {
    prefer: prefer ? called(prefer) : null,
    choices: choices.map((one) => ({ ...one, prefer: called(one.prefer) })),
  }
}

type Reading = NonNullable<Parameters<typeof readSide>[1]>

/** What a draft holds, or a copy that it was made from. */
export async function readDraftSide({ own }: Service, reading: Reading): Promise<Snapshot> {
  if (!own.caller) throw new Error('a draft does not serve its interface')
  return readSide(own.caller, reading)
}

/**
 * Plans what publishing a draft would change: what the draft has changed since it was made. What the workspace has changed meanwhile stays.
 * @throws ApiError E0000007, E0000010 where the draft cannot be opened; SyncError for a plan of more steps than there may be
 */
export async function planDraft(service: Service, planning: PlanningDraft): Promise<PlannedDraft> {
  const { draftId, request, signal, onProgress } = planning
  const { host } = service.drafts
  const { caller } = service.own
  if (!host || !caller) throw new Error('the service does not serve its interface')
  let read = 0
  const onKind = ({ objects }: { objects: number }) => onProgress?.((read += objects))
  return host.use(draftId, async (draft) => {
    const changes = await countChanges(draft.reader)
    const unlimited = await rolesWithoutLimits(draft.reader)
    const planned = await planOfChanged(
      { log: draft, after: null },
      async (without) => {
        read = 0
        const sideOf = (of: Service) => readDraftSide(of, { signal, without, onProgress: onKind })
        return { base: await host.useBase(draftId, sideOf), source: await sideOf(draft) }
      },
      (sides) => {
        const before = read
        const ofWorkspace = (objects: number) => onProgress?.(before + objects)
        const wanted = { ...sides, unlimited, request: asPull(request, 'draft') }
        return planHere({ caller, ...wanted, signal, onProgress: ofWorkspace })
      },
    )
    const { plan, secrets } = await withBrought(planned, draft)
    return { plan, digest: digestOf(plan), secrets, changes }
  })
}
