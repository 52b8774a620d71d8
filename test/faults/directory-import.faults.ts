import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { withDatabase } from '../helpers/files.ts'
import { appliedDirectory, checkedDirectory, getImport, settledImport } from '../helpers/directory-import.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

const PEOPLE = 1_500
/** How often the service is killed at each stage; 50 in earnest. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 2)

const csv = (round: string) => {
  const lines = Array.from({ length: PEOPLE }, (_, index) => `${round}.${index}@example.com`)
  return ['login,firstName,lastName,email', ...lines.map((login) => `${login},Jo,Ito,${login}`), ''].join('\n')
}

const countOf = (dataFile: string, round: string) =>
  withDatabase(dataFile, (database) =>
    database.first<{ n: number }>('SELECT count(*) AS n FROM users WHERE login LIKE ?', [`${round}.%`]),
  )

/** Begins to apply, and waits until so many rows are applied. */
async function applyUntil(service: ServiceProcess, id: string, rows: number): Promise<void> {
  await service.client.call('applyDirectoryImport', { params: { directoryImportId: id } })
  while ((await getImport(service, id)).applied < rows) await sleep(5)
}

const some = (max: number) => 1 + Math.floor(Math.random() * max)

interface Stage {
  name: string
  /** What is under way when the service is killed. @returns the id of the import */
  begin(service: ServiceProcess, round: string): Promise<string>
}

const STAGES: readonly Stage[] = [
  {
    name: 'an import',
    async begin(service, round) {
      const { id } = await checkedDirectory(service, csv(round))
      await applyUntil(service, id, some(PEOPLE / 2))
      return id
    },
  },
  {
    name: 'its cancelling',
    async begin(service, round) {
      const { id } = await checkedDirectory(service, csv(round))
      await applyUntil(service, id, some(PEOPLE / 2))
      const { jobId } = await getImport(service, id)
      await service.client.call('cancelJob', { params: { jobId: jobId ?? '' } })
      await sleep(some(30))
      return id
    },
  },
  {
    name: 'its undoing',
    async begin(service, round) {
      const { id } = await appliedDirectory(service, csv(round))
      await service.client.call('undoDirectoryImport', { params: { directoryImportId: id } })
      await sleep(some(150))
      return id
    },
  },
]

for (const { name, begin } of STAGES)
  it(
    `killed ${KILLS} times within ${name}, nothing of it is left after the next start, and its job says what happened`,
    { timeout: 60_000 + KILLS * 60_000 },
    async () => {
      const dataFile = join(await aFolder(), 'org.sqlite')
      for (let round = 0; round < KILLS; round += 1) {
        const label = `r${round}`
        const before = await startProcess(dataFile)
        const id = await begin(before, label)
        await endProcess(before, 'SIGKILL')
        expect((await verifyLogFile(dataFile, {})).violation).toBeNull()

        const service = await startProcess(dataFile)
        const view = await settledImport(service, id)
        expect([view.state, view.applied], `round ${round}`).toEqual(['REVERTED', 0])
        const { body: job } = await service.client.call('getJob', { params: { jobId: view.jobId ?? '' } })
        expect([job.type, job.state]).toEqual(['directoryRevert', 'COMPLETED'])
        if (name === 'an import') {
          expect(view.problem).toBe('The service ended before the import was done.')
          const { body: jobs } = await service.client.call('listJobs')
          const applying = jobs.find(({ type, subjectId }) => type === 'directoryImport' && subjectId === id)
          expect([applying?.state, applying?.problem]).toEqual(['FAILED', view.problem])
        }
        await endProcess(service, 'SIGTERM')
        expect(await countOf(dataFile, label)).toEqual({ n: 0 })
      }
    },
  )
