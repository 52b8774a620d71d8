import type { PublicationView } from '#contract/gatehouse/publication.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import { actorOf } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { pageOf, type Page } from '#db/page.ts'
import { drafts, type DraftRecord } from '#db/tables/drafts.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import {
  publicationLosses,
  publications,
  publicationSteps,
  type PublicationLossRecord,
  type PublicationRecord,
} from '#db/tables/publications.ts'
import { ROWID } from '#db/tables/table.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'

const NEWEST_FIRST: [typeof ROWID, 'DESC'][] = [[ROWID, 'DESC']]

/** What a publication has done. */
interface Done {
  readonly digest: string
  readonly counts: PublicationRecord['counts']
  /** In the order in which they were carried out. */
  readonly steps: readonly { readonly step: PlanStep; readonly journal: StepJournal }[]
  /** What others belong to before it. */
  readonly losses: readonly Omit<PublicationLossRecord, 'publicationId' | 'position'>[]
}

/** Keeps what a publication has done, in its transaction and in place of those that are too many. */
export async function keepPublication(tx: Tx, draft: DraftRecord, { steps, losses, ...done }: Done): Promise<void> {
  const known = await publications.findAll(tx, { order: NEWEST_FIRST })
  for (const old of known.slice(LIMITS.publicationsKept - 1)) await publications.remove(tx, old)
  const id = tx.newId('publication')
  const { id: by, displayName } = actorOf(tx.context.principal)
  await publications.insert(tx, {
    ...{ id, draftId: draft.id, name: draft.name, publishedBy: { id: by, name: displayName ?? by } },
    ...{ published: tx.now, steps: steps.length, ...done, takenBackBy: null, leftOut: [] },
  })
  const rows = steps.map((one, at) => ({ publicationId: id, number: at + 1, ...one }))
  await publicationSteps.insertMany(tx, rows)
  await publicationLosses.insertMany(
    tx,
    losses.map(({ step, object, parent, lacks, stays }, position) => ({
      ...{ publicationId: id, position, step, object, parent, lacks, stays },
    })),
  )
}

/** Publications that are kept, the newest first. @throws ApiError E0000029 */
export async function listPublications(
  reader: Reader,
  { limit, after }: { limit?: number; after?: string | undefined },
): Promise<Page<PublicationView>> {
  if (reader.rights.reach('svc.roles.manage') !== 'all') return { items: [], next: null }
  const { items, next } = pageOf(await publications.findAll(reader, { order: NEWEST_FIRST }), limit, after)
  return { items: await Promise.all(items.map((one) => present(reader, one))), next }
}

/** @throws ApiError E0000007 */
export const requirePublication = async (reader: Reader, id: string): Promise<PublicationView> =>
  present(reader, await publications.require(reader, id))

/** A draft that was published or discarded since takes nothing back any more. */
async function present(
  reader: Reader,
  { takenBackBy, leftOut, ...record }: PublicationRecord,
): Promise<PublicationView> {
  const isThere = takenBackBy !== null && (await drafts.exists(reader, { id: takenBackBy }))
  const by = takenBackBy === null ? undefined : await publications.findOne(reader, { where: { draftId: takenBackBy } })
  return {
    ...record,
    takenBackBy: isThere ? takenBackBy : null,
    takenBackIn: by?.id ?? null,
    leftOut: isThere ? leftOut : [],
  }
}

/** @throws ApiError E0000007; E0000001 where a draft takes it back already */
export async function requireTakeable(reader: Reader, id: string): Promise<PublicationRecord> {
  const publication = await publications.require(reader, id)
  const draft = publication.takenBackBy === null ? undefined : await drafts.get(reader, publication.takenBackBy)
  if (draft)
    throw invalid(
      'publicationId',
      `is taken back by the draft ${draft.name} already: publish or discard that first`,
      'path',
    )
  return publication
}

/**
 * Asks for a draft that takes back a publication; a job that makes it already is the one that is answered.
 * @throws ApiError E0000007, E0000047; as {@link requireTakeable}
 */
export async function queueTakeBack(tx: Tx, publicationId: string): Promise<JobRecord> {
  const { draftId, name } = await publications.require(tx, publicationId)
  tx.authorize('gatehouse.draft.take_back', [targetOf('draft', { id: draftId, name })], 'never')
  const active = await activeJob(tx, 'publicationTakeBack', publicationId)
  if (active && !active.cancelRequested) return active
  await requireTakeable(tx, publicationId)
  return queueJob(tx, { type: 'publicationTakeBack', input: null, name, subjectId: publicationId })
}

/** What a publication has done, in the order in which it did it, and what went along with what it removed, or was changed along. */
export async function doneBy(reader: Reader, publicationId: string) {
  const where = { publicationId }
  const steps = await publicationSteps.findAll(reader, { where, order: [['number', 'ASC']] })
  const done = steps.filter(({ journal }) => journal.isWritten)
  const numbers = new Set(done.map(({ number }) => number))
  const losses = await publicationLosses.findAll(reader, { where, order: [['position', 'ASC']] })
  return { done, losses: losses.filter(({ step }) => numbers.has(step)) }
}

/** A draft was made that takes back a publication. */
export async function noteTakeBack(
  tx: Tx,
  publicationId: string,
  { draftId, steps, leftOut }: { draftId: string; steps: number; leftOut: PublicationRecord['leftOut'] },
): Promise<void> {
  const publication = await publications.require(tx, publicationId)
  const draft = await drafts.require(tx, draftId)
  const targets = [targetOf('draft', draft), targetOf('draft', { id: publication.draftId, name: publication.name })]
  tx.authorize('gatehouse.draft.take_back', targets, 'never')
  await publications.update(tx, publication, { takenBackBy: draftId, leftOut })
  const debugData = { publicationId, steps, leftOut: leftOut.length }
  tx.record({ type: 'gatehouse.draft.take_back', targets, debugData })
}
