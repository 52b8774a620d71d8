import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src-server/contract/api-error.ts'
import { openStore, type Store } from '../../../src-server/db/store.ts'
import { withDatabase } from '../../helpers/files.ts'
import { aFolder } from '../../helpers/server.ts'

let store: Store
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z')
})
afterAll(() => store.close())

const put = (key: string, value = '1') => ({
  sql: 'INSERT INTO settings (key, value) VALUES (?, ?)',
  params: [key, value],
})
const keys = async (prefix: string) =>
  (await store.read.all<{ key: string }>('SELECT key FROM settings WHERE key LIKE ? ORDER BY key', [`${prefix}%`])).map(
    (row) => row.key,
  )
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A row that breaks no rule, through the object mapper. */
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
    await store.write(({ statements }) => statements.run(put('read').sql, put('read').params))
    await withDatabase(store.file, async (reader) => {
      await reader.exec('BEGIN')
      await reader.all('SELECT * FROM settings')
      await store.write(({ statements }) => statements.run(put('later').sql, put('later').params))
      const began = performance.now()
      await Promise.all([
        store.checkpoint(),
        store.write(({ statements }) => statements.run(`DELETE FROM settings WHERE key = 'later'`)),
      ])
      expect(performance.now() - began).toBeLessThan(1_500)
    })
  })

  it('takes fifty at once, failing ones among them, and loses none', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        store.write(async ({ statements, transaction }) => {
          const { sql, params } = put(`many-${String(index).padStart(2, '0')}`)
          await statements.run(sql, params)
          await store.models.Group.create(aGroupRow(`g${index}`, `Many ${index}`), { transaction })
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
    await store.write(async ({ statements }) => {
      const { sql, params } = put('hidden-1')
      await statements.run(sql, params)
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

  it('undoes what the object mapper and what prepared statements wrote, together', async () => {
    const work = store.write(async ({ statements, transaction }) => {
      const { sql, params } = put('undone-1')
      await statements.run(sql, params)
      await store.models.Group.create(aGroupRow('undone', 'Undone'), { transaction })
      await statements.run(sql, params)
    })
    await expect(work).rejects.toThrow()
    expect(await keys('undone-')).toEqual([])
    expect(await store.models.Group.findByPk('undone')).toBeNull()
  })
})

describe('a failure of the store', () => {
  it('by a value that is taken is a conflict, not a fault', async () => {
    await store.write(({ transaction }) => store.models.Group.create(aGroupRow('once', 'Only once'), { transaction }))
    const again = store.write(({ transaction }) =>
      store.models.Group.create(aGroupRow('twice', 'only ONCE'), { transaction }),
    )
    await expect(again).rejects.toMatchObject({ code: 'E0000113', status: 409 })
    await expect(again).rejects.toBeInstanceOf(ApiError)
  })

  it('by a value that is taken is a conflict through a prepared statement too', async () => {
    const { sql, params } = put('taken')
    await store.write(({ statements }) => statements.run(sql, params))
    const again = store.write(({ statements }) => statements.run(sql, params))
    await expect(again).rejects.toMatchObject({ code: 'E0000113', status: 409 })
  })

  it('by a reference to what is gone says so', async () => {
    const orphan = store.write(({ statements }) =>
      statements.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', ['no', 'no']),
    )
    await expect(orphan).rejects.toMatchObject({ code: 'E0000048' })
  })
})

describe('a disk that is full', () => {
  it('refuses the write, keeps everything else, and takes writes again once there is room', async () => {
    // The object mapper warns that it cannot roll back what SQLite has rolled back by itself.
    vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
    const pages = (await store.read.first<{ page_count: number }>('PRAGMA page_count'))?.page_count as number
    const allow = (count: number) =>
      store.write(({ statements }) => statements.exec(`PRAGMA max_page_count = ${count}`))
    const big = put('big', 'x'.repeat(200_000))
    await allow(pages)
    const refused = store.write(async ({ statements, transaction }) => {
      await store.models.Group.create(aGroupRow('big', 'Big'), { transaction })
      await statements.run(big.sql, big.params)
    })
    await expect(refused).rejects.toMatchObject({ code: 'E0000010', status: 503 })
    expect(await store.models.Group.findByPk('big')).toBeNull()
    expect(await keys('many-')).toHaveLength(40)
    await allow(1_000_000)
    await store.write(({ statements }) => statements.run(big.sql, big.params))
    expect(await keys('big')).toEqual(['big'])
  })
})

describe('reading', () => {
  it('several things sees one moment, whatever is written meanwhile', async () => {
    const count = 'SELECT count(*) AS n FROM settings'
    const counts = await store.consistentRead(async (read) => {
      const before = await read.first<{ n: number }>(count)
      const { sql, params } = put('meanwhile')
      await store.write(({ statements }) => statements.run(sql, params))
      return [before?.n, (await read.first<{ n: number }>(count))?.n, (await store.read.first<{ n: number }>(count))?.n]
    })
    expect(counts[1]).toBe(counts[0])
    expect(counts[2]).toBe((counts[0] as number) + 1)
  })

  it('goes on after a reading that failed', async () => {
    await expect(store.consistentRead((read) => read.all('SELECT * FROM nothing'))).rejects.toThrow()
    expect(await store.consistentRead((read) => read.first('SELECT 1 AS one'))).toEqual({ one: 1 })
  })

  it('has the settings that the design promises', async () => {
    for (const [pragma, value] of [
      ['journal_mode', 'wal'],
      ['foreign_keys', 1],
      ['synchronous', 1],
    ] as const)
      expect(await store.read.first(`PRAGMA ${pragma}`)).toEqual({ [pragma]: value })
  })
})
