import type { DraftPlan, DraftPlanRequest, Publication } from '#contract/gatehouse/draft-plan.ts'
import type { Draft } from '#contract/gatehouse/draft.ts'
import { expect } from 'vitest'
import type { Job } from '#contract/gatehouse/job.ts'
import { makeClient, type Client } from './client.ts'
import { makeFactories, type Factories } from './factories.ts'
import type { TestServer } from './server.ts'
import { ended } from './sync/connections.ts'

/** A draft, and a client of it with the token of its workspace. */
export interface TestDraft {
  draft: Draft
  client: Client
  make: Factories
}

/** A client of a draft. */
export function draftClient({ token }: Pick<TestServer, 'token'>, { url }: Pick<Draft, 'url'>): Client {
  return makeClient({ url, token })
}

/** Makes a draft of what a server serves. */
export async function makeDraft(server: TestServer, name: string): Promise<TestDraft> {
  const draft = (await server.client.call('createDraft', { body: { name } })).body
  const client = draftClient(server, draft)
  return { draft, client, make: makeFactories(client) }
}

/** Plans what publishing a draft would change. @returns each step as `create group Staff`, too */
export async function plannedDraft(
  server: TestServer,
  { draft }: TestDraft,
  body: DraftPlanRequest = {},
): Promise<{ plan: DraftPlan; steps: string[] }> {
  const params = { draftId: draft.id }
  const job = (await server.client.call('planDraft', { params, body })).body
  expect(await ended(server, job.id)).toMatchObject({ type: 'draftPlan', state: 'COMPLETED', problem: null })
  const plan = (await server.client.call('getDraftPlan', { params })).body as DraftPlan
  const steps = (await server.client.call('listDraftPlanSteps', { params, query: { limit: 200 } })).body
  return { plan, steps: steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`) }
}

/** Publishes a draft, and waits until that has ended. */
export async function published(server: TestServer, { draft }: TestDraft, body: Publication): Promise<Job> {
  const asked = await server.client.call('publishDraft', { params: { draftId: draft.id }, body })
  return ended(server, asked.body.id)
}
