import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { withDatabase } from '../helpers/files.ts'
import { MODEST } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { getChange, settledChange } from '../helpers/people-changes.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

/** How often the service is killed while many people are changed, and while that is taken back. */
const KILLS = Math.max(2, Math.round(Number(process.env['GATEHOUSE_KILLS'] ?? 4) / 2))
/** After its first slice the service lives no longer than this. */
const LIFE_MS = 150

const SIZES = { ...MODEST, people: 8_000 }
const SEARCH = 'status eq "ACTIVE"'

/** How many are suspended, and by how many events of a change more than of taking back they became so. */
const countIn = (dataFile: string) =>
  withDatabase(dataFile, async (database) => {
    const count = async (sql: string) =>
      (await database.first<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`))?.n ?? 0
    const events = (type: string) => count(`log_events WHERE event_type = 'user.lifecycle.${type}'`)
    return {
      suspended: await count(`users WHERE status = 'SUSPENDED'`),
      events: (await events('suspend')) - (await events('unsuspend')),
      journal: await count(`people_change_rows WHERE outcome = 'CHANGED'`),
    }
  })

const jobOf = async (service: ServiceProcess, id: string) => {
  const { jobId } = await getChange(service, id)
  return (await service.client.call('getJob', { params: { jobId: jobId ?? '' } })).body
}

it(
  `killed ${KILLS} times while many people are changed, the job says how far it was, and that much can be taken back`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await writeLargeWorkspace(dataFile, { sizes: SIZES, seed: 'kill', engine: 'identity' })
    const { suspended: before } = await countIn(dataFile)
    const seen: number[] = []
    for (let kill = 1; kill <= KILLS; kill += 1) {
      let service = await startProcess(dataFile)
      const { id } = (await service.client.call('createPeopleChange', { body: { act: 'suspend', search: SEARCH } }))
        .body
      while ((await jobOf(service, id)).done === 0) await sleep(5)
      await sleep(Math.random() * LIFE_MS)
      await endProcess(service, 'SIGKILL')
      const left = await countIn(dataFile)
      expect(left, `after kill ${kill}`).toEqual({
        suspended: before + left.journal,
        events: left.journal,
        journal: left.journal,
      })
      expect((await verifyLogFile(dataFile, {})).violation).toBeNull()

      service = await startProcess(dataFile)
      const { state, facts } = await jobOf(service, id)
      expect([state, facts['changed']], `after kill ${kill}`).toEqual(['INTERRUPTED', left.journal])
      expect(await getChange(service, id)).toMatchObject({ state: 'ENDED', undoable: true })
      await service.client.call('undoPeopleChange', { params: { peopleChangeId: id } })
      await sleep(Math.random() * LIFE_MS)
      await endProcess(service, 'SIGKILL')
      expect((await verifyLogFile(dataFile, {})).violation).toBeNull()

      service = await startProcess(dataFile)
      const { counts } = await settledChange(service, id)
      expect([counts.changed, counts.kept, counts.reverted]).toEqual([0, 0, left.journal])
      await endProcess(service, 'SIGTERM')
      expect(await countIn(dataFile)).toEqual({ suspended: before, events: 0, journal: 0 })
      seen.push(left.journal)
    }
    process.stdout.write(`${KILLS} kills while people were suspended, at ${seen.join(', ')} of them\n`)
  },
)
