import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { ObjectVersion } from '#contract/gatehouse/version.ts'
import type { Client } from '../../../helpers/client.ts'
import { policyBody, ruleBody } from '../../../helpers/factories.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer } from '../../../helpers/server.ts'

/** Few, and each object meets many steps, so that objects are changed, deleted and restored again and again. */
const STEPS = 30

let client: Client
beforeAll(async () => {
  ;({ client } = await startServer())
})

type Body = Record<string, unknown> & { id: string; priority?: number; status: string }
/** What an object has been: null where it was deleted. */
type Model = Map<string, (Body | null)[]>

interface World {
  model: Model
  policyId: string
}

const STEP = fc.record({
  what: fc.constantFrom('addRule', 'addZone', 'rename', 'move', 'switch', 'delete', 'restore', 'same'),
  who: fc.nat(1_000),
  n: fc.nat(1_000),
})
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never

const shown = ({ created: _created, lastUpdated: _lastUpdated, _links, ...body }: Record<string, unknown>) =>
  body as Body

const call = async (path: string, method = 'GET', body?: unknown) => {
  const headers = { 'Content-Type': 'application/json' }
  const reply = await client.fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  const text = await reply.text()
  return text ? (JSON.parse(text) as Body) : null
}

const pathOf = ({ policyId }: World, id: string) =>
  id.startsWith('nzo')
    ? `/api/v1/zones/${id}`
    : id === policyId
      ? `/api/v1/policies/${id}`
      : `/api/v1/policies/${policyId}/rules/${id}`

/** Everything of this run as it is now. */
async function readAll(world: World): Promise<Map<string, Body>> {
  const found = new Map<string, Body>()
  for (const id of world.model.keys()) {
    const reply = await client.fetch(pathOf(world, id))
    if (reply.ok) found.set(id, shown((await reply.json()) as Record<string, unknown>))
  }
  return found
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const content = ({ priority: _priority, ...body }: Body) => body

/** The rule by which versions come about, told naively: the target of a change gets one, and so does whatever else is another now. */
function follow({ model }: World, now: ReadonlyMap<string, Body>, target: string | null): void {
  for (const [id, versions] of model) {
    const [before, after] = [versions.at(-1), now.get(id) ?? null]
    if (before === undefined || id === target) versions.push(after)
    else if (after === null || before === null) {
      if (before !== after) versions.push(after)
    } else if (!same(content(before), content(after))) versions.push(after)
    else versions[versions.length - 1] = after
  }
}

let names = 0
const aName = () => `Thing ${(names += 1)}`

/** @returns the object that an event was left about */
async function take(world: World, { what, who, n }: Step): Promise<string | null> {
  const { model, policyId } = world
  if (what === 'addRule' || what === 'addZone') {
    const gateways = [{ type: 'CIDR', value: '192.0.2.0/24' }]
    const made =
      what === 'addRule'
        ? await call(
            `/api/v1/policies/${policyId}/rules`,
            'POST',
            ruleBody('PASSWORD', { name: aName(), priority: 1 + (n % 4) }),
          )
        : await call('/api/v1/zones', 'POST', { type: 'IP', name: aName(), gateways })
    model.set((made as Body).id, [])
    return null
  }
  const ids = [...model.keys()]
  const id = ids[who % ids.length] as string
  const path = pathOf(world, id)
  const now = model.get(id)?.at(-1) ?? null
  if (what === 'restore') return restore(world, id, n)
  if (now === null) return null
  if (what === 'switch') await call(`${path}/lifecycle/${now.status === 'ACTIVE' ? 'deactivate' : 'activate'}`, 'POST')
  if (what === 'rename') await call(path, 'PUT', { ...now, name: aName() })
  if (what === 'same') await call(path, 'PUT', now)
  if (what === 'move') await call(path, 'PUT', { ...now, ...(id.startsWith('0pr') ? { priority: 1 + (n % 5) } : {}) })
  if (what === 'delete' && id !== policyId) await call(path, 'DELETE')
  return what === 'delete' && id === policyId ? null : id
}

async function restore(world: World, id: string, n: number): Promise<string | null> {
  const versions = world.model.get(id) ?? []
  const number = 1 + (n % versions.length)
  const to = versions[number - 1]
  if (!to) return null
  const before = versions.at(-1) ?? null
  const listed = (await client.call('listVersions', { query: { id } })).body
  const versionId = listed.find(({ version }) => version === number)?.id ?? ''
  await call(`/gatehouse/v1/versions/${versionId}/restore`, 'POST', { expectedVersion: versions.length })
  const now = await readAll(world)
  expect(content(now.get(id) as Body)).toEqual(content(to))
  if (id.startsWith('0pr')) {
    const others = [...now.values()].filter((one) => one.id.startsWith('0pr') && one.id !== id).length
    expect(now.get(id)?.priority).toBe(Math.min(to.priority as number, others + 1))
  }
  return before && same(before, to) ? null : id
}

async function assertVersions({ model }: World): Promise<void> {
  for (const [id, expected] of model) {
    const listed: ObjectVersion[] = (await client.call('listVersions', { query: { id, limit: '200' } as never })).body
    const oldestFirst = [...listed].reverse()
    expect(oldestFirst.map(({ version }) => version)).toEqual(expected.map((_, index) => index + 1))
    const bodies = []
    for (const { id: versionId } of oldestFirst) {
      const { body } = (await client.call('getVersion', { params: { versionId } })).body
      bodies.push(body && shown(body))
    }
    expect(bodies).toEqual(expected)
  }
}

it('versions are what a naive model says, and restoring version n gives body n', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const policy = (await call('/api/v1/policies', 'POST', policyBody('PASSWORD', { name: aName() }))) as Body
      const world: World = { model: new Map([[policy.id, []]]), policyId: policy.id }
      follow(world, await readAll(world), null)
      for (const step of steps) {
        const target = await take(world, step)
        follow(world, await readAll(world), target)
      }
      await assertVersions(world)
      for (const id of world.model.keys())
        if (id.startsWith('nzo') && (await client.fetch(pathOf(world, id))).ok) await call(pathOf(world, id), 'DELETE')
      await call(`/api/v1/policies/${policy.id}`, 'DELETE')
    }),
    { numRuns: runs(0.03) },
  )
})
