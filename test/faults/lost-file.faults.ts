import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import type { ErrorBody } from '#contract/interface/error-body.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

const WORKERS = 4
/** How long changes go on before the file is lost. */
const BEFORE_MS = 500

interface Outcome {
  acknowledged: string[]
  refusals: { status: number; body: ErrorBody }[]
}

/** Makes groups until each of those who make them is refused. */
async function changeUntilRefused({ client }: ServiceProcess): Promise<Outcome> {
  const outcome: Outcome = { acknowledged: [], refusals: [] }
  const work = async (worker: number) => {
    for (let count = 0; ; count += 1) {
      const body = JSON.stringify({ profile: { name: `${worker}, ${count}` } })
      const headers = { 'Content-Type': 'application/json' }
      const reply = await client.fetch('/api/v1/groups', { method: 'POST', headers, body })
      const told = (await reply.json()) as { id: string } & ErrorBody
      if (!reply.ok) return void outcome.refusals.push({ status: reply.status, body: told })
      outcome.acknowledged.push(told.id)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  return outcome
}

const groupsIn = (dataFile: string) =>
  withDatabase(dataFile, async (database) => {
    expect(await database.first('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    return (await database.all<{ id: string }>('SELECT id FROM groups')).map(({ id }) => id)
  })

/** A start on a file that holds all that was acknowledged; it goes on from there. */
async function goesOnWith(dataFile: string, acknowledged: readonly string[]): Promise<void> {
  expect(await groupsIn(dataFile)).toEqual(expect.arrayContaining([...acknowledged]))
  expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
  const service = await startProcess(dataFile)
  await service.client.call('createGroup', { body: { profile: { name: 'It goes on' } } })
  await endProcess(service, 'SIGTERM')
}

const LOSSES: Readonly<Record<string, (dataFile: string) => Promise<unknown>>> = {
  'was deleted': (dataFile) => rm(dataFile),
  'was moved': (dataFile) => rename(dataFile, `${dataFile}.elsewhere`),
  'was replaced by a copy': async (dataFile) => {
    await copyFile(dataFile, `${dataFile}.copy`)
    await rename(`${dataFile}.copy`, dataFile)
  },
  'lost its write-ahead log': (dataFile) => rm(`${dataFile}-wal`),
}

// Windows removes no file that is open.
it.skipIf(process.platform === 'win32').each(Object.entries(LOSSES))(
  'a file that %s under load: no change is acknowledged from then on, and a saved copy holds all that were',
  { timeout: 180_000 },
  async (_, lose) => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const service = await startProcess(dataFile)
    const changes = changeUntilRefused(service)
    await sleep(BEFORE_MS)
    await lose(dataFile)
    const { acknowledged, refusals } = await changes
    expect(acknowledged.length).toBeGreaterThan(WORKERS)
    for (const { status, body } of refusals) {
      expect([status, body.errorCode]).toEqual([503, 'E0000010'])
      expect(body.errorCauses[0]?.errorSummary).toContain('while it was open')
    }
    expect((await service.client.call('getWorkspace')).body.fileState).not.toBe('IN_PLACE')

    const { file } = (await service.client.call('backUpWorkspace')).body
    await endProcess(service, 'SIGKILL')
    await goesOnWith(file, acknowledged)
  },
)

it.skipIf(process.platform === 'win32')(
  'a folder that was moved under load ends with nothing acknowledged in vain: the file is whole where it is now',
  { timeout: 180_000 },
  async () => {
    const dataFile = join(await aFolder(), 'inside', 'org.sqlite')
    const folder = dirname(dataFile)
    await mkdir(folder)
    const service = await startProcess(dataFile)
    const changes = changeUntilRefused(service)
    await sleep(BEFORE_MS)
    await rename(folder, `${folder}-moved`)
    const { acknowledged } = await changes
    const refusal = await service.client.refused('backUpWorkspace')
    expect([refusal.status, refusal.code]).toEqual([503, 'E0000010'])
    await endProcess(service, 'SIGTERM')
    await goesOnWith(join(`${folder}-moved`, 'org.sqlite'), acknowledged)
  },
)
