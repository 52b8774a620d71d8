import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeSet } from '#db/change-set.ts'
import { openStore, type Store } from '#db/store.ts'
import { settings } from '#db/tables/settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { readSetting, writeSetting } from '#operations/service/settings.ts'
import { aFolder } from '../../../helpers/server.ts'

let store: Store
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z')
})
afterAll(() => store.close())

/** The keys of settings that a write tells its listeners of. */
async function keysToldOf(work: (tx: WriteTransaction) => Promise<void>): Promise<ReadonlySet<string> | null> {
  let changes: ChangeSet | null = null
  await store.write(work, (tx) => void (changes = tx.changes))
  return changes && (changes as ChangeSet).keysOf(settings)
}

it('a setting is read as it was last written, and listeners of commits hear of each write', async () => {
  expect(await readSetting(store.read, 'developer')).toBeNull()
  for (const allowLocalHooks of [true, false]) {
    expect(await keysToldOf((tx) => writeSetting(tx, 'developer', { allowLocalHooks }))).toEqual(new Set(['developer']))
    expect(await readSetting(store.read, 'developer')).toEqual({ allowLocalHooks })
  }
})

it('a setting without a value is not in the file', async () => {
  const concern = { kind: 'CLOCK', message: 'The clock jumped.' } as never
  await store.write((tx) => writeSetting(tx, 'logConcern', concern))
  expect(await keysToldOf((tx) => writeSetting(tx, 'logConcern', null))).toEqual(new Set(['logConcern']))
  expect(await readSetting(store.read, 'logConcern')).toBeNull()
  expect(await settings.exists(store.read, { key: 'logConcern' })).toBe(false)
  expect(await keysToldOf((tx) => writeSetting(tx, 'logConcern', null))).toEqual(new Set())
})

it('no statement of its own writes a setting', async () => {
  await expect(store.write((tx) => tx.run('DELETE FROM settings'))).rejects.toThrow('table definition')
})
