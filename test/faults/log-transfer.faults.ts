import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { refusalOf } from '../helpers/client.ts'
import { withDatabase } from '../helpers/files.ts'
import { aForeignEvent, exportLog, gone, importLog, ndjson, sendImport, waitingFiles } from '../helpers/log-transfer.ts'
import { isMissing } from '../helpers/outside-programs.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

const MEGABYTE = 1_000_000
const FULL_AT = 4 * MEGABYTE

/** Events of some thousand characters each. */
const events = (count: number) =>
  ndjson(...Array.from({ length: count }, () => aForeignEvent({ displayMessage: 'x'.repeat(2_000) })))

it.skipIf(isMissing('prlimit', 'sh'))(
  'a full disk ends an upload, an import and an export with a clear problem, and leaves a sound file',
  { timeout: 180_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const first = await startProcess(dataFile)
    expect((await importLog(first, events(1_000))).state).toBe('READY')
    await endProcess(first, 'SIGTERM')

    const service = await startProcess(dataFile, { fileBytes: FULL_AT })
    const refusal = await refusalOf(await sendImport(service, events(3_000)))
    expect([refusal.status, refusal.code]).toEqual([503, 'E0000010'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('no room')
    expect(await waitingFiles(dataFile)).toEqual([])

    const failed = await importLog(service, events(1_200))
    expect([failed.state, failed.problems[0]?.line]).toEqual(['FAILED', 0])
    expect(failed.problems[0]?.message).toMatch(/could not be written/)
    expect(failed.added).toBeLessThan(1_200)

    execFileSync('prlimit', ['--pid', String(service.child.pid), '--fsize=unlimited'])
    expect(await importLog(service, events(10))).toMatchObject({ state: 'READY', added: 10 })
    await endProcess(service, 'SIGTERM')

    const last = await startProcess(dataFile, { fileBytes: 2 * MEGABYTE })
    const view = await exportLog(last, { format: 'NDJSON' })
    expect([view.state, view.problem, view.download]).toEqual(['FAILED', 'There is no room left on the disk.', null])
    expect(await waitingFiles(dataFile)).toEqual([])
    execFileSync('prlimit', ['--pid', String(last.child.pid), '--fsize=unlimited'])
    expect((await exportLog(last, { format: 'NDJSON' })).state).toBe('READY')
    await endProcess(last, 'SIGTERM')
    await withDatabase(dataFile, async (database) => {
      expect(await database.first('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
      const added = await database.first('SELECT count(*) AS count FROM log_events WHERE import_id = ?', [failed.id])
      expect(added).toEqual({ count: failed.added })
    })
  },
)

/** Waits until an import has added so many events, or has ended. */
async function hasAdded(service: ServiceProcess, id: string, count: number): Promise<void> {
  for (let round = 0; round < 2_000; round += 1) {
    const { added, state } = (await service.client.call('getLogImport', { params: { importId: id } })).body
    if (added >= count || state !== 'RUNNING') return
    await sleep(5)
  }
}

/** How often the service is killed; 50 in earnest. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 3)

it(
  `killed ${KILLS} times within an import and within its removal, the log verifies, and what came is counted and can be removed`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const file = events(4_000)
    const counted = (id: string) =>
      withDatabase(dataFile, (database) =>
        database.first<{ n: number }>('SELECT count(*) AS n FROM log_events WHERE import_id = ?', [id]),
      )
    const states: string[] = []
    for (let round = 0; round < KILLS; round += 1) {
      let service = await startProcess(dataFile)
      const { id } = (await (await sendImport(service, file)).json()) as LogImport
      // Half of them while the file is read, half once events of it stand in the log.
      if (round % 2) await sleep(Math.random() * 600)
      else await hasAdded(service, id, 1 + Math.random() * 3_000)
      await endProcess(service, 'SIGKILL')
      expect((await verifyLogFile(dataFile, {})).violation, `after import ${round}`).toBeNull()

      service = await startProcess(dataFile)
      const view = (await service.client.call('getLogImport', { params: { importId: id } })).body
      expect(['FAILED', 'READY']).toContain(view.state)
      states.push(`${view.state} with ${view.added}`)
      expect(await counted(id)).toEqual({ n: view.added })
      expect(await waitingFiles(dataFile)).toEqual([])
      await service.client.call('deleteLogImport', { params: { importId: id } })
      await sleep(Math.random() * 300)
      await endProcess(service, 'SIGKILL')
      expect((await verifyLogFile(dataFile, {})).violation, `after removal ${round}`).toBeNull()

      service = await startProcess(dataFile)
      await gone(service, id)
      await endProcess(service, 'SIGTERM')
      expect(await counted(id)).toEqual({ n: 0 })
      expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
    }
    process.stdout.write(`${KILLS} kills within imports: ${states.join(', ')}\n`)
  },
)
