import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventHookWriteSchema } from '#contract/hooks/event-hook.ts'
import { openApiDocument } from '#openapi/document.ts'
import { ApiDocument } from '../fuzz/document.ts'
import { fuzz, type FuzzReport } from '../fuzz/fuzz.ts'
import { Objects } from '../fuzz/objects.ts'
import { Random } from '../fuzz/random.ts'
import { curl, faultsOf } from '../fuzz/report.ts'
import { Values } from '../fuzz/values.ts'

/** How a small service differs from what its document says. */
interface Faults {
  /** A negative size ends in 500. */
  breaks?: boolean
  /** What is read lacks its size. */
  lacks?: boolean
  /** A missing thing is told by a status that the document has not. */
  undocumented?: boolean
  /** Nothing is ever removed. */
  refuses?: boolean
  memory?: () => number
  heap?: () => number
}

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const ONE = { $ref: '#/components/schemas/Thing' }
const REFUSED = json({ $ref: '#/components/schemas/Error' })
const REFUSALS = Object.fromEntries([400, 401, 403, 404, 405, 413, 415].map((status) => [status, REFUSED]))
const operation = (operationId: string, status: number, reply: object, rest: object = {}) => ({
  ...{ operationId, parameters: [], ...rest },
  responses: { [status]: reply, ...REFUSALS },
})
const BODY = { requestBody: { required: true, content: { 'application/json': { schema: ONE } } } }
const DOCUMENT = {
  paths: {
    '/api/v1/things': {
      get: operation('listThings', 200, json({ type: 'array', items: ONE })),
      post: operation('createThing', 200, json(ONE), BODY),
    },
    '/api/v1/things/{thingId}': {
      get: operation('getThing', 200, json(ONE)),
      delete: operation('deleteThing', 204, { description: '' }),
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: { name: { type: 'string', minLength: 1 }, size: { type: 'integer', minimum: 0 } },
        required: ['name', 'size'],
      },
      Error: { type: 'object', properties: { errorCode: { type: 'string' } }, required: ['errorCode'] },
    },
  },
}

/** A service of things, kept in memory, with these faults. */
class Things {
  readonly #things = new Map<string, object>()
  readonly #faults: Faults
  #made = 0

  constructor(faults: Faults) {
    this.#faults = faults
  }

  answer(method: string, path: string, text: string): [status: number, body?: unknown] {
    if (path === '/api/v1/openapi.json') return [200, DOCUMENT]
    const id = /^\/api\/v1\/things\/([^/]+)$/.exec(path)?.[1]
    if (path !== '/api/v1/things' && !id) return [404, { errorCode: 'E8' }]
    if (method === 'POST' && !id) return this.#create(text)
    if (method === 'GET' && !id) return [200, [...this.#things.values()]]
    const thing = this.#things.get(id ?? '')
    if (!thing) return [this.#faults.undocumented ? 410 : 404, { errorCode: 'E7' }]
    if (method === 'GET') return [200, this.#faults.lacks ? { ...thing, size: undefined } : thing]
    if (method !== 'DELETE') return [405, { errorCode: 'E22' }]
    if (this.#faults.refuses) return [403, { errorCode: 'E6' }]
    this.#things.delete(id ?? '')
    return [204]
  }

  #create(text: string): [status: number, body: unknown] {
    let body: { name?: unknown; size?: unknown } | null
    try {
      body = JSON.parse(text) as typeof body
    } catch {
      return [400, { errorCode: 'E3' }]
    }
    if (typeof body?.name !== 'string' || body.name === '' || !Number.isInteger(body.size))
      return [400, { errorCode: 'E1' }]
    if (Number(body.size) < 0) return this.#faults.breaks ? [500, { errorCode: 'E9' }] : [400, { errorCode: 'E1' }]
    const id = `thg${this.#made++}`
    this.#things.set(id, { id, name: body.name, size: body.size })
    return [200, this.#things.get(id)]
  }
}

async function reply(things: Things, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = (request.url ?? '').split('?')[0] as string
  const [status, body] = things.answer(request.method ?? '', path, Buffer.concat(chunks).toString('utf8'))
  response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
  response.end(request.method === 'HEAD' || body === undefined ? undefined : JSON.stringify(body))
}

async function fuzzThings(faults: Faults, { requests = 600, seed = 1, worst = 5 } = {}): Promise<FuzzReport> {
  const things = new Things(faults)
  const server = createServer((request, response) => void reply(things, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = {
    ...{ url, token: 'a-token', memory: faults.memory ?? (() => 1e8) },
    heap: () => Promise.resolve(faults.heap?.() ?? 1e7),
    watch: () => async () => ({ worst, asked: 1 }),
    dispose: async () => void server.close(),
  }
  return fuzz(service, { requests, seed }).finally(() => service.dispose())
}

describe('a fuzz run', () => {
  it('finds nothing where nothing is wrong, and reaches every operation', async () => {
    const report = await fuzzThings({})
    expect(faultsOf(report)).toEqual([])
    expect(report.sent).toBeGreaterThanOrEqual(600)
    expect([...report.reached.keys()].sort()).toEqual(['createThing', 'deleteThing', 'getThing', 'listThings'])
    for (const statuses of report.reached.values()) expect(Math.min(...statuses.keys())).toBeLessThan(300)
  })

  it('finds a fault inside, and the smallest request that shows it', async () => {
    const { failures } = await fuzzThings({ breaks: true })
    expect(failures.map(({ where, isMinimal }) => [where, isMinimal])).toEqual([['createThing', true]])
    const [failure] = failures
    expect(failure?.what).toMatch(/^status 500/)
    const body = JSON.parse(String(failure?.request.body)) as object
    expect(Object.keys(body).sort()).toEqual(['name', 'size'])
    expect(curl(failure?.request as never)).toMatch(/^curl -X POST "\$URL"'\/api\/v1\/things'/)
  })

  it('finds a reply in another shape, and one with a status that is not documented', async () => {
    const [shape, status] = [await fuzzThings({ lacks: true }), await fuzzThings({ undocumented: true })]
    expect(shape.failures.map(({ where }) => where)).toEqual(['getThing'])
    expect(shape.failures[0]?.what).toContain("must have required property 'size'")
    expect(status.failures.map(({ what }) => what.slice(0, 31))).toContain('status 410 is not documented: {')
  })

  it('names an operation that never succeeds, with what it said last', async () => {
    const { unreached } = await fuzzThings({ refuses: true })
    expect([...unreached]).toEqual([['deleteThing', expect.stringContaining('E6')]])
  })

  it('fails for memory that grows and for answers that take too long', async () => {
    let bytes = 1e8
    const report = await fuzzThings({ memory: () => (bytes += 1e8) }, { worst: 2_500 })
    expect(report.isMemoryLevel).toBe(false)
    expect(faultsOf(report).map((fault) => fault.replaceAll(/\d+/g, '#'))).toEqual([
      'memory grew from # to # bytes',
      'an answer took # ms meanwhile',
    ])
  })

  it('weighs the heap five times, and fails where it grows to the end', async () => {
    let bytes = 1e7
    const [level, grows] = [await fuzzThings({ heap: () => 1e7 }), await fuzzThings({ heap: () => (bytes += 1e7) })]
    expect(level.heap.map(({ sent }) => Math.floor(sent / 120))).toEqual([0, 1, 2, 3, 4, 5])
    expect(faultsOf(level)).toEqual([])
    expect(faultsOf(grows)).toEqual([
      'the heap without garbage grew: 20000000, 30000000, 40000000, 50000000, 60000000, 70000000 bytes',
    ])
  })

  it('makes event hooks that the interface takes, by what the document says', () => {
    const document = new ApiDocument(openApiDocument({ version: '1', url: 'http://127.0.0.1' }))
    const random = new Random(1)
    const values = new Values(document, new Objects(document, random), random)
    const bodies = Array.from({ length: 200 }, () => values.of({ $ref: '#/components/schemas/EventHookWrite' }, 0.3))
    const taken = bodies.filter((body) => eventHookWriteSchema.safeParse(body).success)
    expect(taken.length).toBeGreaterThan(bodies.length / 2)
  })

  it('is repeated by its seed', async () => {
    const runs = [
      await fuzzThings({}, { seed: 5 }),
      await fuzzThings({}, { seed: 5 }),
      await fuzzThings({}, { seed: 6 }),
    ]
    const [first, again, other] = runs.map(({ reached }) =>
      JSON.stringify([...reached].map(([id, by]) => [id, [...by]])),
    )
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
