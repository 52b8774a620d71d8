import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLogTail } from '#server/log.ts'
import { filesIn, findSecrets } from '../../security/secrets-at-rest/find-secrets.ts'
import { allowLocalHooks, eventually, hookBody, listen, startEndpoint, type Endpoint } from '../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, ended, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

const AUTH = 'channel.config.authScheme.value'
const HEADER = 'channel.config.headers[0].value'
const CLIENT = 'protocol.credentials.client.client_secret'
const OURS = 'the-secret-of-the-workspace-0123456789'
const GIVEN = 'the-secret-that-was-given-abcdefghijkl'
const UNKNOWN = 'the secret of this hook is not known here'

let here: TestServer
let remote: TestServer
let endpoint: Endpoint
let connectionId = ''
let lines: string[]

beforeEach(async () => {
  lines = []
  const tail = createLogTail()
  const log = pino({ level: 'trace' }, pino.multistream([tail, { write: (line: string) => void lines.push(line) }]))
  ;[here, remote] = [await startServer({ log, recentLog: tail.lines }), await startServer()]
  endpoint = await startEndpoint()
  for (const { client } of [here, remote]) await allowLocalHooks(client)
  connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
})

const authBy = (value: string) => ({ type: 'HEADER', key: 'X-Auth', value })

/** A hook of the workspace whose endpoint wants a secret. */
async function aHook({ client }: Pick<TestServer, 'client'>, more: object = {}) {
  const config = { uri: endpoint.url, authScheme: authBy(OURS), ...more }
  const body = hookBody(endpoint.url, undefined, {
    name: 'Payroll hook',
    channel: { type: 'HTTP', version: '1.0.0', config },
  })
  return (await client.call('createEventHook', { body })).body
}

/** What the endpoint is sent as the secret once the hook of the remote is verified and an event has happened there. */
async function secretSent(): Promise<unknown> {
  const { body } = await remote.client.call('listEventHooks')
  await remote.client.call('verifyEventHook', { params: { eventHookId: body[0]?.id ?? '' } })
  await remote.make.aGroup('Told')
  return eventually(() => {
    const delivery = endpoint.received.find(({ method }) => method === 'POST')
    return delivery?.headers['x-auth'] ?? expect.unreachable('nothing was delivered')
  })
}

type Secrets = { step?: number; path?: string; value?: string }[]
const secretsFor = (...secrets: Secrets) => ({
  secrets: secrets.map((one) => ({ step: 1, path: AUTH, value: GIVEN, ...one })),
})

const SLOW = { path: '/api/v1/groups', methods: ['POST'], share: 1, fault: { type: 'SLOW', seconds: 20 } }

describe('a step that makes an event hook with a secret', () => {
  it('says that it needs the secret, and writes the hook with the one that was given, which its endpoint gets', async () => {
    await aHook(here)
    const plan = await planned(here, connectionId)
    const [step] = await stepsOf(here, plan)
    expect(step).toMatchObject({
      ...{ act: 'create', kind: 'eventHook', secrets: [{ path: AUTH, label: 'Secret' }] },
      notes: [expect.stringContaining('Its secret is not known here')],
    })
    const needing = async () => {
      const query = { needsSecret: 'true', limit: 1 } as const
      return (await here.client.call('listPlanSteps', { params: { syncPlanId: plan.id }, query })).body
    }
    expect(await needing()).toEqual([step])
    expect((await applied(here, plan, secretsFor({}))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await needing()).toEqual([])
    expect((await stepsOf(here, plan))[0]).toMatchObject({ state: 'DONE', secrets: [], notes: [] })
    expect(await secretSent()).toBe(GIVEN)
  })

  it('leaves a placeholder where none was given', async () => {
    await aHook(here)
    expect((await applied(here, await planned(here, connectionId))).plan).toMatchObject({ state: 'APPLIED' })
    expect(await secretSent()).toBe(UNKNOWN)
  })

  it('asks for none for a hook that has none', async () => {
    await here.client.call('createEventHook', { body: hookBody(endpoint.url) })
    const [step] = await stepsOf(here, await planned(here, connectionId))
    expect(step).toMatchObject({ kind: 'eventHook', secrets: [], notes: [] })
  })

  it('asks for it where a hook that is there gets one, and writes that', async () => {
    const { id: eventHookId, ...hook } = (await here.client.call('createEventHook', { body: hookBody(endpoint.url) }))
      .body
    await applied(here, await planned(here, connectionId))
    const config = { ...hook.channel.config, authScheme: authBy(OURS) }
    const body = { ...hook, channel: { ...hook.channel, config } }
    await here.client.call('replaceEventHook', { params: { eventHookId }, body: body as never })
    const plan = await planned(here, connectionId)
    expect((await stepsOf(here, plan)).map(({ act, secrets }) => [act, secrets.length])).toEqual([['change', 1]])
    expect((await applied(here, plan, secretsFor({}))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await secretSent()).toBe(GIVEN)
  })

  it('asks for it when what it has removed is made again', async () => {
    const { id: eventHookId } = await aHook(here)
    await applied(here, await planned(here, connectionId), secretsFor({}))
    await here.client.call('deactivateEventHook', { params: { eventHookId } })
    await here.client.call('deleteEventHook', { params: { eventHookId } })
    const { plan } = await applied(here, await planned(here, connectionId), { confirmation: 'Remote' })
    const back = await takenBack(here, plan)
    expect((await stepsOf(here, back))[0]?.secrets).toEqual([{ path: AUTH, label: 'Secret' }])
    expect((await applied(here, back, secretsFor({}))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await secretSent()).toBe(GIVEN)
  })
})

it('a step that makes an identity provider needs the secret of its client, and neither keeps that of the workspace nor brings it', async () => {
  const client = { client_id: 'gatehouse', client_secret: OURS }
  await here.make.anIdentityProvider('OIDC', { protocol: protocolWith(client) })
  const plan = await planned(here, connectionId)
  const secretOf = async () =>
    (await remote.client.call('listIdentityProviders')).body[0]?.protocol?.credentials?.client?.client_secret
  expect((await stepsOf(here, plan))[0]?.secrets).toEqual([{ path: CLIENT, label: 'Client secret' }])
  expect((await applied(here, plan, secretsFor({ path: CLIENT }))).plan).toMatchObject({
    state: 'APPLIED',
    problem: null,
  })
  expect(await secretOf()).toBe(GIVEN)
  expect(await found(OURS, GIVEN)).toEqual([])
})

const endpointsOf = (host: string) =>
  Object.fromEntries(
    ['authorization', 'token', 'jwks', 'userInfo'].map((name) => [
      name,
      { url: `https://${host}/${name}`, binding: name === 'token' ? 'HTTP-POST' : 'HTTP-REDIRECT' },
    ]),
  )
const protocolWith = (client: object) =>
  ({
    type: 'OIDC',
    endpoints: endpointsOf('idp.example.test'),
    scopes: ['openid'],
    issuer: { url: 'https://idp.example.test' },
    credentials: { client },
  }) as never

/** Where values stand that must not: the files of both services while they run, log lines, events, jobs, plans. */
async function found(...values: string[]): Promise<string[]> {
  const places = new Map<string, Buffer>()
  for (const [name, server] of Object.entries({ here, remote })) {
    await server.backup(`${server.dataFile}.${crypto.randomUUID()}.copy`)
    for (const [file, bytes] of await filesIn(dirname(server.dataFile))) places.set(`${name} ${file}`, bytes)
    const replies = [
      (await server.client.call('listLogEvents', { query: { limit: 1000 } })).body,
      (await server.client.call('listJobs')).body,
      (await server.client.call('listSyncPlans')).body,
    ]
    places.set(`the replies of ${name}`, Buffer.from(JSON.stringify(replies)))
  }
  for (const plan of (await here.client.call('listSyncPlans')).body)
    places.set(`the steps of ${plan.id}`, Buffer.from(JSON.stringify(await stepsOf(here, plan))))
  const requests = (await here.client.call('listConnectionRequests', { params: { connectionId } })).body
  places.set('the requests', Buffer.from(JSON.stringify(requests)))
  places.set('the log', Buffer.from(lines.join('')))
  return findSecrets(
    values.map((value) => ({ name: value, value })),
    places,
  )
}

it('the values of headers, which the interface answers, are encrypted in a plan, and written to the remote all the same', async () => {
  const headers = ['X-Team', 'X-Key'].map((key) => ({ key, value: `${key}-${OURS}` }))
  const values = headers.map(({ value }) => value)
  await aHook(here, { headers })
  const plan = await planned(here, connectionId)
  expect((await stepsOf(here, plan))[0]?.secrets).toEqual([{ path: AUTH, label: 'Secret' }])
  expect(await found(...values)).toEqual([])
  expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null })
  const [hook] = (await remote.client.call('listEventHooks')).body
  expect(hook?.channel.config.headers).toEqual(headers)
  expect(await found(...values)).toEqual([])
})

describe('a secret that was given', () => {
  it('is in no file, no reply, no event and no line of the log, also of headers whose values the remote answers', async () => {
    const headers = [{ key: 'X-Team', value: 'Harbour' }]
    const { id: eventHookId } = await aHook(here, { headers })
    await applied(here, await planned(here, connectionId))
    await here.client.call('deactivateEventHook', { params: { eventHookId } })
    await here.client.call('deleteEventHook', { params: { eventHookId } })
    const { plan } = await applied(here, await planned(here, connectionId), { confirmation: 'Remote' })
    const back = await takenBack(here, plan)
    expect((await stepsOf(here, back))[0]?.secrets).toEqual([
      { path: AUTH, label: 'Secret' },
      { path: HEADER, label: 'Value of the header X-Team' },
    ])
    const secrets = secretsFor({}, { path: HEADER, value: `header-${GIVEN}` })
    expect((await applied(here, back, secrets)).plan).toMatchObject({ state: 'APPLIED', problem: null })
    const [hook] = (await remote.client.call('listEventHooks')).body
    expect(hook?.channel.config.headers).toEqual([{ key: 'X-Team', value: `header-${GIVEN}` }])
    await differencesWith(here, connectionId)
    expect(await found(GIVEN, `header-${GIVEN}`)).toEqual([])
  })

  it('is in nothing that is said where the remote refuses it and repeats it', async () => {
    const refuse = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = '', url = '', headers } = request
      const authorization = headers.authorization ?? ''
      const isHook = method === 'POST' && url.includes('/eventHooks')
      const text = isHook
        ? JSON.stringify({ errorCode: 'E0000001', errorSummary: `Refused: ${await textOf(request)}` })
        : await (await fetch(remote.url + url, { method, headers: { authorization } })).text()
      response.writeHead(isHook ? 400 : 200, { 'content-type': 'application/json' }).end(text)
    }
    const proxy = createServer((request, response) => void refuse(request, response))
    const address = { url: `http://127.0.0.1:${await listen(proxy)}`, token: remote.token }
    const repeating = await connect(here, address, { name: 'Repeats', mayWrite: true })
    await aHook(here)
    const plan = await planned(here, repeating)
    const step = (await stepsOf(here, plan)).find(({ kind }) => kind === 'eventHook')?.number ?? 0
    const { job, plan: after } = await applied(here, plan, secretsFor({ step }))
    expect(after).toMatchObject({ state: 'STOPPED', problem: expect.stringMatching(/Refused: .*X-Auth.*•••/) })
    expect(JSON.stringify([job, after])).not.toContain(GIVEN)
    expect(await found(GIVEN)).toEqual([])
  })

  it('has to be given again after a restart before its step, which stops until then', async () => {
    await here.make.aGroup('First')
    await aHook(here)
    const plan = await planned(here, connectionId)
    const step = 2
    expect((await stepsOf(here, plan)).map(({ kind }) => kind)).toEqual(['group', 'eventHook'])
    await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [SLOW] } } as never })
    const params = { syncPlanId: plan.id }
    const { body: job } = await here.client.call('applySyncPlan', { params, body: secretsFor({ step }) })
    while ((await here.client.call('getSyncPlan', { params })).body.state !== 'APPLYING') await sleep(20)
    await here.stop()
    expect(findSecrets([{ name: 'given', value: GIVEN }], await filesIn(dirname(here.dataFile)))).toEqual([])
    await remote.client.call('replaceFaults', { body: { plan: null } })
    const { dataFile, token } = here
    here = await startServer({ dataFile, ...(token === null ? {} : { token }) })
    await ended(here, job.id)
    const stopped = (await here.client.call('getSyncPlan', { params })).body
    expect(stopped).toMatchObject({
      state: 'STOPPED',
      done: 1,
      problem: expect.stringMatching(/“Payroll hook” needs the secret .* again/),
    })
    expect((await remote.client.call('listEventHooks')).body).toEqual([])
    expect((await applied(here, plan, secretsFor({ step }))).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await secretSent()).toBe(GIVEN)
    expect(await found(GIVEN)).toEqual([])
  })
})

describe('secrets that will not do are refused by the field, and nothing is changed', () => {
  it.each([
    ['of no step', [{}, { step: 9 }], 'secrets[1].step: the plan has no step 9'],
    [
      'that the step does not need',
      [{}, { path: 'name' }],
      `secrets[1].path: step 2 (event hook Payroll hook) needs no such secret: it needs ${AUTH}`,
    ],
    [
      'of a step that needs none',
      [{ step: 1 }],
      'secrets[0].path: step 1 (group First) needs no secret: leave this out',
    ],
    ['given twice', [{}, {}], 'secrets[1].path: is given twice: give it once'],
    ['that are empty', [{ value: '' }], /^secrets\[0\]\.value: /],
    ['that are too long', [{ value: 'x'.repeat(4_097) }], /^secrets\[0\]\.value: /],
    ['that are too many', Array.from({ length: 1_001 }, () => ({})), /^secrets: /],
  ])('%s', async (_, secrets: Secrets, reason) => {
    await here.make.aGroup('First')
    await aHook(here)
    const { id: syncPlanId } = await planned(here, connectionId)
    const body = secretsFor(...secrets.map((one) => ({ step: 2, ...one })))
    const refusal = await here.client.refused('applySyncPlan', { params: { syncPlanId }, body })
    expect(refusal.status).toBe(400)
    const told = refusal.body.errorCauses.map(({ errorSummary }) => errorSummary)
    expect(told).toEqual([typeof reason === 'string' ? reason : expect.stringMatching(reason)])
    expect(JSON.stringify(refusal.body)).not.toContain(GIVEN)
    expect((await here.client.call('getSyncPlan', { params: { syncPlanId } })).body.state).toBe('READY')
    expect((await here.client.call('listJobs')).body.some(({ type }) => type === 'syncApply')).toBe(false)
  })

  it('for a plan that is being applied already', async () => {
    await here.make.aGroup('First')
    await aHook(here)
    const plan = await planned(here, connectionId)
    const params = { syncPlanId: plan.id }
    await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [SLOW] } } as never })
    const ask = (body: object) => here.client.call('applySyncPlan', { params, body })
    const job = (await ask({})).body
    const refusal = await here.client.refused('applySyncPlan', { params, body: secretsFor({ step: 2 }) })
    expect(refusal.locations).toEqual(['secrets'])
    expect((await ask({})).body.id).toBe(job.id)
    await here.client.call('cancelJob', { params: { jobId: job.id } })
    await ended(here, job.id)
    const given = (await ask(secretsFor({ step: 2 }))).body
    const other = await here.client.refused('applySyncPlan', { params, body: secretsFor({ step: 2, value: 'other' }) })
    expect(other.locations).toEqual(['secrets'])
    expect((await ask({})).body.id).toBe(given.id)
    await remote.client.call('replaceFaults', { body: { plan: null } })
    await here.client.call('cancelJob', { params: { jobId: given.id } })
    await ended(here, given.id)
    const again = (await ask(secretsFor({ step: 2 }))).body
    expect((await ask(secretsFor({ step: 2 }))).body.id).toBe(again.id)
    expect(await ended(here, again.id)).toMatchObject({ state: 'COMPLETED' })
  })
})
