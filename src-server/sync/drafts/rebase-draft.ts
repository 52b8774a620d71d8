import type { DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { drafts } from '#db/tables/drafts.ts'
import { noteRebase } from '#operations/drafts/publishing.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { rolesWithoutLimits } from '#operations/roles/roles.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { writeSetting } from '#operations/service/settings.ts'
import { applyHere } from '../apply/apply-here.ts'
import { planHere } from '../plan-here.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { Omitted } from '../sides/read-side.ts'
import { SyncError } from '../sync-error.ts'
import { withBrought } from './brought-secrets.ts'
import { asPull, readDraftSide } from './plan-draft.ts'
import { planOfChanged } from './read-changed-sides.ts'

interface Rebasing {
  draftId: string
  request: DraftPlanRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of all sides */
  onProgress?: (objects: number) => void
  /** @param conflicts for which it ends: what is still to be decided */
  onConflicts?: (conflicts: number) => void
}

const REASON = 'Brought up to date with the workspace'

/**
 * Brings what the workspace has changed since a draft was made into the draft, in one transaction; from then on the draft is one of the workspace as it
 * is now. What the draft has changed stays.
 * @returns how many steps were carried out in the draft
 * @throws SyncError where both have changed the same and it is not said who wins, or something cannot be brought into the draft: it is as before then
 */
export async function rebaseDraft(service: Service, rebasing: Rebasing): Promise<number> {
  const { draftId, request, context, signal, onProgress } = rebasing
  const { host } = service.drafts
  if (!host) throw new Error('the service does not serve its interface')
  const { position: after } = await drafts.require(service.reader, draftId)
  const { steps, position } = await host.useFresh(draftId, async (fresh, name) => {
    const readSides = async (without: Omitted | undefined) => {
      let read = 0
      const reading = {
        ...{ signal, without },
        onProgress: ({ objects }: { objects: number }) => onProgress?.((read += objects)),
      }
      const source = await readDraftSide(fresh, reading)
      return { source, base: await host.useBase(draftId, (of) => readDraftSide(of, reading)) }
    }
    const unlimited = await rolesWithoutLimits(fresh.reader)
    return host.use(draftId, async (draft) => {
      const { caller, writer } = draft.own
      if (!caller || !writer) throw new Error('a draft does not serve its interface')
      const planned = await planOfChanged({ log: service, after }, readSides, (sides) =>
        planHere({
          caller,
          targetName: 'the draft',
          ...{ ...sides, unlimited },
          // What is chosen is named by the plan of its publication.
          isNamedInReverse: true,
          request: asPull(request, 'workspace'),
          signal,
        }),
      )
      if (planned.conflicts.length > 0) rebasing.onConflicts?.(planned.conflicts.length)
      assertWhole(planned)
      const { plan, secrets } = await withBrought(planned, fresh)
      await draft.write({ ...context, changeReason: REASON }, async (tx) => {
        await applyHere(draft, tx, { plan, writer, secretsOf: (step) => secrets.get(step), signal })
        await writeSetting(tx, 'draftBase', name)
      })
      return plan.steps.length
    })
  })
  await service.write(context, (tx) => noteRebase(tx, draftId, { position, steps }))
  service.draftPlans.forget(draftId)
  return steps
}

/** INVARIANT: what did not come into the draft would be taken for a change of the draft from then on. */
function assertWhole({ conflicts: { length: conflicts }, refused }: Plan): void {
  if (conflicts > 0)
    throw new SyncError(
      `${conflicts === 1 ? '1 object or list was' : `${conflicts} objects or lists were`} changed in the draft and in the workspace: say who wins, for all (prefer) or one by one (choices). A plan of the draft names them.`,
    )
  const [first] = refused
  if (first) throw new SyncError(`“${first.name}” of the workspace cannot be brought into the draft: ${first.reason}.`)
}

/** Brings a draft up to date in the background. */
export async function runRebase(work: JobWork<'draftRebase'>): Promise<JobOutcome<'draftRebase'>> {
  const { service, subjectId: draftId, context, signal, input: request, report } = work
  const onProgress = (done: number) => report({ done })
  const onConflicts = (conflicts: number) => report({ facts: { conflicts } })
  const steps = await rebaseDraft(service, { draftId, request, context, signal, onProgress, onConflicts })
  report({ facts: { steps } })
  return {}
}
