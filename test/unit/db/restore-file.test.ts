import { copyFile, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readDatabase } from '#db/copy-database.ts'
import { restoreFile } from '#db/restore-file.ts'
import { openStore } from '#db/store.ts'
import { hashOf } from '../../helpers/files.ts'
import { aFolder, startServer, TestClock } from '../../helpers/server.ts'

const NOW = '2026-03-05T09:00:00.000Z'
const KEPT = '.before-restore-20260305T090000000Z.backup'

/** A workspace with a second group, and a backup from before that; it is closed. */
async function aWorkspace() {
  const server = await startServer()
  await server.make.aGroup('First')
  const backup = join(await aFolder(), 'first.backup')
  await server.backup(backup)
  await server.make.aGroup('Second')
  return { ...server, backup }
}

const groupsIn = (file: string) =>
  readDatabase(file, async (reader) => {
    const rows = await reader.all<{ name: string }>(`SELECT name FROM groups WHERE type <> 'BUILT_IN' ORDER BY name`)
    return rows.map(({ name }) => name)
  })

it('a backup takes the place of the workspace, which is kept as a backup itself', async () => {
  const { dataFile, stop, backup } = await aWorkspace()
  await stop()
  const before = await hashOf(backup)
  const kept = await restoreFile(dataFile, backup, NOW)
  expect(kept).toBe(dataFile + KEPT)
  expect(await groupsIn(kept ?? '')).toEqual(['First', 'Second'])
  expect(await hashOf(backup)).toBe(before)
  if (process.platform !== 'win32')
    for (const file of [dataFile, kept ?? '']) expect((await stat(file)).mode & 0o777).toBe(0o600)
  const again = await startServer({ dataFile, clock: new TestClock(Date.parse(NOW)) })
  const groups = (await again.client.call('listGroups')).body
  expect(groups.map(({ profile }) => profile.name)).toContain('First')
  expect(groups.map(({ profile }) => profile.name)).not.toContain('Second')
  // Its log is not what was sealed on this machine, which a person is told of.
  expect((await again.client.call('getWorkspace')).body.logConcerns).toHaveLength(1)
  expect((await again.client.call('listBackups')).body.backups[0]).toMatchObject({ file: kept, kind: 'BEFORE_RESTORE' })
})

it('none takes the place of one that a service has open', async () => {
  const { dataFile, stop, backup, client } = await aWorkspace()
  await expect(restoreFile(dataFile, backup, NOW)).rejects.toMatchObject({ code: 'FILE_IN_USE' })
  expect((await client.call('listGroups', { query: { q: 'Second' } })).body).toHaveLength(1)
  await stop()
})

it.each([
  ['is missing', 'FILE_MISSING', async () => {}],
  ['is a letter', 'FILE_FOREIGN', (file: string) => writeFile(file, 'Dear Ada, this is a letter. '.repeat(100))],
  ['is damaged', 'FILE_CORRUPT', damage],
])('a backup that %s changes nothing', async (_, code, make) => {
  const { dataFile, stop, backup } = await aWorkspace()
  await stop()
  const bad = join(dirname(dataFile), 'bad.backup')
  if (code === 'FILE_CORRUPT') await copyFile(backup, bad)
  await make(bad)
  const before = [await hashOf(dataFile), await readdir(dirname(dataFile))]
  await expect(restoreFile(dataFile, bad, NOW)).rejects.toMatchObject({ code, message: expect.stringContaining(bad) })
  expect([await hashOf(dataFile), await readdir(dirname(dataFile))]).toEqual(before)
})

async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(size / 2, 0xff), 0, size / 2, size / 2)
  await handle.close()
}

it('a workspace that is damaged is kept as it is', async () => {
  const { dataFile, stop, backup } = await aWorkspace()
  await stop()
  await damage(dataFile)
  const bytes = await readFile(dataFile)
  const kept = await restoreFile(dataFile, backup, NOW)
  expect((await readFile(kept ?? '')).equals(bytes)).toBe(true)
  expect(await groupsIn(dataFile)).toEqual(['First'])
})

it('changes that only the write-ahead log of a crash holds are in what is kept, and in nothing else', async () => {
  const { dataFile, backup, stop } = await aWorkspace()
  const crashed = join(await aFolder(), 'crashed.sqlite')
  for (const end of ['', '-wal']) await copyFile(dataFile + end, crashed + end)
  await stop()
  expect((await stat(`${crashed}-wal`)).size).toBeGreaterThan(0)
  const kept = await restoreFile(crashed, backup, NOW)
  expect(await groupsIn(kept ?? '')).toEqual(['First', 'Second'])
  expect(await readdir(dirname(crashed))).toEqual(['crashed.sqlite', `crashed.sqlite${KEPT}`])
  expect(await groupsIn(crashed)).toEqual(['First'])
})

it('where there is nothing, there is nothing to keep but the log of what is lost', async () => {
  const { dataFile, backup, stop } = await aWorkspace()
  await stop()
  await rm(dataFile)
  await writeFile(`${dataFile}-wal`, 'what the lost file left')
  expect(await restoreFile(dataFile, backup, NOW)).toBeNull()
  expect(await readFile(`${dataFile}-wal.lost`, 'utf8')).toBe('what the lost file left')
  const store = await openStore(dataFile, NOW)
  expect([store.created, store.isLogLost]).toEqual([false, false])
  await store.close()
})
