import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../helpers/endpoint.ts'
import { isMissing } from '../helpers/outside-programs.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess } from './service.ts'

/** No file may get larger: less than a new workspace has, and enough for what a start writes. */
const FULL_AT = 300_000

it.skipIf(isMissing('prlimit', 'sh'))(
  'a disk that refuses takes the automatic backup alone: it is told, nothing is left of it, and the next start makes up for it',
  { timeout: 120_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await endProcess(await startProcess(dataFile), 'SIGTERM')

    const full = await startProcess(dataFile, { fileBytes: FULL_AT })
    const failure = async () => (await full.client.call('listBackups')).body.failure?.message
    await eventually(async () => expect(await failure()).toBeDefined(), 30_000)
    expect(await failure()).toBe(`The disk refused to read or write ${dataFile}.backups.`)
    expect((await full.client.call('listFindings')).body).toContainEqual(
      expect.objectContaining({ kind: 'failed-backup' }),
    )
    expect(readdirSync(`${dataFile}.backups`)).toEqual([])
    await full.client.call('createGroup', { body: { profile: { name: 'Made all the same' } } })
    execFileSync('prlimit', ['--pid', String(full.child.pid), '--fsize=unlimited'])
    await endProcess(full, 'SIGTERM')

    const unlimited = await startProcess(dataFile)
    await eventually(async () => {
      const { failure, backups } = (await unlimited.client.call('listBackups')).body
      expect([failure, backups.map(({ kind }) => kind)]).toEqual([null, ['AUTOMATIC']])
    }, 30_000)
    await endProcess(unlimited, 'SIGTERM')
  },
)
