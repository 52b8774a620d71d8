import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PriorityScheme } from '#contract/policy/policy-types.ts'
import { policyBody, ruleBody } from '../../../helpers/factories.ts'
import { NaivePriorities } from '../../../helpers/naive-priority.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

interface Item {
  id: string
  priority: number
  system: boolean
}

/** One ordered list as it is worked with over HTTP. */
interface Ordered {
  priorityScheme: PriorityScheme
  list(): Promise<Item[]>
  create(priority: number | null): Promise<Response>
  move(id: string, priority: number | null): Promise<Response>
  remove(id: string): Promise<Response>
}

const send = (method: string, path: string, body?: unknown) =>
  server.client.fetch(path, {
    method,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
const get = async (path: string) => (await (await send('GET', path)).json()) as Item[]

function policiesInOrder(): Ordered {
  const path = '/api/v1/policies'
  return {
    priorityScheme: 'v1',
    list: () => get(`${path}?type=SVC_SIGN_ON`),
    create: (priority) => send('POST', path, policyBody('SVC_SIGN_ON', { priority })),
    move: (id, priority) => send('PUT', `${path}/${id}`, policyBody('SVC_SIGN_ON', { priority })),
    remove: (id) => send('DELETE', `${path}/${id}`),
  }
}

/** The rules of a new policy; a default rule is among them only where every policy has one. */
async function rulesInOrder(type: 'SVC_SIGN_ON' | 'ACCESS_POLICY'): Promise<Ordered> {
  const policy = await server.make.aPolicy(type)
  const path = `/api/v1/policies/${policy.id}/rules`
  return {
    priorityScheme: type === 'SVC_SIGN_ON' ? 'v1' : 'v2',
    list: () => get(path),
    create: (priority) => send('POST', path, ruleBody(type, { priority })),
    move: (id, priority) => send('PUT', `${path}/${id}`, ruleBody(type, { priority })),
    remove: (id) => send('DELETE', `${path}/${id}`),
  }
}

type Step = { do: 'create' | 'move' | 'delete'; which: number; expected: number | null }
const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('create', 'create', 'move', 'delete'),
    which: fc.nat(50),
    expected: fc.option(fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constantFrom(97, 98, 99, 999)), { freq: 4 }),
  }),
  { minLength: 8, maxLength: 12 },
)

/** Takes the steps in the service and in the model, and compares the lists after each. */
async function compare(ordered: Ordered, taken: readonly Step[]): Promise<void> {
  const model = new NaivePriorities(ordered.priorityScheme)
  for (const { do: verb, which, expected } of taken) {
    const ids = model.ids
    const id = ids[which % Math.max(1, ids.length)]
    if (verb === 'create') {
      const response = await ordered.create(expected)
      const body = (await response.json()) as Item
      expect(response.status).toBe(model.put(body.id ?? 'refused', expected) ? 200 : 400)
    } else if (id !== undefined && verb === 'delete') {
      expect((await ordered.remove(id)).status).toBe(204)
      model.remove(id)
    } else if (id !== undefined) {
      const possible = expected === null || model.put(id, expected)
      expect((await ordered.move(id, expected)).status).toBe(possible ? 200 : 400)
    }
    const items = await ordered.list()
    const plain = items.filter((item) => !item.system)
    expect(Object.fromEntries(plain.map((item) => [item.id, item.priority]))).toEqual(model.numbers())
    expect(plain.map((item) => item.id)).toEqual(model.ids)
    for (const item of items.filter((candidate) => candidate.system)) {
      expect(item.priority).toBe(model.last)
      expect(items.at(-1)).toBe(item)
    }
  }
}

const SEQUENCES = { numRuns: runs(0.02), endOnFailure: true }

describe('priorities over HTTP agree with the naive model', () => {
  it('for policies', async () => {
    const ordered = policiesInOrder()
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const item of await ordered.list()) if (!item.system) await ordered.remove(item.id)
        await compare(ordered, taken)
      }),
      SEQUENCES,
    )
  })

  it.each(['SVC_SIGN_ON', 'ACCESS_POLICY'] as const)('for the rules of a %s policy', async (type) => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => compare(await rulesInOrder(type), taken)),
      SEQUENCES,
    )
  })

  it('for rules of a default policy, above its default rule', async () => {
    const policy = await server.make.theDefault('SVC_SIGN_ON')
    for (const priority of [null, 1, 1]) await server.make.aRule(policy, { priority })
    const path = `/api/v1/policies/${policy.id}/rules`
    const rules = await get(path)
    expect(rules.map((rule) => rule.priority)).toEqual([1, 2, 3, 4])
    expect(rules.map((rule) => rule.system)).toEqual([false, false, false, true])
  })
})

describe('a refused priority', () => {
  it('leaves every number as it was', async () => {
    const ordered = await rulesInOrder('ACCESS_POLICY')
    for (const priority of [96, 97, 98]) await ordered.create(priority)
    const before = await ordered.list()
    expect((await ordered.create(96)).status).toBe(400)
    expect((await ordered.create(null)).status).toBe(400)
    expect(await ordered.list()).toEqual(before)
  })
})

it('many writers at once leave one gapless list', async () => {
  const ordered = await rulesInOrder('SVC_SIGN_ON')
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => ordered.create(index % 3 ? 1 : null)))
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 20 }, () => 200))
  const rules = await ordered.list()
  expect(rules.map((rule) => rule.priority)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})
