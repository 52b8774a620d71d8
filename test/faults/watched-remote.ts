import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../helpers/endpoint.ts'

/**
 * `BEFORE` the remote has it; `BETWEEN`: it is done there, and nobody is told; `AFTER`: the answer was read, which the next request shows.
 */
export const MOMENTS = ['BEFORE', 'BETWEEN', 'AFTER'] as const
export type Moment = (typeof MOMENTS)[number]

/** What is done at a write that reaches the remote. */
interface Interruption {
  /** Which write it is, from 1, counted from when this is asked for. */
  write: number
  moment: Moment
  work: () => Promise<void>
}

/** A remote that is reached by another port, where its requests are counted and can be interrupted. */
export interface WatchedRemote {
  url: string
  token: string
  /** The writes that reached it, such as `POST /api/v1/groups`. */
  writes: string[]
  /** Interrupts one write: it is done as the moment says, and its connection ends without an answer, but for `AFTER`. Resolves once the work is done. */
  interrupt(at: Interruption): Promise<void>
  /** Has requests wait until what is returned is called. */
  hold(): () => void
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Stands before a remote. Its addresses in answers, and those of itself in requests, are made to lead through here. */
export async function watchRemote({ url, token }: { url: string; token: string }): Promise<WatchedRemote> {
  const { port } = new URL(url)
  let pending: (Interruption & { done: () => void; failed: (error: unknown) => void }) | null = null
  let held: Promise<void> = Promise.resolve()
  const writes: string[] = []

  async function interrupted(): Promise<void> {
    const now = pending
    pending = null
    await now?.work().then(now.done, now.failed)
  }

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    await held
    if (pending?.write === 0) await interrupted()
    const isWrite = WRITES.includes(asked.method ?? '')
    if (isWrite && pending) pending.write -= 1
    const moment = isWrite && pending?.write === 0 ? pending.moment : null
    if (moment === 'BEFORE') {
      await interrupted()
      return void response.destroy()
    }
    if (isWrite) writes.push(`${asked.method} ${asked.url}`)
    const { status, headers, text } = await pass(asked, body)
    if (moment === 'BETWEEN') {
      await interrupted()
      return void response.destroy()
    }
    response.writeHead(status, headers).end(text)
  }

  const server = createServer((asked, response) => void answer(asked, response).catch(() => response.destroy()))
  const own = String(await listen(server))
  const inner = (text: string) => text.replaceAll(`:${own}`, `:${port}`)
  const outer = (text: string) => text.replaceAll(`:${port}`, `:${own}`)

  async function pass(asked: IncomingMessage, body: Buffer) {
    const { 'content-length': _, host: __, connection: ___, ...headers } = asked.headers
    const sent = Buffer.from(inner(body.toString('utf8')))
    const answered = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method: asked.method, path: asked.url, agent: false }
      const length = sent.length > 0 ? { 'content-length': String(sent.length) } : {}
      request({ ...options, headers: { ...headers, ...length, 'accept-encoding': 'identity' } }, resolve)
        .once('error', reject)
        .end(sent)
    })
    const text = outer((await buffer(answered)).toString('utf8'))
    const said = Object.entries(answered.headers).filter(([name]) => !HOP.includes(name))
    const named = said.map(([name, value]) => [name, typeof value === 'string' ? outer(value) : value] as const)
    return { status: answered.statusCode ?? 500, headers: Object.fromEntries(named), text }
  }

  return {
    ...{ url: `http://127.0.0.1:${own}`, token, writes },
    interrupt: (at) => new Promise((done, failed) => (pending = { ...at, done, failed })),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}

/** What is about one connection, and the length of what is written anew. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']
