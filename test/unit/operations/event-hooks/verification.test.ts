import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerResponse, type IncomingMessage } from 'node:http'
import type { Client } from '../../../helpers/client.ts'
import { allowLocalHooks, hookBody, listen } from '../../../helpers/endpoint.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let url: string
let requests: IncomingMessage[]
let answer: (challenge: string, response: ServerResponse, nth: number) => void

beforeAll(async () => {
  ;({ client } = await startServer())
  await allowLocalHooks(client)
  const server: Server = createServer((request, response) => {
    requests.push(request)
    answer(String(request.headers['x-svc-verification-challenge']), response, requests.length)
  })
  url = `http://127.0.0.1:${await listen(server)}/in?key=of-the-address`
})
beforeEach(() => {
  requests = []
})

const right = (challenge: string, response: ServerResponse) =>
  response.end(JSON.stringify({ verification: challenge, more: 'is fine' }))

async function newHook(config: object = {}): Promise<string> {
  const body = hookBody(url, undefined, { channel: { config: { uri: url, ...config } } })
  return (await client.call('createEventHook', { body })).body.id
}
const verify = async (eventHookId: string) =>
  (await client.call('verifyEventHook', { params: { eventHookId } })).body.verificationStatus
const lastEvent = async () => (await client.call('listLogEvents', { query: { limit: 1_000 } })).body.at(-1)

it('one GET with a challenge, the authentication and the headers makes it verified [spec/3 hook-states/verify] [spec/3 hook-operations/verify] [spec/4 hooks/verify]', async () => {
  answer = right
  const id = await newHook({
    headers: [{ key: 'X-Team', value: 'blue' }],
    authScheme: { type: 'HEADER', key: 'Authorization', value: 'Basic abc' },
  })
  expect(await verify(id)).toBe('VERIFIED')
  expect(requests).toHaveLength(1)
  expect(requests[0]?.method).toBe('GET')
  expect(requests[0]?.url).toBe('/in?key=of-the-address')
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Basic abc',
    'x-team': 'blue',
    accept: 'application/json',
  })
  expect(requests[0]?.headers['x-svc-verification-challenge']).toMatch(/^\w{40}$/)
  const event = await lastEvent()
  expect([event?.eventType, event?.outcome.result]).toEqual(['event_hook.verified', 'SUCCESS'])
  expect(JSON.stringify(event)).not.toContain('of-the-address')
})

it('each time the challenge is another one', async () => {
  answer = right
  const id = await newHook()
  await verify(id)
  await verify(id)
  expect(new Set(requests.map(({ headers }) => headers['x-svc-verification-challenge'])).size).toBe(2)
})

describe('it stays unverified, and is told why, when the endpoint', () => {
  it.each<[string, typeof answer, string, number]>([
    ['answers another challenge', (_, response) => response.end('{"verification":"x"}'), 'not with', 1],
    ['answers something else', (_, response) => response.end('OK'), 'not with', 1],
    ['answers null', (_, response) => response.end('null'), 'not with', 1],
    ['answers 204', (_, response) => response.writeHead(204).end(), 'answered 204', 2],
    ['answers 404', (_, response) => response.writeHead(404).end(), 'answered 404', 2],
    ['answers 500', (_, response) => response.writeHead(500).end(), 'answered 500', 2],
    ['redirects', (_, response) => response.writeHead(302, { Location: url }).end(), 'answered 302', 2],
    ['hangs up', (_, response) => response.destroy(), 'could not be reached (ECONNRESET)', 2],
  ])('%s', async (_, how, says, tries) => {
    answer = how
    const id = await newHook()
    const refusal = await client.refused('verifyEventHook', { params: { eventHookId: id } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(says)
    expect(requests).toHaveLength(tries)
    const event = await lastEvent()
    expect([event?.eventType, event?.outcome.result]).toEqual(['event_hook.verified', 'FAILURE'])
    expect(event?.outcome.reason).toContain(says)
    const hook = (await client.call('getEventHook', { params: { eventHookId: id } })).body
    expect(hook.verificationStatus).toBe('UNVERIFIED')
  })

  it('does not answer within three seconds, twice [spec/3 limits/hook-call]', async () => {
    answer = () => {}
    const id = await newHook()
    const started = performance.now()
    const refusal = await client.refused('verifyEventHook', { params: { eventHookId: id } })
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('within 3 seconds')
    expect(performance.now() - started).toBeGreaterThan(5_900)
    expect(requests).toHaveLength(2)
  })

  it('cannot be reached', async () => {
    const body = hookBody('http://127.0.0.1:1/')
    const { id } = (await client.call('createEventHook', { body })).body
    const refusal = await client.refused('verifyEventHook', { params: { eventHookId: id } })
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('could not be reached (ECONNREFUSED)')
  })
})

it('one error is forgiven', async () => {
  answer = (challenge, response, nth) =>
    nth === 1 ? void response.writeHead(503).end() : void right(challenge, response)
  expect(await verify(await newHook())).toBe('VERIFIED')
  expect(requests).toHaveLength(2)
})

it('a channel that changes meanwhile is not verified by the answer of the old one', async () => {
  const id = await newHook()
  const params = { eventHookId: id }
  answer = (challenge, response) => {
    const body = hookBody(`${url}&new`)
    void client.call('replaceEventHook', { params, body }).then(() => right(challenge, response))
  }
  expect((await client.refused('verifyEventHook', { params })).locations).toEqual(['channel'])
  expect((await client.call('getEventHook', { params })).body.verificationStatus).toBe('UNVERIFIED')
})
