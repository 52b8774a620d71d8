import { expect } from 'vitest'
import type { Draft } from '#contract/gatehouse/draft.ts'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import type { PublicationView } from '#contract/gatehouse/publication.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import type { Snapshot } from '#sync/snapshot.ts'
import type { TestServer } from './server.ts'
import { ended } from './sync/connections.ts'

/** Plans the publication of a draft. @returns its steps, a line each */
export async function linesOfPlan(
  { client, ...server }: TestServer,
  { id: draftId }: Draft,
): Promise<{ plan: DraftPlan; lines: string[] }> {
  const params = { draftId }
  const job = (await client.call('planDraft', { params })).body
  expect(await ended({ client, ...server }, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  const plan = (await client.call('getDraftPlan', { params })).body as DraftPlan
  const steps = (await client.call('listDraftPlanSteps', { params, query: { limit: 200 } })).body
  return { plan, lines: steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`) }
}

/** Plans a draft and publishes it as planned, with all dangers confirmed. @returns the latest publication */
export async function publishAll(server: TestServer, draft: Draft): Promise<PublicationView> {
  const { plan } = await linesOfPlan(server, draft)
  expect(plan).toMatchObject({ problem: null, refused: [], conflicts: 0 })
  const body = { digest: plan.digest, confirmation: draft.name }
  const job = (await server.client.call('publishDraft', { params: { draftId: draft.id }, body })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  return latestPublication(server)
}

export async function latestPublication({ client }: TestServer): Promise<PublicationView> {
  const [latest] = (await client.call('listPublications', {})).body
  return latest ?? expect.unreachable('nothing was published')
}

/** The end of the job that makes a draft which takes back a publication. */
export async function takeBack(server: TestServer, { id }: Pick<PublicationView, 'id'>): Promise<Job> {
  const job = (await server.client.call('takeBackPublication', { params: { publicationId: id } })).body
  return ended(server, job.id)
}

/** The draft that takes back a publication. */
export async function takeBackDraft(server: TestServer, publication: Pick<PublicationView, 'id'>): Promise<Draft> {
  expect(await takeBack(server, publication)).toMatchObject({
    ...{ type: 'publicationTakeBack', state: 'COMPLETED', problem: null },
  })
  const { takenBackBy } = (await server.client.call('getPublication', { params: { publicationId: publication.id } }))
    .body
  const params = { draftId: takenBackBy ?? expect.unreachable('no draft takes it back') }
  return (await server.client.call('getDraft', { params })).body
}

/** What differs between two states of an organization, a line each. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const { differences, orders } = compareSnapshots({ ours: before, theirs: after })
  const lines = differences.map(({ kind, name, ours, theirs, fields }) => {
    const what = ours ? (theirs ? fields.map(({ path }) => path).join() : 'is gone') : 'is new'
    return `${kind} ${name}: ${what}`
  })
  return [...lines, ...orders.map(({ id }) => `order ${id}`)]
}
