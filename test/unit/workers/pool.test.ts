import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '#db/tables/groups.ts'
import { openStore, type Store } from '#db/store.ts'
import { makePool, type Pool, type PoolOptions } from '#workers/pool.ts'
import { aFolder } from '../../helpers/server.ts'
import type { TryingTasks } from '../../helpers/trying-worker.ts'

const ENTRY = new URL('../../helpers/trying-worker.ts', import.meta.url)
const NOW = '2026-03-01T00:00:00.000Z'

let store: Store
const pools: Pool<TryingTasks>[] = []

beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'pool.sqlite'), NOW)
})
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))
afterAll(() => store.close())

function aPool(options: Partial<PoolOptions<TryingTasks>> = {}): Pool<TryingTasks> {
  const pool = makePool<TryingTasks>({ entry: ENTRY, file: store.file, ...options })
  pools.push(pool)
  return pool
}

const shared = () => new Int32Array(new SharedArrayBuffer(4))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(1)
}

let number = 0
const addGroup = () => {
  const id = `00g${(number += 1)}`
  const stamp = { created: NOW, lastUpdated: NOW, lastMembershipUpdated: NOW }
  return store.write((tx) => groups.insert(tx, { id, type: 'SVC_GROUP', name: id, description: null, ...stamp }))
}

describe('tasks', () => {
  it('run in a thread of their own, which is kept for the next', async () => {
    const pool = aPool()
    const first = await pool.run('where', null)
    expect(first).not.toBe(threadId)
    expect(await pool.run('where', null)).toBe(first)
  })

  it('tell how far they are', async () => {
    const told: number[] = []
    expect(await aPool().run('count', 3, { onProgress: (at) => told.push(at) })).toBe('counted to 3')
    expect(told).toEqual([1, 2, 3])
  })

  it('run two at once, and no more than two', async () => {
    const pool = aPool()
    const there = shared()
    const threads = await Promise.all([1, 2].map(() => pool.run('meet', { there, expected: 2 })))
    expect(new Set(threads).size).toBe(2)
    expect(threads).toContain(await pool.run('where', null))
  })

  it('in the background leave a thread to the others', async () => {
    const pool = aPool({ inBackground: ['meet'] })
    const there = shared()
    const met = [1, 2].map(() => pool.run('meet', { there, expected: 10 }))
    await until(() => Atomics.load(there, 0) === 1)
    expect(await pool.run('count', 1)).toBe('counted to 1')
    expect(Atomics.load(there, 0)).toBe(1)
    Atomics.store(there, 0, 10)
    await Promise.all(met)
  })

  it('fail with the name, message and code of what they threw', async () => {
    const refused = aPool().run('refuse', { code: 'FULL' })
    await expect(refused).rejects.toMatchObject({ name: 'RangeError', message: 'too much', code: 'FULL' })
  })

  it('keep what they read until something is committed', async () => {
    const pool = aPool()
    const first = await pool.run('groups', null)
    expect(await pool.run('groups', null)).toEqual(first)
    await addGroup()
    expect(await pool.run('groups', null)).toEqual({ reads: first.reads + 1, groups: first.groups + 1 })
  })

  it('keep what they read until the owner says that it has changed, where the owner knows', async () => {
    let revision = 1
    const pool = aPool({ revision: () => revision })
    const first = await pool.run('groups', null)
    await addGroup()
    expect(await pool.run('groups', null)).toEqual(first)
    revision++
    expect(await pool.run('groups', null)).toEqual({ reads: first.reads + 1, groups: first.groups + 1 })
  })
})

describe('a task is ended', () => {
  it('while a statement runs, and its thread goes on', async () => {
    const pool = aPool({ size: 1 })
    const thread = await pool.run('where', null)
    const stopping = new AbortController()
    const query = pool.run('query', null, { signal: stopping.signal })
    stopping.abort(new Error('enough'))
    await expect(query).rejects.toThrow('enough')
    expect((await pool.run('groups', null)).groups).toBe(number)
    expect(await pool.run('where', null)).toBe(thread)
  })

  it('while it computes without end, and another thread takes the place', async () => {
    const pool = aPool({ size: 1 })
    const thread = await pool.run('where', null)
    const query = pool.run('endless', null, { signal: AbortSignal.timeout(1) })
    await expect(query).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await pool.run('where', null)).not.toBe(thread)
  })

  it('and finishes all the same, without harm to the next one', async () => {
    const pool = aPool({ size: 1 })
    for (let round = 0; round < 3; round++) {
      const stubborn = pool.run('stubborn', null, { signal: AbortSignal.timeout(10) })
      await expect(stubborn).rejects.toMatchObject({ name: 'TimeoutError' })
      expect(await pool.run('long', null)).toBe(3_000_000)
    }
  })

  it('before it has begun', async () => {
    const pool = aPool({ size: 1 })
    const there = shared()
    const running = pool.run('meet', { there, expected: 10 })
    const stopping = new AbortController()
    const waiting = pool.run('endless', null, { signal: stopping.signal })
    stopping.abort(new Error('not any more'))
    await expect(waiting).rejects.toThrow('not any more')
    await expect(pool.run('endless', null, { signal: stopping.signal })).rejects.toThrow('not any more')
    Atomics.store(there, 0, 10)
    await running
  })

  it('at any moment, without taking the process with it', async () => {
    const pool = aPool()
    for (let round = 0; round < 60; round++) {
      const signal = AbortSignal.timeout(round % 20)
      const ended = pool.run(round % 10 === 0 ? 'endless' : 'query', null, { signal })
      await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' })
    }
    expect((await pool.run('groups', null)).groups).toBe(number)
  })
})

describe('a thread that is lost', () => {
  it.each(['exit', 'break'] as const)('fails its own task only, and is replaced: %s', async (how) => {
    const pool = aPool()
    const there = shared()
    const other = pool.run('meet', { there, expected: 10 })
    await expect(pool.run(how, null)).rejects.toThrow(how === 'exit' ? 'was lost while it ran exit' : 'broken')
    expect((await pool.run('groups', null)).groups).toBe(number)
    Atomics.store(there, 0, 10)
    await other
  })

  it('fails its task where it cannot even begin', async () => {
    const pool = aPool({ entry: new URL('./there-is-no-such-file.ts', import.meta.url) })
    await expect(pool.run('where', null)).rejects.toThrow('was lost while it ran where')
  })
})

describe('closing', () => {
  it('ends what runs and what waits, and takes no more', async () => {
    const pool = aPool({ size: 1 })
    const tasks = [pool.run('query', null), pool.run('endless', null)]
    const settled = Promise.allSettled(tasks)
    await pool.close()
    const reasons = (await settled).map((each) => each.status === 'rejected' && String(each.reason))
    expect(reasons).toEqual(Array(2).fill('StoppingError: the service is being stopped'))
    await expect(pool.run('where', null)).rejects.toThrow('being stopped')
  })

  it('of threads follows when nothing was asked of them for a while', async () => {
    const pool = aPool({ idleMs: 1 })
    const first = await pool.run('where', null)
    await sleep(50)
    expect(await pool.run('where', null)).not.toBe(first)
  })
})
