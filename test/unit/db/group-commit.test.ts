import { open, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { groupCommit } from '#db/group-commit.ts'
import { openStore, type Store } from '#db/store.ts'
import { settings } from '#db/tables/settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { aFolder } from '../../helpers/server.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Holds the real flushes back until they are let go; `begun` counts them. */
async function holdFlushes(file: string) {
  const probe = await open(file, 'a')
  const prototype = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  let release = () => {}
  let held = Promise.resolve()
  const state = {
    begun: 0,
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    letGo: () => release(),
    fail: null as Error | null,
  }

  const datasync = prototype.datasync
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
    state.begun += 1
    await held
    if (state.fail) throw state.fail
    await datasync.call(this)
  })
  return state
}

afterEach(() => vi.restoreAllMocks())

describe('a flush of the write-ahead log', () => {
  it('that began before a commit does not stand for it, and one serves all who wait meanwhile', async () => {
    const log = join(await aFolder(), 'log')
    await writeFile(log, 'x')
    const flushes = await holdFlushes(log)
    const disk = groupCommit(log)
    flushes.hold()
    const done: number[] = []
    const first = disk.flushed().then(() => done.push(0))
    await vi.waitFor(() => expect(flushes.begun).toBe(1))
    const rest = [1, 2, 3].map((nth) => disk.flushed().then(() => done.push(nth)))
    flushes.letGo()
    await first
    flushes.hold()
    await vi.waitFor(() => expect(flushes.begun).toBe(2))
    expect(done).toEqual([0])
    flushes.letGo()
    await Promise.all(rest)
    expect([flushes.begun, done]).toEqual([2, [0, 1, 2, 3]])
    await disk.close()
  })

  it('that failed once is not believed again', async () => {
    const log = join(await aFolder(), 'log')
    await writeFile(log, 'x')
    const flushes = await holdFlushes(log)
    const disk = groupCommit(log)
    flushes.fail = new Error('EIO')
    await expect(disk.flushed()).rejects.toThrow('EIO')
    flushes.fail = null
    await expect(disk.flushed()).rejects.toThrow('EIO')
    await disk.close()
  })

  it('of a log that is not there yet is nothing to wait for', async () => {
    const log = join(await aFolder(), 'log')
    const disk = groupCommit(log)
    await disk.flushed()
    await writeFile(log, 'x')
    const flushes = await holdFlushes(log)
    await disk.flushed()
    expect(flushes.begun).toBe(1)
    await disk.close()
  })
})

describe('a write', () => {
  let store: Store | null = null
  afterEach(async () => {
    await store?.close()
    store = null
  })
  const put = (key: string) => (tx: WriteTransaction) => settings.insert(tx, { key, value: '1' })
  const here = (key: string) => store?.read.first('SELECT 1 FROM settings WHERE key = ?', [key])

  async function opened(): Promise<[Store, Awaited<ReturnType<typeof holdFlushes>>]> {
    const file = join(await aFolder(), 'org.sqlite')
    store = await openStore(file, '2026-03-02T09:00:00.000Z')
    await store.write(put('first'))
    return [store, await holdFlushes(`${file}.other`)]
  }

  it('is acknowledged only once the disk has it, and the next ones share a flush while it waits', async () => {
    const [writer, flushes] = await opened()
    flushes.hold()
    const acknowledged: string[] = []
    const writing = ['a', 'b', 'c', 'd'].map((key) => writer.write(put(key)).then(() => acknowledged.push(key)))
    await vi.waitFor(async () => expect(await here('d')).toBeDefined())
    await pause(20)
    expect([acknowledged, flushes.begun]).toEqual([[], 1])
    flushes.letGo()
    await Promise.all(writing)
    expect([acknowledged, flushes.begun]).toEqual([['a', 'b', 'c', 'd'], 2])
  })

  it('whose flush fails is refused, and so is every later one, with a state that says why', async () => {
    const [writer, flushes] = await opened()
    flushes.fail = new Error('EIO')
    await expect(writer.write(put('a'))).rejects.toMatchObject({ code: 'E0000010', cause: flushes.fail })
    flushes.fail = null
    await expect(writer.write(put('b'))).rejects.toMatchObject({ code: 'E0000010' })
    expect([writer.fileState(), await here('b')]).toEqual(['UNSYNCED', undefined])
  })

  it('that waits for the disk when the file is closed is acknowledged first', async () => {
    const [writer, flushes] = await opened()
    flushes.hold()
    const acknowledged: string[] = []
    const writing = writer.write(put('a')).then(() => acknowledged.push('a'))
    const closing = writer.close().then(() => acknowledged.push('closed'))
    store = null
    await vi.waitFor(() => expect(flushes.begun).toBe(1))
    flushes.letGo()
    await Promise.all([writing, closing])
    expect(acknowledged).toEqual(['a', 'closed'])
  })
})
