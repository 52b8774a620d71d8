import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isActive } from '#contract/gatehouse/job.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { endProcess, startProcess, type ServiceProcess } from '../faults/service.ts'
import { Random } from '../fuzz/random.ts'
import { makeFactories } from '../helpers/factories.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, TestClock } from '../helpers/server.ts'
import { connect, differencesWith, ended, pulled, pullOf } from '../helpers/sync/connections.ts'
import { enrich } from '../helpers/sync/rich-organization.ts'
import { RemoteChanges } from './change-remote.ts'

/** How often the pulling service is killed. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 30)
const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 1)
const CHANGES = 6

const CLI = join(import.meta.dirname, '../../out/server/cli.js')
if (!existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build makes it`)

const started = performance.now()
function tell(line: string): void {
  process.stdout.write(`${String(Math.round((performance.now() - started) / 1_000)).padStart(4)} s  ${line}\n`)
}

/** Waits until nothing changes by itself any more, such as memberships by rules. */
async function atRest({ client }: ServiceProcess): Promise<void> {
  while ((await client.call('listJobs')).body.some(({ state }) => isActive(state))) await sleep(50)
}

/** The sample, in which a rule names a group that is gone, and every form of every kind. */
async function startRemote(folder: string): Promise<ServiceProcess> {
  const remote = await startProcess(join(folder, 'remote.sqlite'), { cli: CLI, options: ['--sample'] })
  const { client, url } = remote
  await client.call('replaceRateLimits', { body: { enabled: false } })
  await enrich({ client, url, make: makeFactories(client), clock: new TestClock() }, ['createUserType'])
  // As the owner of a new workspace has it.
  const userId = (await client.call('getUser', { params: { userId: 'me' } })).body.id
  await client.call('assignUserRole', { params: { userId }, body: { type: 'SUPER_ADMIN' } })
  await atRest(remote)
  return remote
}

/** A closed file is whole, and so is its log. */
async function expectWhole(dataFile: string, when: string): Promise<void> {
  const integrity = await withDatabase(dataFile, (database) => database.first('PRAGMA integrity_check'))
  expect(integrity, when).toEqual({ integrity_check: 'ok' })
  expect((await verifyLogFile(dataFile, {})).violation, when).toBeNull()
}

/** Both hold the same, and as many objects: none is there twice. */
async function expectInStep(here: ServiceProcess, connectionId: string, when: string): Promise<number> {
  expect(await differencesWith(here, connectionId), when).toEqual([])
  const { objects } =
    (await here.client.call('getComparison', { params: { connectionId } })).body ?? expect.unreachable(when)
  expect(objects.ours, when).toBe(objects.theirs)
  return objects.ours
}

it(
  `killed ${KILLS} times during a pull, a workspace is whole, and after the pull went on it holds what the remote has`,
  { timeout: 300_000 + KILLS * 90_000 },
  async () => {
    const folder = await aFolder()
    const remote = await startRemote(folder)
    const { login } = (await remote.client.call('getUser', { params: { userId: 'me' } })).body.profile
    tell('the remote is ready')

    const dataFile = join(folder, 'org.sqlite')
    let here = await startProcess(dataFile, { cli: CLI, options: ['--owner', String(login)] })
    await here.client.call('replaceRateLimits', { body: { enabled: false } })
    const connectionId = await connect(here, remote)
    const first = performance.now()
    expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED' })
    const { refused, conflicts, unread } = await pullOf(here, connectionId)
    expect({ refused, conflicts, unread }).toEqual({ refused: [], conflicts: 0, unread: [] })
    tell(`the first pull took ${Math.round(performance.now() - first)} ms`)
    tell(`in step: ${await expectInStep(here, connectionId, 'after the first pull')} objects`)

    const random = new Random(SEED)
    const changes = new RemoteChanges(remote.client, random)
    /** How long a pull takes at the least. */
    let usual = Infinity
    let resumed = 0
    for (let round = 0; round <= KILLS; round += 1) {
      const done = await changes.make(CHANGES)
      await atRest(remote)
      const begun = performance.now()
      const job = (await here.client.call('pullConnection', { params: { connectionId }, body: {} })).body
      // Round 0 says how long one takes.
      const life = round === 0 ? null : random.next() * usual
      if (life !== null) {
        await sleep(life)
        await endProcess(here, 'SIGKILL')
        await expectWhole(dataFile, `after kill ${round}`)
        here = await startProcess(dataFile, { cli: CLI })
      }
      const before = (await here.client.call('getJob', { params: { jobId: job.id } })).body
      const after = await ended(here, job.id)
      expect(after, `after kill ${round}`).toMatchObject({ state: 'COMPLETED', problem: null })
      const told = await pullOf(here, connectionId)
      expect(told, `after kill ${round}`).toMatchObject({ refused: [], conflicts: 0 })
      await atRest(here)
      if (life === null) usual = performance.now() - begun
      else if (isActive(before.state)) resumed += 1
      const objects = await expectInStep(here, connectionId, `after kill ${round}: ${done.join(', ')}`)
      const written = told.counts.map(
        ({ kind, created, changed, removed }) => `${kind} +${created} ~${changed} -${removed}`,
      )
      const kill = life === null ? `a pull takes ${Math.round(usual)} ms` : `killed after ${Math.round(life)} ms`
      tell(
        `round ${round}: ${kill}, in step: ${objects} objects; ${done.join(', ')}; left to write: ${written.join(', ')}`,
      )
    }
    await endProcess(here, 'SIGTERM')
    await endProcess(remote, 'SIGTERM')
    await expectWhole(dataFile, 'at the end')
    tell(`${KILLS} kills, seed ${SEED}: ${resumed} pulls went on afterwards`)
  },
)
