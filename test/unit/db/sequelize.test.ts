import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Connection } from '#db/connection.ts'
import { loadDriver, type Driver, type RawDatabase } from '#db/driver.ts'
import { sequelizeOver } from '#db/sequelize.ts'
import { openStore, type Store } from '#db/store.ts'
import { groupMembers, groups } from '#db/tables/groups.ts'
import { settings } from '#db/tables/settings.ts'
import { withDatabase } from '../../helpers/files.ts'
import { aFolder } from '../../helpers/server.ts'

let store: Store
let driver: Driver
beforeAll(async () => {
  driver = await loadDriver()
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z')
})
afterAll(() => store.close())

/** A connection of which each statement is noted. */
function noted(raw: RawDatabase): { raw: RawDatabase; statements: string[] } {
  const statements: string[] = []
  const noting: RawDatabase['all'] = (sql, params, done) => (statements.push(sql), raw.all(sql, params, done))
  return { raw: Object.assign(Object.create(raw) as RawDatabase, { all: noting }), statements }
}

describe('a file that another program has locked', () => {
  it('is asked once, after the one wait that the connection has', async () => {
    const { raw } = await Connection.open(driver, store.file, driver.OPEN_READWRITE, 'PRAGMA busy_timeout = 0')
    const { raw: watched, statements } = noted(raw)
    await withDatabase(store.file, async (other) => {
      await other.exec('BEGIN IMMEDIATE')
      await expect(sequelizeOver(watched).transaction()).rejects.toThrow('SQLITE_BUSY')
      await other.exec('ROLLBACK')
    })
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(1)
    await new Connection(raw).close()
  })
})

describe('a commit that fails', () => {
  const orphan = { groupId: '00gnone', userId: '00unone' }
  const failing = () =>
    store.write(async (tx) => {
      await tx.all('PRAGMA defer_foreign_keys = ON')
      await settings.insert(tx, { key: 'with the orphan', value: '1' })
      await groupMembers.insert(tx, orphan)
    })

  it('takes everything back and is no obstacle to the next write', async () => {
    const said = vi.spyOn(console, 'warn').mockReturnValue()
    await expect(failing()).rejects.toMatchObject({ code: 'E0000048' })
    await expect(failing()).rejects.toMatchObject({ code: 'E0000048' })
    said.mockRestore()
    expect(await settings.exists(store.read, { key: 'with the orphan' })).toBe(false)
    await store.write((tx) => settings.insert(tx, { key: 'after it', value: '1' }))
    expect(await settings.exists(store.read, { key: 'after it' })).toBe(true)
  })
})

describe('what comes after the end of a transaction', () => {
  it('is refused, and the refusal holds no value', async () => {
    const late = await store.write((tx) => Promise.resolve(tx))
    const asked = [
      groups.findOne(late, { where: { name: 'swordfish' } }),
      groups.count(late, { name: 'swordfish' }),
      settings.insert(late, { key: 'swordfish', value: '1' }),
      settings.remove(late, { key: 'swordfish' }),
      late.all('SELECT 1'),
    ]
    for (const each of await Promise.allSettled(asked)) {
      expect(each.status).toBe('rejected')
      const { reason } = each as PromiseRejectedResult
      expect(String(reason)).toContain('has ended')
      expect(JSON.stringify({ ...reason, stack: (reason as Error).stack })).not.toContain('swordfish')
    }
  })

  it('is waited for where it began before', async () => {
    let found: Promise<unknown> = Promise.resolve()
    await store.write((tx) => {
      found = settings.findOne(tx, { where: { key: 'after it' } })
      return Promise.resolve()
    })
    expect(await found).toEqual({ key: 'after it', value: '1' })
  })
})
