import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { textAt } from '#contract/sync/definition.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import { createDraft, discardDraft, freeDraftName } from '#operations/drafts/drafts.ts'
import { doneBy, noteTakeBack, requireTakeable } from '#operations/drafts/publications.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '../apply/apply-here.ts'
import { StepStopped } from '../apply/step-stopped.ts'
import { TargetReader } from '../apply/target-reader.ts'
import { differenceId } from '../compare/difference-id.ts'
import type { Plan } from '../plan/make-plan.ts'
import { nameOf } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { appNamesOf, inversePlan, sameTerms } from '../take-back/inverse-plan.ts'
import type { DoneStep, Lost } from '../take-back/inverse-steps.ts'
import { movedSince } from '../take-back/moved-since.ts'
import { readAlong } from '../take-back/read-along.ts'
import { sortLosses } from '../take-back/sort-losses.ts'
import { readValues } from '../take-back/values-back.ts'

interface TakingBack {
  publicationId: string
  context: RequestContext
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

type LeftOut = SyncPlanView['refused'][number]

/** A draft that takes back a publication. */
interface TakenBack {
  readonly draftId: string
  readonly name: string
  /** How many objects and lists were changed in it. */
  readonly steps: number
  readonly leftOut: readonly LeftOut[]
}

type Inverse = Pick<Plan, 'steps' | 'terms'>

const SINCE = 'since the draft was published'

/**
 * Makes a draft of the workspace as it is now in which all is again as it was before a publication, to be read, changed and published as any other.
 * What others have changed since is not overwritten: such an object or list is left as it is, and told. The draft is there with all of it, or not at
 * all, unless the service is killed meanwhile, which may leave one in which nothing was changed.
 * @throws ApiError E0000007, E0000001 where it is taken back already or no draft can be made; SyncError where nothing is left to take back
 */
export async function takeBackPublication(
  service: Service,
  { publicationId, context, signal, onProgress }: TakingBack,
): Promise<TakenBack> {
  const { host } = service.drafts
  const { caller } = service.own
  if (!host || !caller) throw new Error('the service does not serve its interface')
  const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(context, work)
  const publication = await requireTakeable(service.reader, publicationId)
  const { done, losses } = await doneBy(service.reader, publicationId)
  const { gone, naming, values, refused: bounded } = sortLosses(losses, done)
  const reader = new TargetReader(caller, signal)
  const { steps, refused } = inversePlan(done, {
    ...{ losses: gone.map(asLost), values: await readValues(values.map(asLost), reader), keepsIds: true },
    ...(await readAlong(naming.map(asLost), reader)),
  })
  // Without quotation marks: it is typed again where the publication of the draft is dangerous.
  const name = await freeDraftName(service.reader, `Take back ${publication.name}`)
  const draftId = await createDraft(service, write, { name })
  try {
    const reason = `Takes back “${publication.name}”`.slice(0, LIMITS.changeReasonLength).toWellFormed()
    const applied = await host.use(draftId, (draft) =>
      applyWhatCan(draft, {
        ...{ steps, known: appsOf(done), context: { ...context, changeReason: reason }, signal, onProgress },
      }),
    )
    const leftOut = [
      ...[...refused, ...bounded].map(({ kind, name, reason }) => ({ kind, name, reason })),
      ...applied.leftOut,
    ]
    if (applied.written === 0) throw nothingLeft(leftOut)
    signal?.throwIfAborted()
    const told = leftOut.slice(0, LIMITS.pullRefusals)
    await write((tx) => noteTakeBack(tx, publicationId, { draftId, steps: applied.written, leftOut: told }))
    return { draftId, name, steps: applied.written, leftOut }
  } catch (error) {
    await discardDraft(service, write, draftId).catch((trouble: unknown) =>
      service.onTrouble(trouble, 'a draft in which nothing was taken back could not be discarded'),
    )
    throw error
  }
}

function nothingLeft([first]: readonly LeftOut[]): SyncError {
  const example = first ? `, such as the ${SYNCED_KINDS[first.kind].singular} “${first.name}”: ${first.reason}` : ''
  return new SyncError(
    first
      ? `Nothing can be taken back: what it has changed is another by now${example}.`
      : 'Nothing is left to take back: all is as it was before.',
  )
}

const asLost = ({ object, parent, lacks }: Pick<Lost, 'object' | 'parent' | 'lacks'>): Lost => ({
  ...{ object, parent, lacks, agreed: null },
  difference: differenceId(object.kind, null, object),
})

/** The names of the applications that steps were about, by their ids. */
function appsOf(done: readonly DoneStep[]): Record<string, string> {
  const objects = done.flatMap(({ journal: { former, after } }) => [former, after])
  const apps = objects.flatMap((one) => (one?.kind === 'app' ? [[one.id, textAt(one.body, 'name')] as const] : []))
  return Object.fromEntries(apps)
}

interface Applying {
  steps: readonly PlanStep[]
  /** Names of applications that may be gone, by id. */
  known: Record<string, string>
  context: RequestContext
  signal: AbortSignal | undefined
  onProgress: TakingBack['onProgress']
}

/** Carries out in a draft, in one transaction, those steps that find what they are about as the publication has left it. */
async function applyWhatCan(
  draft: Service,
  { steps, known, context, signal, onProgress }: Applying,
): Promise<{ written: number; leftOut: LeftOut[] }> {
  const { caller, writer } = draft.own
  if (!caller || !writer) throw new Error('a draft does not serve its interface')
  const reader = new TargetReader(caller, signal)
  const moved = await movedSince(steps, reader)
  const still = steps.filter((step) => !moved.has(step))
  const terms = { ...sameTerms(still), appNames: await appNamesOf(still, known, reader) }
  const apply = (steps: readonly PlanStep[]) =>
    draft.write(context, (tx) => {
      const onStep = (_step: PlanStep, number: number) => Promise.resolve(onProgress?.(number, steps.length))
      return applyHere(draft, tx, { plan: { steps, terms }, writer, since: SINCE, signal, onStep })
    })
  const leftOut = [...moved].map((step) => told(step, `its order was changed ${SINCE}`))
  try {
    return { written: await apply(still), leftOut }
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error
  }
  const stopped = await stoppedIn(draft, { plan: { steps: still, terms }, writer, context, signal })
  const written = await apply(still.filter((step) => !stopped.has(step)))
  return { written, leftOut: [...leftOut, ...[...stopped].map(([step, { what }]) => told(step, `it ${what}`))] }
}

type Trying = { plan: Inverse; writer: OwnWriter } & Pick<Applying, 'context' | 'signal'>

/** The steps that stop, once those before them that do not are carried out: tried, and taken back. */
function stoppedIn(draft: Service, { context, ...trying }: Trying): Promise<ReadonlyMap<PlanStep, StepStopped>> {
  const write = <T>(work: (tx: Tx) => Promise<T>) => draft.write(context, work)
  return takenBack(write, async (tx) => {
    const stopped = new Map<PlanStep, StepStopped>()
    const onStopped = (step: PlanStep, why: StepStopped) => void stopped.set(step, why)
    await applyHere(draft, tx, { ...trying, since: SINCE, onStopped })
    return stopped
  })
}

/** By the name that it has now. */
const told = (step: PlanStep, reason: string): LeftOut =>
  step.act === 'order'
    ? { kind: step.kind, name: step.parent ?? step.name, reason }
    : { kind: step.kind, name: (step.before && nameOf(step.before)) || step.name, reason }

/** Makes a draft that takes back a publication in the background. */
export async function runTakeBack(work: JobWork<'publicationTakeBack'>): Promise<JobOutcome<'publicationTakeBack'>> {
  const { service, subjectId: publicationId, context, signal, report } = work
  const onProgress = (done: number, total: number) => report({ done, total })
  const made = await takeBackPublication(service, { publicationId, context, signal, onProgress })
  const { draftId, steps, leftOut } = made
  report({ done: steps, total: steps, facts: { steps, leftOut: leftOut.length } })
  return { result: { draftId } }
}
