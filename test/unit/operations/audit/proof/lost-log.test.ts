import { execFile } from 'node:child_process'
import { copyFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { readSealRecord, sealRecordBeside } from '#operations/audit/proof/seal-record.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { aFolder, startServer } from '../../../../helpers/server.ts'

const ENDS = ['', '-wal', '.lock', '.key', '.sealed']

/** What a crash leaves of a workspace with a group: a copy of all its files while it is served. */
async function afterCrash(ends: readonly string[] = ENDS): Promise<string> {
  const server = await startServer({ isFirstStart: true })
  await server.make.aGroup('Newest')
  const newest = () =>
    withDatabase(server.dataFile, (file) =>
      file.first<{ number: number | null }>('SELECT max(number) AS number FROM log_seals'),
    )
  // The note of a seal is written behind its commit.
  const isNoted = async () => {
    const [number, note] = [(await newest())?.number, await readSealRecord(sealRecordBeside(server.dataFile))]
    return number !== null && note !== null && note !== 'UNREADABLE' && note.number === number
  }
  await expect.poll(isNoted).toBe(true)
  const copy = join(await aFolder(), 'org.sqlite')
  for (const end of ends) await copyFile(server.dataFile + end, copy + end)
  return copy
}

const concernsOf = async (dataFile: string) => {
  const server = await startServer({ dataFile })
  const { body } = await server.client.call('getWorkspace')
  await server.stop()
  return body.logConcerns
}

it('after a crash with all that it left, there is nothing to accept', async () => {
  expect(await concernsOf(await afterCrash())).toEqual([])
})

it('a write-ahead log that is missing after a crash is named, with what was sealed and is gone', async () => {
  const file = await afterCrash(ENDS.filter((end) => end !== '-wal'))
  const [concern] = await concernsOf(file)
  expect(concern?.kind).toMatch(/OLDER|DIFFERENT/)
  expect(concern?.message).toContain('write-ahead log, which held the newest changes, is missing')
  // It stays until somebody accepts it.
  expect(await concernsOf(file)).toHaveLength(1)
})

it('so it is where nothing that was sealed is gone, and where the note of the seal is gone as well', async () => {
  for (const gone of [['-wal'], ['-wal', '.sealed']]) {
    const file = await afterCrash()
    // What was sealed is in the file; later changes may have been in the log.
    await withDatabase(file, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    for (const end of gone) await rm(file + end, { force: true })
    expect(await concernsOf(file)).toMatchObject([{ kind: 'LOST' }])
    expect(await concernsOf(file)).toMatchObject([{ kind: 'LOST' }])
  }
})

it('a write-ahead log that was cut off behind its beginning is noticed by what was sealed', async () => {
  const file = await afterCrash()
  await truncate(`${file}-wal`, 32)
  const [concern] = await concernsOf(file)
  expect(concern?.kind).toMatch(/OLDER|DIFFERENT/)
})

/** A run that changes the workspace and ends by `process.exit`, its service still open. */
const EXITS = `
  import { createServer } from '#server/index.ts'
  const { url, token } = await createServer({ dataFile: process.argv[1], port: 0, token: 'exits-${crypto.randomUUID()}' })
  const headers = { authorization: 'SSWS ' + token, 'content-type': 'application/json' }
  const body = JSON.stringify({ profile: { name: 'Newest' } })
  const { status } = await fetch(url + '/api/v1/groups', { method: 'POST', headers, body })
  process.exit(status === 200 ? 0 : 1)
`

it('a write-ahead log that the driver emptied into the file, as a process left by itself, is not lost', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', EXITS, file])
  await withDatabase(file, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  await rm(`${file}-wal`, { force: true })
  // That process had a clock of its own.
  expect((await concernsOf(file)).filter(({ kind }) => kind !== 'CLOCK')).toEqual([])
})
