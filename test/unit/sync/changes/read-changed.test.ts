import { beforeAll, describe, expect, it } from 'vitest'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { WriteCall } from '#contract/sync/writing.ts'
import type { EarlierReading } from '#sync/changes/read-remote.ts'
import type { SyncObject } from '#sync/snapshot.ts'
import { LENIENT, type LooseInput } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { readByLog, readWhole } from '../../../helpers/sync/read-twice.ts'
import { enrich } from '../../../helpers/sync/rich-organization.ts'

let server: TestServer
let earlier: EarlierReading
const MINUTE_MS = 60_000

/** What the log tells is the same as what everything tells. */
async function expectNothingMissed(): Promise<void> {
  const { lines, next } = await readByLog(server, earlier)
  earlier = next
  expect(lines.slice(0, 10)).toEqual([])
}

/** @returns whether the service takes it */
async function send({ operation, ...parts }: WriteCall): Promise<boolean> {
  server.clock.advance(MINUTE_MS)
  const call = server.client.call as unknown as (id: string, input: LooseInput) => Promise<unknown>
  try {
    await call(operation, { ...parts, headers: LENIENT } as LooseInput)
    return true
  } catch {
    return false
  }
}

const targetOf = ({ id, parent, call, body }: SyncObject, over: object = {}) => ({
  ...{ id, call, above: parent?.split('/') ?? [], body: { ...body, ...over } },
  side: {
    address: server.url,
    find: (kind: SyncKind, one: string) => earlier.snapshot.objects.get(kind)?.get(one)?.body,
  },
})

beforeAll(async () => {
  server = await startServer()
  earlier = await readWhole(server)
}, 60_000)

/** Some kinds at a time, in their order, since a whole reading takes a while. */
function batches(kinds: readonly SyncKind[]): { names: string; kinds: SyncKind[] }[] {
  const parts = [...Map.groupBy(kinds.entries(), ([at]) => Math.floor(at / 4)).values()]
  return parts.map((part) => part.map(([, kind]) => kind)).map((some) => ({ names: some.join(', '), kinds: some }))
}

const objectsOf = (kind: SyncKind) => [...(earlier.snapshot.objects.get(kind)?.values() ?? [])]

/** Every role that is limited gets a second limit: the last one stays. */
async function limitTwice(): Promise<void> {
  for (const [kind, limits] of [
    ['userRoleGroup', 'group'],
    ['groupRoleGroup', 'group'],
    ['userRoleApp', 'app'],
    ['groupRoleApp', 'app'],
  ] as const)
    for (const object of objectsOf(kind))
      for (const { id } of objectsOf(limits).slice(0, 3)) {
        const call = SYNC_WRITES[kind].create?.({ ...targetOf(object), id })
        if (call) await send(call)
      }
}

async function change(kind: SyncKind): Promise<number> {
  let changed = 0
  for (const object of objectsOf(kind).slice(0, 8))
    for (const over of CHANGES) {
      const body = over(object.body)
      for (const call of (body && SYNC_WRITES[kind].change?.(targetOf(object, body), object.body)) ?? [])
        changed += (await send(call)) ? 1 : 0
    }
  return changed
}

async function remove(kind: SyncKind): Promise<number> {
  let removed = 0
  for (const object of objectsOf(kind).slice(0, 100))
    for (const call of SYNC_WRITES[kind].remove?.(targetOf(object)) ?? []) removed += (await send(call)) ? 1 : 0
  return removed
}

describe('by its log a remote reads as it does as a whole', () => {
  it('once every form of every kind was made', async () => {
    await enrich(server)
    await expectNothingMissed()
    for (const kind of SYNC_KINDS) expect(objectsOf(kind).length, kind).toBeGreaterThan(0)
    await limitTwice()
    await expectNothingMissed()
  })

  it.each(batches(SYNC_KINDS.filter((kind) => SYNC_WRITES[kind].change)))(
    'once objects of $names were changed',
    async ({ kinds }) => {
      for (const kind of kinds) expect(await change(kind), kind).toBeGreaterThan(0)
      await expectNothingMissed()
    },
  )

  it.each(batches(SYNC_KINDS.filter((kind) => SYNC_WRITES[kind].remove).toReversed()))(
    'once objects of $names are gone',
    async ({ kinds }) => {
      for (const kind of kinds) expect(await remove(kind), kind).toBeGreaterThan(0)
      await expectNothingMissed()
    },
  )
})

/** Changes that most kinds take. */
const CHANGES: readonly ((body: SyncObject['body']) => object | null)[] = [
  ({ name }) => (typeof name === 'string' ? { name: `${name} 2` } : null),
  ({ description }) => ({ description: `${String(description ?? '')}.` }),
  ({ profile }) => (profile ? { profile: { ...(profile as object), description: 'changed', title: 'changed' } } : null),
  ({ status }) => (status ? { status: status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' } : null),
  ({ label }) => (label ? { label: `${String(label)} 2` } : null),
  ({ priority }) => (priority ? { priority: 1 } : null),
  ({ displayName }) => (displayName ? { displayName: `${String(displayName)} 2` } : null),
]
