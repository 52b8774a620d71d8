import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { automaticFolder } from '#db/backup-names.ts'
import { readDatabase } from '#db/copy-database.ts'
import { backUpAutomatically } from '#operations/backups/automatic-backup.ts'
import { writeBackupSettings } from '#operations/backups/backup-settings.ts'
import { logSearches } from '#operations/saved-searches/log-searches.ts'
import { LogFixture } from '../../../helpers/log-fixture.ts'

const DAY_MS = 86_400_000
const never = new AbortController().signal

let log: LogFixture
let folder: string
beforeEach(async () => {
  log = await LogFixture.create()
  folder = automaticFolder(log.file)
  await log.append(1)
  // One that a test damaged may not close well.
  return () => log.store.close().catch(() => {})
})

const names = () => readdir(folder).then((found) => found.sort())
const numbers = async () => (await names()).map((name) => Number(/^automatic-(\d+)-/.exec(name)?.[1]))
const backUp = () => backUpAutomatically(log.service, never)
async function changeAndBackUp(): Promise<void> {
  await log.append(1)
  await backUp()
}
const eventsIn = (file: string) =>
  readDatabase(file, (reader) => reader.first<{ count: number }>('SELECT count(*) AS count FROM log_events'))

it('a day after the last one a backup is made, where something changed, for its owner only', async () => {
  await backUp()
  await log.append(1)
  await backUp()
  expect(await names()).toEqual(['automatic-000001-20260302T090000000Z.backup'])
  log.clock.advance(DAY_MS)
  await backUp()
  expect(await names()).toHaveLength(2)
  log.clock.advance(DAY_MS)
  await backUp()
  expect(await names()).toHaveLength(2)
  const [first, second] = (await names()).map((name) => join(folder, name))
  expect(await eventsIn(first as string)).toEqual({ count: 1 })
  expect(await eventsIn(second as string)).toEqual({ count: 2 })
  if (process.platform === 'win32') return
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(first as string)).mode & 0o777).toBe(0o600)
})

it('the newest seven stay, and files of others', async () => {
  await mkdir(folder)
  const others = ['automatic.backup', 'letter.txt', `${basename(log.file)}.backup`]
  for (const name of others) await writeFile(join(folder, name), 'not ours')
  for (let day = 0; day < 9; day += 1) {
    await changeAndBackUp()
    log.clock.advance(DAY_MS)
  }
  expect(await numbers()).toEqual([3, 4, 5, 6, 7, 8, 9, ...others.map(() => NaN)])
})

it('a clock that leaps ahead and is put back takes none of the good ones away, and makes one backup for each day', async () => {
  for (let day = 0; day < 3; day += 1) {
    await changeAndBackUp()
    log.clock.advance(DAY_MS)
  }
  for (let leap = 0; leap < 5; leap += 1) {
    log.clock.advance(3_650 * DAY_MS)
    await changeAndBackUp()
    log.clock.advance(-3_650 * DAY_MS)
    await changeAndBackUp()
  }
  expect(await numbers()).toEqual([1, 2, 3, 4, 5])
})

it('what a run that was killed left half done goes', async () => {
  await mkdir(folder)
  const left = 'automatic-000004-20260301T090000000Z.backup.draft'
  for (const name of [left, `${left}-journal`]) await writeFile(join(folder, name), 'half')
  await backUp()
  expect(await numbers()).toEqual([1])
})

it('saved searches count as a change too', async () => {
  await backUp()
  log.clock.advance(DAY_MS)
  const search = { filter: '', q: 'who', range: { name: 'day', since: '', until: '' } } as const
  await log.service.write(systemContext(), (tx) => logSearches.create(tx, { name: 'X', ...search }))
  await backUp()
  expect(await numbers()).toEqual([1, 2])
})

it('a folder that cannot be written to is told in a sentence, until a backup succeeds', async () => {
  await writeFile(folder, 'a file where the folder should be')
  await expect(backUp()).rejects.toThrow()
  expect(log.service.backups.failure).toEqual({ time: log.service.now(), message: `${folder} is not a folder.` })
  await log.append(1)
  await rm(folder)
  await backUp()
  expect(log.service.backups.failure).toBeNull()
  expect(await numbers()).toEqual([1])
})

it('a file that is damaged is told, and the good backups stay', async () => {
  for (let day = 0; day < 7; day += 1) {
    await changeAndBackUp()
    log.clock.advance(DAY_MS)
  }
  await log.append(1)
  await log.store.checkpoint()
  const handle = await open(log.file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(size / 2, 0xff), 0, size / 2, size / 2)
  await handle.close()
  await expect(backUp()).rejects.toThrow()
  expect(log.service.backups.failure?.message).toContain(`${log.file} is damaged`)
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it('none is made of a file that is lost, nor while they are switched off', async () => {
  await log.service.write(systemContext(), (tx) => writeBackupSettings(tx, { automatic: false }))
  await backUp()
  await log.service.write(systemContext(), (tx) => writeBackupSettings(tx, { automatic: true }))
  await rename(log.file, `${log.file}.moved`)
  await backUp()
  await expect(names()).rejects.toThrow('ENOENT')
  expect(log.service.backups.failure).toBeNull()
  await rename(`${log.file}.moved`, log.file)
})

it('the end of the service cuts one short, and nothing is left of it', async () => {
  const stopping = new AbortController()
  const under = backUpAutomatically(log.service, stopping.signal)
  stopping.abort()
  await under
  expect(await names().catch(() => [])).toEqual([])
  expect(log.service.backups.failure).toBeNull()
})
