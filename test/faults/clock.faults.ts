import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { eventually } from '../helpers/endpoint.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, setClock, startProcess, type ServiceProcess } from './service.ts'

const DAY_MS = 86_400_000
const ROOT = join(import.meta.dirname, '../..')

const groupsMade = async ({ client }: ServiceProcess, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    ids.push((await client.call('createGroup', { body: { profile: { name: `${Date.now()} ${nth}` } } })).body.id)
  return ids
}
const concernsOf = async ({ client }: ServiceProcess) =>
  (await client.call('getWorkspace')).body.logConcerns.map(({ kind }) => kind)

/** The groups whose creation the log of a closed workspace still tells of. */
const loggedIn = (dataFile: string) =>
  withDatabase(dataFile, async (database) => {
    const rows = await database.all<{ id: string }>(
      `SELECT payload ->> '$.target[0].id' AS id FROM log_events WHERE event_type = 'group.lifecycle.create'`,
    )
    return rows.map(({ id }) => id)
  })
const soundWith = async (dataFile: string, groups: readonly string[]) => {
  expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
  expect(await loggedIn(dataFile)).toEqual(expect.arrayContaining([...groups]))
}

it(
  'starts with the clock 100 days ahead, and kills, take nothing from the log; once the clock is right, all is as it was',
  { timeout: 180_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const first = await startProcess(dataFile)
    const made = await groupsMade(first, 5)
    await endProcess(first, 'SIGTERM')
    for (const days of [100, 3_650, -400]) {
      const wrong = await startProcess(dataFile, { clockMs: days * DAY_MS })
      expect(await concernsOf(wrong), `${days} days`).toEqual(['CLOCK'])
      made.push(...(await groupsMade(wrong, 2)))
      // What a start removes, it removes within this time; the test of acceptance below would see nothing else.
      await sleep(1_000)
      await endProcess(wrong, 'SIGKILL')
    }
    const right = await startProcess(dataFile)
    expect(await concernsOf(right)).toEqual([])
    await endProcess(right, 'SIGTERM')
    await soundWith(dataFile, made)
  },
)

it(
  'a leap is believed once a person accepts it: then what has had its time goes, and the rest verifies',
  { timeout: 180_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const first = await startProcess(dataFile)
    const old = await groupsMade(first, 5)
    await endProcess(first, 'SIGTERM')

    const ahead = await startProcess(dataFile, { clockMs: 100 * DAY_MS })
    const fresh = await groupsMade(ahead, 1)
    await ahead.client.call('acceptLogConcerns', { body: { reason: 'It was switched off' } })
    await eventually(async () => {
      const query = {
        since: new Date(Date.now() - DAY_MS).toISOString(),
        filter: 'eventType eq "group.lifecycle.create"',
      }
      const events = (await ahead.client.call('listLogEvents', { query })).body
      expect(events.map(({ target }) => target?.[0]?.id)).toEqual(fresh)
    }, 30_000)
    await endProcess(ahead, 'SIGKILL')
    expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
    expect((await loggedIn(dataFile)).filter((id) => old.includes(id))).toEqual([])
  },
)

it(
  'a clock that leaps while the service runs loses nothing, nor by a kill and a start with it; put right, nothing is to be accepted',
  { timeout: 180_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const service = await startProcess(dataFile, { clockMs: 0 })
    await service.client.call('replaceLogRetention', { body: { days: 10 } })
    const made = await groupsMade(service, 3)
    for (const days of [20, -20, 20]) {
      await setClock(service, days * DAY_MS)
      made.push(...(await groupsMade(service, 3)))
    }
    await endProcess(service, 'SIGKILL')
    const wrong = await startProcess(dataFile, { clockMs: 20 * DAY_MS })
    expect(await concernsOf(wrong)).toEqual(['CLOCK'])
    await sleep(1_000)
    await endProcess(wrong, 'SIGKILL')
    const right = await startProcess(dataFile)
    expect(await concernsOf(right)).toEqual([])
    await endProcess(right, 'SIGTERM')
    await soundWith(dataFile, made)
    const accept = ['src-server/cli.ts', 'audit', 'accept', '--data', dataFile, '--reason', 'none']
    expect(execFileSync(process.execPath, accept, { cwd: ROOT, encoding: 'utf8' })).toContain('nothing to accept')
  },
)
