import { createRemoteJWKSet, customFetch } from 'jose'
import { LRUCache } from 'lru-cache'

/** Limits of a request for a client's remote keys: milliseconds, bytes. */
const TIMEOUT_MS = 5_000
const MOST_BYTES = 262_144
/** Milliseconds before an address that did not answer is asked again. */
const PAUSE_MS = 30_000
const MOST_ADDRESSES = 1_000

/** Why the keys of a client cannot be read: a clause about its assertion. */
export class UnreadableKeys extends Error {}

type KeySet = ReturnType<typeof createRemoteJWKSet>

const keySets = new LRUCache<string, KeySet>({ max: MOST_ADDRESSES })
const failed = new LRUCache<string, true>({ max: MOST_ADDRESSES, ttl: PAUSE_MS })

const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[::1\])$/

/** Keys come over TLS, or from this machine. */
function assertAddress({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return
  throw new UnreadableKeys('is of a client whose jwks_uri is neither https nor on this machine')
}

/** Reads so many bytes and no more. @throws UnreadableKeys */
async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new UnreadableKeys(`is of a client whose keys have more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Asks an address for keys; one that fails is left alone for a while, however often an assertion would ask. */
async function ask(address: string, init: RequestInit): Promise<Response> {
  if (failed.has(address)) throw new UnreadableKeys('is of a client whose keys could not be read a moment ago')
  try {
    const reply = await fetch(address, { ...init, redirect: 'error' })
    const body = reply.body ? await readBounded(reply.body as unknown as AsyncIterable<Uint8Array>) : Buffer.alloc(0)
    if (!reply.ok) throw new UnreadableKeys(`is of a client whose jwks_uri answered ${reply.status}`)
    return new Response(new Uint8Array(body), { status: reply.status, headers: { 'Content-Type': 'application/json' } })
  } catch (error) {
    failed.set(address, true)
    throw error instanceof UnreadableKeys ? error : new UnreadableKeys('is of a client whose keys cannot be read')
  }
}

/** The keys at a client's own address, read when they are needed. @throws UnreadableKeys */
export function keysAt(address: string): KeySet {
  const url = new URL(address)
  assertAddress(url)
  const known = keySets.get(address)
  if (known) return known
  const made = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (asked: string, init: RequestInit) => ask(asked, init),
  })
  keySets.set(address, made)
  return made
}
