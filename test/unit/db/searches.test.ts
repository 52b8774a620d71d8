import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SearchTimeout } from '#db/searches.ts'
import { openStore, type Store } from '#db/store.ts'
import { aFolder } from '../../helpers/server.ts'

let store: Store
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z')
})
afterAll(() => store.close())

const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE i < 0'
const endless = (timeoutMs: number) => store.searches.run((searcher) => searcher.all(ENDLESS, []), timeoutMs)
const quick = (timeoutMs: number) =>
  store.searches.run((searcher) => searcher.all<{ one: number }>('SELECT 1 AS one', []), timeoutMs)

describe('a search', () => {
  it('that takes too long is ended', async () => {
    const began = performance.now()
    await expect(endless(200)).rejects.toThrow(SearchTimeout)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('that still waits for its turn when its time is up is told so, and leaves the turn to others', async () => {
    const slow = [endless(800), endless(800)].map((search) => search.catch((error: unknown) => error))
    await expect(quick(100)).rejects.toThrow(SearchTimeout)
    const patient = quick(10_000)
    expect(await Promise.all(slow)).toEqual([expect.any(SearchTimeout), expect.any(SearchTimeout)])
    expect(await patient).toEqual([{ one: 1 }])
  })

  it('does not begin another statement when its time is up', async () => {
    const search = store.searches.run(async (searcher) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return searcher.all('SELECT 1', [])
    }, 20)
    await expect(search).rejects.toThrow(SearchTimeout)
  })

  it('however slow leaves ordinary reads alone', async () => {
    let isOver = false
    const slow = endless(3_000)
      .catch(() => {})
      .finally(() => (isOver = true))
    expect(await store.read.all('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(isOver).toBe(false)
    await slow
  })

  it('that fails gives its connection back', async () => {
    for (let time = 0; time < 5; time++)
      await expect(store.searches.run((searcher) => searcher.all('SELECT nonsense', []), 1_000)).rejects.toThrow(
        /nonsense/,
      )
    expect(await quick(1_000)).toEqual([{ one: 1 }])
  })

  it('that throws before its first statement gives its connection back, also when its turn comes late', async () => {
    const broken = () =>
      store.searches.run((): Promise<never> => {
        throw new TypeError('broken')
      }, 10_000)
    for (let time = 0; time < 3; time++) await expect(broken()).rejects.toThrow('broken')
    const slow = [endless(300), endless(300)].map((search) => search.catch((error: unknown) => error))
    const waiting = Promise.allSettled([broken(), quick(10_000)])
    expect(await Promise.all(slow)).toEqual([expect.any(SearchTimeout), expect.any(SearchTimeout)])
    expect(await waiting).toMatchObject([{ status: 'rejected' }, { value: [{ one: 1 }] }])
  })
})
