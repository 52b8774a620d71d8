import type { Draft } from '#contract/gatehouse/draft.ts'
import { makeClient, type Client } from './client.ts'
import { makeFactories, type Factories } from './factories.ts'
import type { TestServer } from './server.ts'

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
