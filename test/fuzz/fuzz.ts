import { setTimeout as sleep } from 'node:timers/promises'
import { Calls } from './calls.ts'
import { ApiDocument, type Operation } from './document.ts'
import { Hostile } from './hostile.ts'
import { Objects } from './objects.ts'
import { Random } from './random.ts'
import { playFirst, playScenarios } from './scenarios.ts'
import { Sender, type WireRequest } from './send.ts'
import type { FuzzedService } from './service.ts'
import { Session, type Failure } from './session.ts'
import { Values } from './values.ts'

export interface FuzzOptions {
  /** How many requests attack, at least; those that make each operation succeed come before. */
  requests: number
  /** The same seed sends the same requests, as far as the service gives the same answers. */
  seed: number
  /** Is told how far the run is, some hundred times. */
  progress?: (sent: number) => void
  /** Ends the run early, with a report of what was done. */
  signal?: AbortSignal
  /** Is told of each failure when it is found. */
  failed?: (failure: Failure) => void
}

/** Bytes after so many requests: of the heap without garbage, and of all memory; null where the system does not tell. */
export interface HeapSample {
  sent: number
  heap: number
  memory: number | null
}

export interface FuzzReport {
  sent: number
  /** Of those that were sent, the ones that attacked. */
  attacked: number
  failures: readonly Failure[]
  /** Replies by operation and status; an operation that was never answered has none. */
  reached: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Operations that never answered with success, with their last refusal. */
  unreached: ReadonlyMap<string, string>
  /** Bytes after a fifth of the requests, and at the end; null where the system does not tell. */
  memory: { before: number; after: number } | null
  isMemoryLevel: boolean
  /** What the service held without garbage, at the beginning and after each fifth of the requests. */
  heap: readonly HeapSample[]
  isHeapLevel: boolean
  /** The longest wait for an answer to a simple question meanwhile, in milliseconds. */
  longestWaitMs: number
}

/** Rounds in which every operation without a success is tried again, and tries in each. */
const ROUNDS = 12
const TRIES = 4
/** Objects of one collection beyond which they are removed rather than made. */
const CROWD = 40
/** What memory may grow by: pages of the file, code that got compiled, what the collector has not taken yet. */
const GROWTH = { factor: 1.5, bytes: 96 * 1_048_576 }

/** What the heap without garbage may grow by after two fifths: by then caches are full and code is compiled. */
const HEAP_GROWTH = 12 * 1_048_576
const HEAP_SAMPLES = 5

/** Attacks a running service by its own document, and says what broke. */
export async function fuzz(service: FuzzedService, options: FuzzOptions): Promise<FuzzReport> {
  const json = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as Record<string, unknown>
  const document = new ApiDocument(json)
  const sender = new Sender(service.url)
  const end = service.watch()
  const run = new Run(document, sender, service, { ...options, owner: await ownerOf(service) })
  await run.reachAll()
  await run.attack()
  const { worst } = await end()
  sender.close()
  return run.report(worst)
}

async function ownerOf({ url, token }: FuzzedService): Promise<string> {
  const reply = await fetch(`${url}/api/v1/users/me`, { headers: { Authorization: `SSWS ${token}` } })
  return ((await reply.json()) as { id: string }).id
}

class Run {
  readonly #document: ApiDocument
  readonly #random: Random
  readonly #objects: Objects
  readonly #session: Session
  readonly #calls: Calls
  readonly #hostile: Hostile
  readonly #service: FuzzedService
  readonly #options: FuzzOptions
  readonly #memory: number[] = []
  readonly #heap: HeapSample[] = []
  #attacked = 0

  constructor(document: ApiDocument, sender: Sender, service: FuzzedService, options: FuzzOptions & { owner: string }) {
    const random = new Random(options.seed)
    const objects = new Objects(document, random)
    const values = new Values(document, objects, random)
    const session = new Session({
      document,
      objects,
      sender,
      token: service.token,
      owner: options.owner,
      failed: options.failed,
    })
    this.#document = document
    this.#random = random
    this.#objects = objects
    this.#session = session
    this.#calls = new Calls({ document, objects, values, random, session })
    this.#hostile = new Hostile(random)
    this.#service = service
    this.#options = options
  }

  /** Goes through all operations, what makes objects first, until each has succeeded. */
  async reachAll(): Promise<void> {
    await playFirst({ document: this.#document, session: this.#session })
    const inOrder = [...this.#document.operations].sort((a, b) => rankOf(a) - rankOf(b))
    for (let round = 0; round < ROUNDS; round++) {
      const left = inOrder.filter((operation) => !this.#session.isReached(operation))
      if (left.length === 0) return
      for (const operation of left)
        for (let tries = 0; tries < TRIES && !this.#session.isReached(operation); tries++)
          await this.#calls.reach(operation)
      if (round === 0) await playScenarios({ document: this.#document, session: this.#session })
      // Some answers wait for work in the background.
      else await sleep(300)
    }
  }

  /** Sends requests of all kinds until there were enough. */
  async attack(): Promise<void> {
    const { requests, progress, signal } = this.#options
    const step = Math.max(50, Math.floor(requests / 200))
    const before = this.#session.sent
    await this.#weigh()
    for (let next = before; this.#session.sent < before + requests && !signal?.aborted;) {
      await this.#one()
      if (this.#session.sent < next) continue
      next = this.#session.sent + step
      const bytes = this.#service.memory()
      if (bytes !== null) this.#memory.push(bytes)
      if (this.#isHeapDue(before)) await this.#weigh()
      progress?.(this.#session.sent)
    }
    await this.#weigh()
    this.#attacked = this.#session.sent - before
  }

  /** @param before how many requests came before the attack */
  #isHeapDue(before: number): boolean {
    const taken = this.#heap.length
    const { requests } = this.#options
    return taken < HEAP_SAMPLES && this.#session.sent - before >= (requests / HEAP_SAMPLES) * taken
  }

  async #weigh(): Promise<void> {
    const heap = await this.#service.heap()
    this.#heap.push({ sent: this.#session.sent, heap, memory: this.#service.memory() })
  }

  report(longestWaitMs: number): FuzzReport {
    const { sent, failures, reached } = this.#session
    const unreached = this.#document.operations.filter((operation) => !this.#session.isReached(operation))
    const memory = memoryOf(this.#memory)
    return {
      sent,
      attacked: this.#attacked,
      failures,
      reached: new Map(this.#document.operations.map(({ id }) => [id, reached.get(id) ?? new Map()])),
      unreached: new Map(unreached.map(({ id }) => [id, this.#session.refused.get(id) ?? 'never called'])),
      memory,
      isMemoryLevel: memory === null || memory.after <= memory.before * GROWTH.factor + GROWTH.bytes,
      heap: this.#heap,
      isHeapLevel: isLevel(this.#heap),
      longestWaitMs,
    }
  }

  async #one(): Promise<void> {
    const operation = this.#operation()
    const kind = this.#random.next()
    if (kind < 0.25) return void (await this.#calls.reach(operation))
    const call = await this.#calls.make(operation)
    const query = call?.query ?? []
    const plain = this.#session.wire(call ?? { operation, params: {}, query })
    if (kind < 0.6 && call?.body !== undefined && typeof call.body !== 'string')
      return void (await this.#session.send(withBody(plain, this.#hostile.bend(call.body))))
    if (kind < 0.75) return void (await this.#session.send(withQuery(plain, this.#hostile.query(query))))
    if (kind < 0.85) return void (await this.#session.send(withPath(plain, operation, this.#hostile.text())))
    await this.#session.send(this.#hostile.distort(plain))
  }

  /** Any operation; where a collection is crowded, one that removes from it instead of one that adds. */
  #operation(): Operation {
    const chosen = this.#random.pick(this.#document.operations)
    if (chosen.method !== 'POST' || this.#objects.count(chosen.path) < CROWD || this.#random.chance(0.5)) return chosen
    const removal = this.#document.operations.find(
      ({ method, path }) => method === 'DELETE' && path.replace(/\/\{\w+\}$/, '') === chosen.path,
    )
    return removal ?? chosen
  }
}

/** What needs nothing comes first, then what makes objects, from the outside in; what removes them comes last. */
function rankOf({ method, path, body }: Operation): number {
  const depth = path.split('{').length - 1
  if (depth === 0 && !body) return method === 'GET' ? 0 : 1
  const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].indexOf(method)
  const isStep = method === 'POST' && !body
  return method === 'DELETE' ? 1_000 - depth : 10 + (isStep ? 500 : 0) + depth * 10 + order
}

function withBody(request: WireRequest, body: unknown): WireRequest {
  return { ...request, body: JSON.stringify(body) ?? 'null' }
}

function withQuery(request: WireRequest, query: string): WireRequest {
  return { ...request, target: `${request.target.split('?')[0]}?${query}` }
}

/** Puts a text in place of an id; of a path without ids, behind it. */
function withPath(request: WireRequest, { path }: Operation, text: string): WireRequest {
  const encoded = encodeURIComponent(text) || '%20'
  const filled = path.includes('{') ? path.replaceAll(/\{\w+\}/g, encoded) : `${path}/${encoded}`
  return { ...request, target: filled }
}

/** Compares the end with what was held after two fifths. */
function isLevel(samples: readonly HeapSample[]): boolean {
  const [early, last] = [samples[2], samples.at(-1)]
  return !early || !last || last.heap <= early.heap + HEAP_GROWTH
}

/** The largest early figure beside the middle one of the last: one early peak is no measure for a leak. */
function memoryOf(samples: readonly number[]): FuzzReport['memory'] {
  if (samples.length < 5) return null
  const fifth = Math.ceil(samples.length / 5)
  const last = samples.slice(-fifth).sort((a, b) => a - b)
  return { before: Math.max(...samples.slice(0, fifth)), after: last[Math.floor(last.length / 2)] as number }
}
