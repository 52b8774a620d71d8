import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import { openStore, type Store } from '#db/store.ts'
import { apps } from '#db/tables/apps.ts'
import { groupMembers, groups } from '#db/tables/groups.ts'
import { settings } from '#db/tables/settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { withDatabase } from '../../helpers/files.ts'
import { aFolder } from '../../helpers/server.ts'

let store: Store
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z')
})
afterAll(() => store.close())

const put =
  (key: string, value = '1') =>
  (tx: WriteTransaction) =>
    settings.insert(tx, { key, value })
const keys = async (prefix: string) =>
  (await store.read.all<{ key: string }>('SELECT key FROM settings WHERE key LIKE ? ORDER BY key', [`${prefix}%`])).map(
    (row) => row.key,
  )
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A row that breaks no rule. */
const aGroupRow = (id: string, name: string) => {
  const stamp = '2026-03-02T09:00:00.000Z'
  return {
    id,
    type: 'SVC_GROUP' as const,
    name,
    description: null,
    created: stamp,
    lastUpdated: stamp,
    lastMembershipUpdated: stamp,
  }
}

describe('the queue of writes', () => {
  it('is not held up by a checkpoint that waits for a reader', async () => {
    await store.write(put('read'))
    await withDatabase(store.file, async (reader) => {
      await reader.exec('BEGIN')
      await reader.all('SELECT * FROM settings')
      await store.write(put('later'))
      const began = performance.now()
      await Promise.all([store.checkpoint(), store.write((tx) => settings.remove(tx, { key: 'later' }))])
      expect(performance.now() - began).toBeLessThan(4_000)
    })
  })

  it('takes fifty at once, failing ones among them, and loses none', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        store.write(async (tx) => {
          await put(`many-${String(index).padStart(2, '0')}`)(tx)
          await groups.insert(tx, aGroupRow(`g${index}`, `Many ${index}`))
          if (index % 5 === 0) throw new Error(`number ${index} fails`)
        }),
      ),
    )
    const failed = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [index] : []))
    expect(failed).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45])
    expect(await keys('many-')).toHaveLength(40)
    expect(await store.read.all('SELECT id FROM groups')).toHaveLength(40)
  })

  it('runs one at a time, in the order of asking', async () => {
    const steps: string[] = []
    await Promise.all(
      [30, 1, 10].map((ms, index) =>
        store.write(async () => {
          steps.push(`begin ${index}`)
          await pause(ms)
          steps.push(`end ${index}`)
        }),
      ),
    )
    expect(steps).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2'])
  })

  it('shows nothing of a write before it is committed, and all of it after', async () => {
    let seen: string[] = ['nothing was looked at']
    await store.write(async (tx) => {
      await put('hidden-1')(tx)
      seen = await keys('hidden-')
    })
    expect(seen).toEqual([])
    expect(await keys('hidden-')).toEqual(['hidden-1'])
  })

  it('tells of the commit before the next write begins, and of a failure never', async () => {
    const steps: string[] = []
    const first = store.write(
      async () => void steps.push('first'),
      () => steps.push('first committed'),
    )
    const second = store.write(
      async () => {
        steps.push('second')
        throw new Error('no')
      },
      () => steps.push('second committed'),
    )
    await Promise.allSettled([first, second])
    expect(steps).toEqual(['first', 'first committed', 'second'])
  })

  it('undoes rows of tables and settings together', async () => {
    const work = store.write(async (tx) => {
      await put('undone-1')(tx)
      await groups.insert(tx, aGroupRow('undone', 'Undone'))
      await put('undone-1')(tx)
    })
    await expect(work).rejects.toThrow()
    expect(await keys('undone-')).toEqual([])
    expect(await groups.get(store.read, 'undone')).toBeUndefined()
  })
})

describe('a write inside a write', () => {
  it('is refused at once with a sentence, in place of waiting for itself', async () => {
    const nested = store.write(async () => {
      await store.write(put('nested'))
    })
    await expect(nested).rejects.toThrow('a write was begun inside a write')
    expect(await keys('nested')).toEqual([])
  })

  it('is no matter for a write that code begins after its own has ended', async () => {
    await store.write(put('follows')).then(() => store.write(put('follows-2')))
    expect(await keys('follows')).toEqual(['follows', 'follows-2'])
  })
})

describe('tables with a definition', () => {
  it('are written through it alone, so that a transaction knows every row that it wrote', async () => {
    const bypass = store.write((tx) => tx.run(`DELETE FROM groups WHERE id = 'x'`))
    await expect(bypass).rejects.toThrow('groups is written through its table definition')
    const changed = await store.write(async (tx) => {
      await groups.insert(tx, aGroupRow('noted', 'Noted'))
      return tx.changes.keysOf(groups)
    })
    expect(changed).toEqual(new Set(['noted']))
  })

  it('give back what was stored: camel case, JSON, booleans', async () => {
    const stamp = '2026-03-02T09:00:00.000Z'
    const app = {
      ...({ id: 'a', name: 'bookmark', label: 'A', status: 'ACTIVE', signOnMode: 'BOOKMARK', system: true } as const),
      ...{ clientId: null, signingKid: null },
      definition: { accessibility: {}, visibility: {}, features: ['x'], settings: {} },
      ...{ created: stamp, lastUpdated: stamp },
    }
    await store.write((tx) => apps.insert(tx, app))
    expect(await apps.get(store.read, 'a')).toEqual(app)
  })
})

describe('a failure of the store', () => {
  it('by a value that is taken is a conflict, not a fault', async () => {
    await store.write((tx) => groups.insert(tx, aGroupRow('once', 'Only once')))
    const again = store.write((tx) => groups.insert(tx, aGroupRow('twice', 'only ONCE')))
    await expect(again).rejects.toMatchObject({ code: 'E0000113', status: 409 })
    await expect(again).rejects.toBeInstanceOf(ApiError)
  })

  it('by a value that is taken is a conflict through a prepared statement too', async () => {
    await store.write(put('taken'))
    const again = store.write(put('taken'))
    await expect(again).rejects.toMatchObject({ code: 'E0000113', status: 409 })
  })

  it('by a reference to what is gone says so', async () => {
    const orphan = store.write((tx) => groupMembers.insert(tx, { groupId: 'no', userId: 'no' }))
    await expect(orphan).rejects.toMatchObject({ code: 'E0000048' })
  })
})

describe('a disk that is full', () => {
  it('refuses the write, keeps everything else, and takes writes again once there is room', async () => {
    const pages = (await store.read.first<{ page_count: number }>('PRAGMA page_count'))?.page_count as number
    const allow = (count: number) => store.write((tx) => tx.all(`PRAGMA max_page_count = ${count}`))
    const big = put('big', 'x'.repeat(200_000))
    await allow(pages)
    const refused = store.write(async (tx) => {
      await groups.insert(tx, aGroupRow('big', 'Big'))
      await big(tx)
    })
    await expect(refused).rejects.toMatchObject({ code: 'E0000010', status: 503 })
    expect(await groups.get(store.read, 'big')).toBeUndefined()
    expect(await keys('many-')).toHaveLength(40)
    await allow(1_000_000)
    await store.write(big)
    expect(await keys('big')).toEqual(['big'])
  })
})

describe('reading', () => {
  it('several things sees one moment, whatever is written meanwhile', async () => {
    const count = 'SELECT count(*) AS n FROM settings'
    const counts = await store.consistentRead(async (read) => {
      const before = await read.first<{ n: number }>(count)
      await store.write(put('meanwhile'))
      return [before?.n, (await read.first<{ n: number }>(count))?.n, (await store.read.first<{ n: number }>(count))?.n]
    })
    expect(counts[1]).toBe(counts[0])
    expect(counts[2]).toBe((counts[0] as number) + 1)
  })

  it('cannot write, whatever the statement', async () => {
    await expect(store.read.all(`DELETE FROM settings RETURNING key`)).rejects.toThrow('readonly')
  })

  it('goes on after a reading that failed', async () => {
    await expect(store.consistentRead((read) => read.all('SELECT * FROM nothing'))).rejects.toThrow()
    expect(await store.consistentRead((read) => read.first('SELECT 1 AS one'))).toEqual({ one: 1 })
  })

  it('has the settings that the design promises; the writer leaves the flush of each commit to the group', async () => {
    const fresh = await openStore(join(await aFolder(), 'fresh.sqlite'), '2026-03-02T09:00:00.000Z')
    for (const [pragma, reading, writing] of [
      ['journal_mode', 'wal', 'wal'],
      ['foreign_keys', 1, 1],
      ['synchronous', 2, 1],
      ['wal_autocheckpoint', 1_000, 8_192],
    ] as const) {
      expect(await fresh.read.first(`PRAGMA ${pragma}`)).toEqual({ [pragma]: reading })
      expect(await fresh.write((tx) => tx.first(`PRAGMA ${pragma}`))).toEqual({ [pragma]: writing })
    }
    await fresh.close()
  })
})
