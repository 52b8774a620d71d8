import { dirname } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import { makeDraft, type TestDraft } from '../../../helpers/drafts.ts'
import { allowLocalHooks, eventually, hookBody, startEndpoint, type Endpoint } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { ended } from '../../../helpers/sync/connections.ts'
import { filesIn, findSecrets } from '../../../security/secrets-at-rest/find-secrets.ts'

const SECRET = 'the-secret-that-was-entered-in-the-draft'

let server: TestServer
let endpoint: Endpoint

beforeEach(async () => {
  server = await startServer()
  await allowLocalHooks(server.client)
  endpoint = await startEndpoint()
})

const withSecret = (value: string) => ({ uri: endpoint.url, authScheme: { type: 'HEADER', key: 'X-Auth', value } })

async function aHook({ client }: Pick<TestServer, 'client'>, config: object, id?: string): Promise<string> {
  const body = hookBody(endpoint.url, undefined, { name: 'Payroll hook', channel: { config } })
  if (id === undefined) return (await client.call('createEventHook', { body })).body.id
  return (await client.call('replaceEventHook', { params: { eventHookId: id }, body: body as never })).body.id
}

async function planned({ draft }: TestDraft) {
  const params = { draftId: draft.id }
  const job = (await server.client.call('planDraft', { params, body: {} })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  const plan = (await server.client.call('getDraftPlan', { params })).body as DraftPlan
  return { plan, steps: (await server.client.call('listDraftPlanSteps', { params })).body }
}

async function published(of: TestDraft) {
  const { plan, steps } = await planned(of)
  const body = { digest: plan.digest }
  const job = (await server.client.call('publishDraft', { params: { draftId: of.draft.id }, body })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  return { steps, job }
}

/** What the endpoint is sent as the secret by the hook of the workspace. */
async function secretSent(): Promise<unknown> {
  const [hook] = (await server.client.call('listEventHooks')).body
  await server.client.call('verifyEventHook', { params: { eventHookId: hook?.id ?? '' } })
  await server.make.aGroup('Told')
  return eventually(() => {
    const delivery = endpoint.received.find(({ method }) => method === 'POST')
    return delivery?.headers['x-auth'] ?? expect.unreachable('nothing was delivered')
  })
}

it('the secret of a hook that a draft has made comes along, without being asked for or told, and in no file', async () => {
  const draft = await makeDraft(server, 'Payroll')
  await aHook(draft, withSecret(SECRET))
  const { steps, job } = await published(draft)
  expect(steps).toMatchObject([{ act: 'create', kind: 'eventHook', notes: [], secrets: [] }])
  expect(await secretSent()).toBe(SECRET)
  const said = JSON.stringify([
    ...[steps, job, (await server.client.call('listPublications')).body],
    (await server.client.call('listLogEvents', { query: { limit: 1000 } })).body,
  ])
  expect(said).not.toContain(SECRET)
  await server.backup(`${server.dataFile}.copy`)
  expect(findSecrets([{ name: 'it', value: SECRET }], await filesIn(dirname(server.dataFile)))).toEqual([])
})

it('the secret that a draft has added to a hook of the workspace comes along', async () => {
  const id = await aHook(server, { uri: endpoint.url })
  const draft = await makeDraft(server, 'Payroll')
  await aHook(draft, withSecret(SECRET), id)
  expect((await published(draft)).steps).toMatchObject([{ act: 'change', notes: [], secrets: [] }])
  expect(await secretSent()).toBe(SECRET)
})

it('the secret of an identity provider comes along, and stands in nothing that is kept of the publication', async () => {
  const draft = await makeDraft(server, 'Partners')
  const client = { client_id: 'gatehouse', client_secret: SECRET }
  await draft.make.anIdentityProvider('OIDC', { protocol: { type: 'OIDC', credentials: { client } } })
  expect((await published(draft)).steps).toMatchObject([{ kind: 'identityProvider', notes: [], secrets: [] }])
  const [provider] = (await server.client.call('listIdentityProviders')).body
  expect(provider?.protocol?.credentials?.client).toMatchObject(client)
  await server.backup(`${server.dataFile}.copy`)
  expect(findSecrets([{ name: 'it', value: SECRET }], await filesIn(dirname(server.dataFile)))).toEqual([])
})

it('a hook that the workspace has made since comes into a draft with its secret, and stays as it is when that is published', async () => {
  const draft = await makeDraft(server, 'Payroll')
  const id = await aHook(server, withSecret(SECRET))
  const job = (await server.client.call('rebaseDraft', { params: { draftId: draft.draft.id }, body: {} })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  await aHook(draft, { uri: `${endpoint.url}/other`, authScheme: { type: 'HEADER', key: 'X-Auth' } }, id)
  await published(draft)
  expect(await secretSent()).toBe(SECRET)
})

it('a placeholder in a draft is no secret: the note says that one has to be entered', async () => {
  const draft = await makeDraft(server, 'Payroll')
  await aHook(draft, withSecret('the secret of this hook is not known here'))
  const { steps } = await planned(draft)
  expect(steps).toMatchObject([{ notes: [expect.stringContaining('not known here')], secrets: [] }])
})

it('what is left out of a publication takes the secret of nothing else with it', async () => {
  const group = await server.make.aGroup('Early')
  const draft = await makeDraft(server, 'Payroll')
  await draft.client.call('replaceGroup', { params: { groupId: group.id }, body: { profile: { name: 'Taken' } } })
  await aHook(draft, withSecret(SECRET))
  await server.make.aGroup('Taken')
  const { plan, steps } = await planned(draft)
  expect([steps.map(({ kind }) => kind), plan.refused.map(({ name }) => name)]).toEqual([['eventHook'], ['Taken']])
  const body = { digest: plan.digest, partial: true }
  const job = (await server.client.call('publishDraft', { params: { draftId: draft.draft.id }, body })).body
  expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await secretSent()).toBe(SECRET)
})
