import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import type { EventHook } from '#contract/hooks/event-hook.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { atFileEnd } from './at-file-end.ts'
import type { Client } from './client.ts'

/** A request as an endpoint got it. */
interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  text: string
}

/** The body of a delivery. */
interface DeliveredBody {
  eventType: string
  eventId: string
  eventTime: string
  source: string
  data: { events: LogEvent[] }
  [more: string]: unknown
}

export interface Endpoint {
  url: string
  /** Everything that came, the verification included. */
  received: Received[]
  /** Bodies of the deliveries that came, in order. */
  bodies(): DeliveredBody[]
  /** Their events, one after the other. */
  events(): LogEvent[]
  /** How deliveries are answered from now on; the verification stays right. By default with 200. */
  answer(how: Answer): void
}
export type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void

const servers: Server[] = []
atFileEnd(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Any server on a free port of this machine, ended with the test file. */
export async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A receiver of hooks that answers its verification, over plain http unless a server is given. */
export async function startEndpoint(
  make: (listener: RequestListener) => Server = (listener) => createServer(listener),
  scheme = 'http',
): Promise<Endpoint> {
  const received: Received[] = []
  let how: Answer = (_, response) => response.end()
  let count = 0
  const server = make((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, text: Buffer.concat(chunks).toString('utf8') })
      const challenge = headers['x-svc-verification-challenge']
      if (method === 'GET' && challenge !== undefined) response.end(JSON.stringify({ verification: challenge }))
      else how(request, response, (count += 1))
    })
  })
  const port = await listen(server)
  const bodies = () =>
    received.filter(({ method }) => method === 'POST').map(({ text }) => JSON.parse(text) as DeliveredBody)
  return {
    url: `${scheme}://127.0.0.1:${port}/hook`,
    received,
    bodies,
    events: () => bodies().flatMap(({ data }) => data.events),
    answer: (next) => {
      how = next
      count = 0
    },
  }
}

let made = 0

/** The least body that makes a hook. */
export function hookBody(uri: string, items: string[] = ['group.lifecycle.create'], over: object = {}) {
  made += 1
  return { name: `Hook ${made}`, events: { type: 'EVENT_TYPE', items }, channel: { config: { uri } }, ...over } as {
    name: string
    events: { type: 'EVENT_TYPE'; items: string[] }
    channel: { config: { uri: string } }
  }
}

/** Lets hooks call this machine. */
export const allowLocalHooks = ({ call }: Client, allow = true) =>
  call('replaceDeveloperSettings', { body: { allowLocalHooks: allow } })

/** A hook that is active and verified. */
export async function aVerifiedHook(
  { call }: Client,
  { url }: Pick<Endpoint, 'url'>,
  items?: string[],
  over?: object,
): Promise<EventHook> {
  const { id } = (await call('createEventHook', { body: hookBody(url, items, over) })).body
  return (await call('verifyEventHook', { params: { eventHookId: id } })).body
}

/** A bound on hanging, not on speed: a loaded machine may take many times as long as an idle one. */
const PATIENCE_MS = 60_000

/** Waits until something holds. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 25 })

/** Waits until the deliveries of a hook are all settled, and as many as expected. */
export async function settledDeliveries({ call }: Client, eventHookId: string, count: number) {
  return eventually(async () => {
    const { body } = await call('listHookDeliveries', { params: { eventHookId } })
    expect(body.filter(({ status }) => status !== 'PENDING')).toHaveLength(count)
    return body
  })
}
