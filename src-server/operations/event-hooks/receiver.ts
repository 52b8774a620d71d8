import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { readDeveloperSettings } from './developer-settings.ts'

/** Where hooks are received, followed by the token. */
const RECEIVER_PATH = '/gatehouse/receiver'

/** The header of a challenge, by whichever brand the vocabulary has. */
export const CHALLENGE_HEADER = /^x-[a-z0-9]+-verification-challenge$/

/** Headers whose values are shown; any other may be what a hook authenticates with, which is never returned. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
])

/** A request as it comes in. */
interface Arrival {
  method: ReceivedRequest['method']
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** No more than the receiver keeps. */
  body: string
  truncated: boolean
}

/** Gives the receiver the address that it has in this workspace, so that hooks find it after each start; makes one the first time. */
export async function keepReceiverAddress(service: Service): Promise<void> {
  const stored = await readSetting(service.reader, 'hookReceiver')
  if (stored) service.receiver.token = stored.token
  else {
    const { token } = service.receiver
    await service.write(systemContext(), (tx) => writeSetting(tx, 'hookReceiver', { token }))
  }
}

/** Whether a request may be received under this token: never while the developer switch is off. */
export async function isReceiving(service: Service, token: string): Promise<boolean> {
  return token === service.receiver.token && (await readDeveloperSettings(service.reader)).allowLocalHooks
}

/** Keeps a request; the oldest makes room. */
export function receive(service: Service, { method, headers, body, truncated }: Arrival): void {
  const { receiver } = service
  const request: ReceivedRequest = {
    sequence: (receiver.requests.at(-1)?.sequence ?? 0) + 1,
    received: service.now(),
    method,
    headers: Object.entries(headers).map(([key, value]) => ({
      key,
      value: SHOWN_HEADERS.has(key) || CHALLENGE_HEADER.test(key) ? String(value) : null,
    })),
    body,
    truncated,
  }
  receiver.requests = [...receiver.requests, request].slice(-LIMITS.receiverRequests)
}

/** What came after a request that is known already; no address and nothing while the developer switch is off. */
export async function readReceiver(service: Service, after: number) {
  const { allowLocalHooks } = await readDeveloperSettings(service.reader)
  if (!allowLocalHooks) return { uri: null, requests: [] }
  const { token, requests } = service.receiver
  const uri = `${service.url()}${RECEIVER_PATH}/${token}`
  return { uri, requests: requests.filter(({ sequence }) => sequence > after) }
}
