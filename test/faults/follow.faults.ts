import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'
import { aFakeLog, anEvent } from '../helpers/sync/following.ts'
import { endProcess, startProcess } from './service.ts'

/** How often the service is killed; 50 in earnest. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 3)
/** A page is written in several transactions. */
const PAGE = 1_000

const recent = (uuid: string) =>
  anEvent(uuid, { published: new Date(Date.now() - 3_600_000).toISOString(), displayMessage: 'x'.repeat(2_000) })

it(
  `killed ${KILLS} times within a page of a followed log, it has each event once, in order, and the log verifies`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const log = await aFakeLog(Array.from({ length: 3 * PAGE }, (_, at) => recent(`first${at}`)))
    log.now = Date.now()
    const dataFile = join(await aFolder(), 'org.sqlite')
    const body = {
      ...{ name: 'Staging', address: log.url, authentication: { type: 'API_TOKEN' as const, token: 'token' } },
      ...{ budgetPercent: 100, followLog: true },
    }
    let service = await startProcess(dataFile)
    const { id: connectionId } = (await service.client.call('createConnection', { body })).body
    const read = async () => (await service.client.call('getConnection', { params: { connectionId } })).body.following
    const added = async () => (await read())?.added ?? 0
    const uuidsOf = (events: readonly unknown[]) => (events as { uuid: string }[]).map(({ uuid }) => uuid)
    const stored = () =>
      withDatabase(dataFile, async (database) =>
        uuidsOf(await database.all('SELECT uuid FROM log_events WHERE import_id IS NOT NULL ORDER BY sequence', [])),
      )
    const states: number[] = []
    for (let round = 0; round < KILLS; round += 1) {
      const before = states.at(-1) ?? 0
      for (let tries = 0; tries < 4_000 && (await added()) === before; tries += 1) await sleep(5)
      await sleep(Math.random() * 100)
      await endProcess(service, 'SIGKILL')
      const left = await stored()
      states.push(left.length)
      expect(left, `after kill ${round}`).toEqual(uuidsOf(log.events).slice(0, left.length))
      expect((await verifyLogFile(dataFile, {})).violation, `after kill ${round}`).toBeNull()
      log.events.push(...Array.from({ length: PAGE }, (_, at) => recent(`round${round}-${at}`)))
      service = await startProcess(dataFile)
    }
    await expect.poll(added, { timeout: 60_000 }).toBe(log.events.length)
    expect(await read()).toMatchObject({ gapAt: null, problem: null, unreadable: 0 })
    await endProcess(service, 'SIGTERM')
    expect(await stored()).toEqual(uuidsOf(log.events))
    expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
    process.stdout.write(`${KILLS} kills within a followed log, at ${states.join(', ')} events\n`)
  },
)
