import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

/** The service behind the page's origin. */
export interface ForwardTarget {
  port: number
  token: string
}

/** Of the page's request, only these reach the service: no origin, no cookie, no authorization of the page's making. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
  'prefer',
]

/** Of the service's reply, these stay behind: they speak of the connection, which ends here, or would set state. */
const DROPPED_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
  'content-security-policy',
])

const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Passes a request of the page to the service with the token added, and streams the reply back. The page never holds the
 * token, and `Link` headers keep the service's own address, which is the one that scripts use.
 * @param path path and query, as the page asked for them.
 * @throws Error when the service cannot be reached or the page has given up.
 */
export async function forward(incoming: Request, path: string, target: ForwardTarget): Promise<Response> {
  const reply = await send(incoming, path, target)
  const status = reply.statusCode ?? 502
  const empty = WITHOUT_BODY.has(status) || incoming.method === 'HEAD'
  if (empty) reply.resume()
  const body = empty ? null : (Readable.toWeb(reply) as unknown as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers: replyHeaders(reply) })
}

function send(incoming: Request, path: string, { port, token }: ForwardTarget): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: incoming.method,
        headers: requestHeaders(incoming, token),
        agent: false,
      },
      resolve,
    )
    outgoing.once('error', reject)
    incoming.signal.addEventListener('abort', () => outgoing.destroy(new Error('the page gave up')), { once: true })
    if (!incoming.body) return void outgoing.end()
    // The two kinds of web stream differ in name only.
    const body = Readable.fromWeb(incoming.body as unknown as NodeReadableStream)
    body.once('error', (error) => outgoing.destroy(error))
    body.pipe(outgoing)
  })
}

function requestHeaders(incoming: Request, token: string): Record<string, string> {
  const headers: Record<string, string> = { authorization: `SSWS ${token}` }
  for (const name of REQUEST_HEADERS) {
    const value = incoming.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

function replyHeaders(reply: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(reply.headersDistinct)) {
    if (DROPPED_HEADERS.has(name)) continue
    // `Link` comes as one header per relation; each must stay its own.
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}
