import { beforeAll, beforeEach, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Client } from '../../../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, eventually } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})
beforeEach(() => allowLocalHooks(client))

const read = async (after?: number) =>
  (await client.call('getHookReceiver', { query: after === undefined ? {} : { after } })).body
const address = async () => (await read()).uri ?? ''
const last = async () => (await read()).requests.at(-1)
const post = async (uri: string, body: string, headers: Record<string, string> = {}) =>
  (await fetch(uri, { method: 'POST', body, headers })).status
const health = async (id: string) =>
  (await client.call('listHookHealth', {})).body.find(({ eventHookId }) => eventHookId === id)

it('a hook that sends to the built-in receiver is verified, and what it sends arrives there', async () => {
  const url = await address()
  const hook = await aVerifiedHook(client, { url })
  expect(hook.verificationStatus).toBe('VERIFIED')
  const group = await server.make.aGroup()
  await eventually(async () => expect((await last())?.method).toBe('POST'))
  const body = JSON.parse((await last())?.body ?? '') as { data: { events: { target: { id: string }[] }[] } }
  expect(body.data.events[0]?.target[0]?.id).toBe(group.id)
})

it('values of headers that may be secrets are not shown', async () => {
  await post(await address(), 'x', { Authorization: 'Basic abc', 'X-Key': 'abc', 'Content-Type': 'text/plain' })
  expect(await last()).toMatchObject({ method: 'POST', body: 'x', truncated: false })
  const headers = new Map((await last())?.headers.map(({ key, value }) => [key, value]))
  expect([headers.get('authorization'), headers.get('x-key')]).toEqual([null, null])
  expect(headers.get('content-type')).toBe('text/plain')
})

it('while the developer switch is off there is no address, and the old one is as if it never was', async () => {
  const url = await address()
  await allowLocalHooks(client, false)
  expect(await read()).toEqual({ uri: null, requests: [] })
  expect(await post(url, 'x')).toBe(404)
})

it('only who knows the address is heard', async () => {
  const before = (await last())?.sequence
  const url = await address()
  expect(await post(`${url}x`, 'x')).toBe(404)
  expect(await post(url.slice(0, -1), 'x')).toBe(404)
  expect(await post(`${server.url}/gatehouse/receiver/undefined`, 'x')).toBe(404)
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(404)
  expect((await last())?.sequence).toBe(before)
})

it('a page of another site cannot fill it', async () => {
  expect(await post(await address(), 'x', { Origin: 'https://elsewhere.example' })).toBe(403)
})

it('the start of a long body is kept, and told as such', async () => {
  expect(await post(await address(), 'x'.repeat(LIMITS.receiverBodyBytes))).toBe(204)
  expect(await last()).toMatchObject({ truncated: false })
  expect(await post(await address(), 'x'.repeat(LIMITS.receiverBodyBytes * 3))).toBe(204)
  expect(await last()).toMatchObject({ truncated: true, body: 'x'.repeat(LIMITS.receiverBodyBytes) })
})

it('the newest requests are kept, and only later ones are told to who asks for them', async () => {
  const url = await address()
  for (let nth = 0; nth < LIMITS.receiverRequests + 1; nth += 1) await post(url, String(nth))
  const { requests } = await read()
  expect(requests).toHaveLength(LIMITS.receiverRequests)
  expect(requests[0]?.body).toBe('1')
  const after = requests.at(-3)?.sequence ?? 0
  expect((await read(after)).requests.map(({ body }) => body)).toEqual(['99', '100'])
})

it('each service has an address of its own', async () => {
  const other = await startServer({ isFirstStart: true })
  await allowLocalHooks(other.client)
  const { uri } = (await other.client.call('getHookReceiver', {})).body
  expect(uri).toMatch(/\/gatehouse\/receiver\/\w{40}$/)
  expect(uri?.split('/').at(-1)).not.toBe((await address()).split('/').at(-1))
})

it('health counts what was delivered, what failed and what waits', async () => {
  const { id } = await aVerifiedHook(client, { url: await address() })
  const params = { eventHookId: id }
  expect(await health(id)).toEqual({
    ...{ eventHookId: id, delivered: 0, failed: 0, waiting: 0 },
    ...{ lastCompleted: null, lastStatus: null, backoff: null },
  })
  await server.make.aGroup()
  await eventually(async () => expect(await health(id)).toMatchObject({ delivered: 1, lastStatus: 'DELIVERED' }))
  expect((await health(id))?.lastCompleted).toBe(new Date(server.clock.now).toISOString())
  await allowLocalHooks(client, false)
  await server.make.aGroup()
  await eventually(async () =>
    expect(await health(id)).toMatchObject({ delivered: 1, failed: 1, waiting: 0, lastStatus: 'FAILED' }),
  )
  await server.make.aGroup()
  await client.call('deactivateEventHook', { params })
  const { delivered, failed, waiting } = (await health(id)) ?? { delivered: 0, failed: 0, waiting: 0 }
  expect(delivered + failed + waiting).toBe(3)
})

it('its address is the same after each start, and another one in another workspace', async () => {
  const first = await startServer({ isFirstStart: true })
  const pathOf = async (service: TestServer) => {
    await allowLocalHooks(service.client)
    return new URL((await service.client.call('getHookReceiver', { query: {} })).body.uri ?? '').pathname
  }
  const path = await pathOf(first)
  await first.stop()
  const second = await startServer({ dataFile: first.dataFile })
  expect(await pathOf(second)).toBe(path)
  expect(await post(`${second.url}${path}`, 'x')).toBe(204)
  expect(await pathOf(server)).not.toBe(path)
})
