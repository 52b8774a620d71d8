import { ReplyChecks } from './checks.ts'
import type { ApiDocument, Operation } from './document.ts'
import { minimize } from './minimize.ts'
import type { Binding, Objects } from './objects.ts'
import { OwnWork } from './own-work.ts'
import type { Sender, WireReply, WireRequest } from './send.ts'

/** A request to an operation before it is written out. */
export interface Call {
  operation: Operation
  params: Binding
  query: readonly (readonly [string, string])[]
  /** JSON, or the text of a stream; undefined for none. */
  body?: unknown
}

export interface Failure {
  /** The operation, or method and path where the document has none. */
  where: string
  what: string
  /** How many requests went before. */
  after: number
  /** The smallest request that still shows it; the one that showed it where none does by itself. */
  request: WireRequest
  /** Whether that request shows it by itself. */
  isMinimal: boolean
}

const FORM = 'multipart/form-data'
/** Between the parts of every form that is sent. */
export const BOUNDARY = 'between-parts'

interface SessionOptions {
  document: ApiDocument
  objects: Objects
  sender: Sender
  token: string
  /** The id of the person whose token it is. */
  owner: string
  failed?: ((failure: Failure) => void) | undefined
}

/** Sends requests, holds every reply to the document, and keeps count. */
export class Session {
  readonly failures: Failure[] = []
  /** Replies by operation and status. */
  readonly reached = new Map<string, Map<number, number>>()
  /** The last refusal of each operation. */
  readonly refused = new Map<string, string>()
  sent = 0
  readonly #options: SessionOptions
  readonly #checks: ReplyChecks
  readonly #known = new Set<string>()
  readonly #ownWork: OwnWork

  constructor(options: SessionOptions) {
    this.#options = options
    this.#checks = new ReplyChecks(options.document)
    this.#ownWork = new OwnWork(options.owner)
  }

  /** Whether an operation was answered with success. */
  isReached({ id }: Operation): boolean {
    return [...(this.reached.get(id)?.keys() ?? [])].some((status) => status < 400)
  }

  /** The request of a call, with the token. */
  wire({ operation, params, query, body }: Call): WireRequest {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
    const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    const type = operation.body?.type
    return {
      method: operation.method,
      target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
      headers: {
        ...(operation.isPublic ? {} : { Authorization: `SSWS ${this.#options.token}` }),
        ...(body === undefined || !type
          ? {}
          : { 'Content-Type': type === FORM ? `${FORM}; boundary=${BOUNDARY}` : type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : encode(type, body) }),
    }
  }

  call(call: Call): Promise<WireReply> {
    return this.send(this.wire(call))
  }

  /** Sends a request of any kind; what is wrong with its reply is kept as a failure. */
  async send(given: WireRequest): Promise<WireReply> {
    const request = this.#ownWork.guard(given, pathOf(given))
    const { document, sender } = this.#options
    const after = this.sent++
    const operation = document.find(request.method, pathOf(request))
    const { reply, fault } = await this.#try(request)
    if (operation && reply.status > 0) this.#count(operation, reply.status)
    if (operation && reply.status >= 400) this.refused.set(operation.id, `${reply.text} to ${String(request.body)}`)
    if (fault)
      await this.#keep({ where: operation?.id ?? `${request.method} ${pathOf(request)}`, fault, request, after })
    else if (operation && reply.status < 300 && request.method === operation.method)
      this.#learn(operation, request, reply)
    // A reply without any status has ended its connection.
    if (reply.status === 0) await sender.send({ method: 'GET', target: '/', headers: {} }).catch(() => undefined)
    return reply
  }

  async #try(request: WireRequest): Promise<{ reply: WireReply; fault: string | null }> {
    const { document, sender } = this.#options
    try {
      const reply = await sender.send(request)
      const operation = document.find(request.method, pathOf(request))
      return { reply, fault: this.#checks.faultOf(operation, request, reply) }
    } catch (error) {
      return { reply: { status: 0, headers: {}, text: '' }, fault: `no reply: ${(error as Error).message}` }
    }
  }

  #count({ id }: Operation, status: number): void {
    const statuses = this.reached.get(id) ?? new Map<number, number>()
    this.reached.set(id, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  }

  #learn(operation: Operation, request: WireRequest, reply: WireReply): void {
    const { document, objects } = this.#options
    const params = document.bind(operation.path, pathOf(request)) ?? {}
    if (operation.method === 'DELETE') return objects.forget(params)
    this.#ownWork.learn(operation, reply)
    objects.confirm(operation, params)
    if (!String(reply.headers['content-type'] ?? '').startsWith('application/json')) return
    objects.learn(operation, params, jsonOf(reply))
  }

  async #keep({ where, fault, request, after }: { where: string; fault: string; request: WireRequest; after: number }) {
    const key = `${where} ${shapeOf(fault)}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    const small = await minimize(request, async (tried) => {
      const again = await this.#try(tried)
      return again.fault !== null && shapeOf(again.fault) === shapeOf(fault)
    })
    const failure = { where, what: fault, after, request: small ?? request, isMinimal: small !== null }
    this.failures.push(failure)
    this.#options.failed?.(failure)
  }
}

export const pathOf = ({ target }: WireRequest) => target.split('?')[0] as string

/** The body of a reply; undefined where it is no JSON. */
export function jsonOf({ text }: WireReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A fault without what differs from one time to the next. */
const shapeOf = (fault: string) =>
  fault
    .replaceAll(/oae\w+/g, '')
    .replaceAll(/\d{4,}|"[^"]*"/g, '')
    .slice(0, 120)

/** A body as its type has it; a form of what is no object is that as text. */
function encode(type: string | undefined, body: unknown): string {
  if (type !== 'application/x-www-form-urlencoded' || typeof body !== 'object' || body === null)
    return JSON.stringify(body)
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [
      name,
      typeof item === 'string' ? item : JSON.stringify(item),
    ]),
  )
  return new URLSearchParams(pairs as [string, string][]).toString()
}
