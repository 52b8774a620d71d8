import { Agent, request } from 'node:http'

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  /** Path and query as they are sent; nothing is encoded or normalized here. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: string | Buffer
}

export interface WireReply {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

class RestedConnectionError extends Error {}

const REPLY_MS = 60_000
/** How a connection tells that the other side has ended it. */
const ENDED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])

/** Sends requests one after the other over a few connections that are kept. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #port: number

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** @throws Error where no reply comes: the connection ends, or a minute passes */
  async send(wire: WireRequest): Promise<WireReply> {
    try {
      return await this.#send(wire)
    } catch (error) {
      // The service may end a connection that rested just when it is used again; that says nothing about the request.
      if (!(error instanceof RestedConnectionError)) throw error
      return this.#send(wire)
    }
  }

  #send({ method, target, headers, body }: WireRequest): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path: target }
      const sent = request({ ...options, headers: { ...length, ...headers }, timeout: REPLY_MS }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      sent.on('timeout', () => sent.destroy(new Error(`no reply within ${REPLY_MS / 1_000} s`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const isRested = sent.reusedSocket && ENDED.has(error.code)
        reject(isRested ? new RestedConnectionError(error.message, { cause: error }) : error)
      })
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
