import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { Random } from '../fuzz/random.ts'
import { withDatabase } from '../helpers/files.ts'
import { isMissing } from '../helpers/outside-programs.ts'
import { differencesWith, ended } from '../helpers/sync/connections.ts'
import { httpCaller } from '../helpers/sync/http-caller.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../helpers/sync/plans.ts'
import { changeMuch, madeTwice, planStage, type PlanStage } from './plan-stage.ts'
import { builtProgram, endProcess, startProcess, type ServiceProcess } from './service.ts'
import { MOMENTS, type Moment } from './watched-remote.ts'

const KILLS = 30
const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 1)
const confirmation = 'Remote'

async function expectWhole(dataFile: string, when: string): Promise<void> {
  const integrity = await withDatabase(dataFile, (database) => database.first('PRAGMA integrity_check'))
  expect(integrity, when).toEqual({ integrity_check: 'ok' })
  expect((await verifyLogFile(dataFile, {})).violation, when).toBeNull()
}

/** The service here, whichever process it is by now. */
class Killed {
  readonly #stage: PlanStage
  now: Promise<ServiceProcess>

  constructor(stage: PlanStage) {
    this.#stage = stage
    this.now = Promise.resolve(stage.here)
  }

  /** Kills it at one of its next writes to the remote. */
  at(write: number, moment: Moment): Promise<void> {
    return this.#stage.watched.interrupt({ write, moment, work: async () => endProcess(await this.now, 'SIGKILL') })
  }

  start(): Promise<ServiceProcess> {
    return (this.now = startProcess(this.#stage.dataFile, { cli: builtProgram() }))
  }
}

const side = (service: ServiceProcess) => readSide(httpCaller(service as never))

/** A plan that does a little of everything. */
async function plannedMuch({ here, connectionId }: PlanStage): Promise<SyncPlanView> {
  await changeMuch(here)
  const plan = await planned(here, connectionId)
  const acts = new Set((await stepsOf(here, plan)).map(({ act }) => act))
  expect([...acts].sort()).toEqual(['change', 'create', 'order', 'remove'])
  expect(plan.refused).toEqual([])
  return plan
}

it(
  `killed ${KILLS} times at its writes, an application goes on at each start, makes nothing twice, and can be taken back as what it has noted says`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const stage = await planStage()
    const { remote, watched, connectionId, dataFile } = stage
    const before = await side(remote)
    const plan = await plannedMuch(stage)
    const params = { syncPlanId: plan.id }
    const random = new Random(SEED)
    const killed = new Killed(stage)
    let dead = killed.at(1 + random.below(2), random.pick(MOMENTS))
    const job = (await stage.here.client.call('applySyncPlan', { params, body: { confirmation, partial: true } })).body
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await dead
      const when = `seed ${SEED}, kill ${kill}, after ${watched.writes.length} writes, the last ${watched.writes.at(-1)}`
      await expectWhole(dataFile, when)
      expect(await madeTwice(remote), when).toEqual([])
      if (kill < KILLS) dead = killed.at(1 + random.below(2), random.pick(MOMENTS))
      await killed.start()
    }
    const here = await killed.now
    expect(await ended(here, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
    const after = (await here.client.call('getSyncPlan', { params })).body
    expect(after).toMatchObject({ state: 'APPLIED', problem: null, done: plan.steps })
    expect(new Set((await stepsOf(here, plan)).map(({ state }) => state))).toEqual(new Set(['DONE']))
    expect(await madeTwice(remote)).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual([])
    expect((await planned(here, connectionId)).steps).toBe(0)

    const inverse = await takenBack(here, after)
    expect(inverse.refused).toEqual([])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ state: 'APPLIED', problem: null })
    const { differences, orders } = compareSnapshots({ ours: before, theirs: await side(remote) })
    expect([differences.map(({ kind, name }) => `${kind} ${name}`), orders]).toEqual([[], []])
  },
)

/** What has stopped in the midst, and is gone on with by another plan. */
const KILLS_BEFORE_ANOTHER_PLAN = 8

it(
  `killed ${KILLS_BEFORE_ANOTHER_PLAN} times, an application that is cancelled and planned again each time ends right, and nothing is made twice`,
  { timeout: 60_000 + KILLS_BEFORE_ANOTHER_PLAN * 30_000 },
  async () => {
    const stage = await planStage()
    const { remote, watched, connectionId, dataFile } = stage
    let plan = await plannedMuch(stage)
    const random = new Random(SEED)
    const killed = new Killed(stage)
    for (let kill = 1; kill <= KILLS_BEFORE_ANOTHER_PLAN; kill += 1) {
      const dead = killed.at(1 + random.below(7), random.pick(MOMENTS))
      const params = { syncPlanId: plan.id }
      const { client } = await killed.now
      const job = (await client.call('applySyncPlan', { params, body: { confirmation, partial: true } })).body
      await dead
      const when = `seed ${SEED}, kill ${kill}, after ${watched.writes.length} writes, the last ${watched.writes.at(-1)}`
      await expectWhole(dataFile, when)
      const release = watched.hold()
      const here = await killed.start()
      await here.client.call('cancelJob', { params: { jobId: job.id } })
      release()
      expect((await ended(here, job.id)).state, when).toBe('CANCELLED')
      expect((await here.client.call('getSyncPlan', { params })).body.state, when).toBe('STOPPED')
      // Of a list that was moved in part, both sides have moved something.
      plan = await planned(here, connectionId, { prefer: 'workspace' })
      expect([plan.conflicts, plan.refused], when).toEqual([0, []])
      expect(await madeTwice(remote), when).toEqual([])
    }
    const here = await killed.now
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await madeTwice(remote)).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual([])
    expect((await planned(here, connectionId)).steps).toBe(0)
  },
)

/** Goes on with a plan that has stopped, to its end. */
async function expectGoesOn({ remote, connectionId }: PlanStage, here: ServiceProcess, plan: SyncPlanView) {
  const { plan: after } = await applied(here, plan, { confirmation })
  expect(after).toMatchObject({ state: 'APPLIED', problem: null, done: plan.steps })
  expect(await madeTwice(remote)).toEqual([])
  expect(await differencesWith(here, connectionId)).toEqual([])
}

describe('a remote that during an application', { timeout: 180_000 }, () => {
  it('says when to come again, and refuses for a moment, is waited for, and the application ends in one go', async () => {
    const stage = await planStage()
    const plan = await plannedMuch(stage)
    const writes = { path: '/api/v1/**', methods: ['POST' as const, 'PUT' as const, 'DELETE' as const] }
    const rules = [
      {
        ...writes,
        share: 0.1,
        most: 5,
        fault: { type: 'STATUS' as const, status: 429 as const, retryAfterSeconds: 1 },
      },
      { ...writes, share: 0.3, most: 20, fault: { type: 'STATUS' as const, status: 503 as const } },
    ]
    await stage.remote.client.call('replaceFaults', { body: { plan: { seed: SEED, rules } } })
    const { plan: after } = await applied(stage.here, plan, { confirmation })
    const { counts } = (await stage.remote.client.call('getFaults')).body
    await stage.remote.client.call('replaceFaults', { body: { plan: null } })
    expect(counts.map(({ met }) => met > 0)).toEqual([true, true])
    expect(after).toMatchObject({ state: 'APPLIED', problem: null, done: plan.steps })
    expect(await madeTwice(stage.remote)).toEqual([])
    expect(await differencesWith(stage.here, stage.connectionId)).toEqual([])
  })

  it('revokes the token is told in a sentence; with another token the plan is gone on with', async () => {
    const tokens: string[] = []
    const stage = await planStage(async ({ client }) => {
      const { body } = await client.call('createApiToken', { body: { name: 'Of the connection' } })
      tokens.push(body.id)
      return body.token
    })
    const { here, remote, watched, connectionId } = stage
    const plan = await plannedMuch(stage)
    const revoked = watched.interrupt({
      ...{ write: 20, moment: 'AFTER' },
      work: async () => {
        await remote.client.call('revokeApiToken', { params: { apiTokenId: tokens[0] ?? '' } })
      },
    })
    const { job, plan: stopped } = await applied(here, plan, { confirmation })
    await revoked
    expect(job).toMatchObject({ state: 'FAILED', problem: expect.stringMatching(/^Remote: “[^”]+” .*token.*\.$/) })
    expect(stopped).toMatchObject({ state: 'STOPPED', problem: job.problem })
    expect(stopped.done).toBeGreaterThan(10)
    expect(stopped.done).toBeLessThan(plan.steps)
    const { body } = await here.client.call('getConnection', { params: { connectionId } })
    const { name, address, vocabulary, budgetPercent, people, mayWrite } = body
    const authentication = { type: 'API_TOKEN', token: remote.token }
    const connection = { name, address, vocabulary, budgetPercent, people, mayWrite, authentication }
    await here.client.call('replaceConnection', { params: { connectionId }, body: connection as never })
    await expectGoesOn(stage, here, plan)
  })

  it('is changed by others where the plan comes to later has it stop there; what the workspace changes meanwhile is the next plan', async () => {
    const stage = await planStage()
    const { here, remote, watched, connectionId } = stage
    const plan = await plannedMuch(stage)
    const groupOf = async ({ client }: ServiceProcess, name: string) => {
      const [group] = (await client.call('listGroups', { query: { q: name } })).body
      return { groupId: group?.id ?? '' }
    }
    const describeGroup = async (side: ServiceProcess, name: string, description: string | null) =>
      side.client.call('replaceGroup', {
        params: await groupOf(side, name),
        body: { profile: { name, description } },
      })
    const changed = watched.interrupt({
      ...{ write: 3, moment: 'AFTER' },
      work: async () => {
        await describeGroup(remote, 'Shared 3', 'Changed there')
        await describeGroup(here, 'Shared 5', 'Changed here again')
      },
    })
    const { job, plan: stopped } = await applied(here, plan, { confirmation })
    await changed
    const problem = 'The group “Shared 3” of Remote was changed there since the plan was made: profile.description.'
    expect(job).toMatchObject({ state: 'FAILED', problem })
    expect(stopped).toMatchObject({ state: 'STOPPED', problem })
    await describeGroup(remote, 'Shared 3', null)
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ state: 'APPLIED', done: plan.steps })
    expect(await madeTwice(remote)).toEqual([])
    const next = await planned(here, connectionId)
    expect(stepLines(await stepsOf(here, next))).toEqual(['change group Shared 5'])
    await expectGoesOn(stage, here, next)
  })
})

/** Room for what some steps note. */
const ROOM = 40_000

it.skipIf(isMissing('prlimit', 'sh'))(
  'a disk that is full in the midst of an application ends it in a sentence; once there is room, it is gone on with, and nothing is made twice',
  { timeout: 180_000 },
  async () => {
    const stage = await planStage()
    const { here, watched, dataFile } = stage
    const plan = await plannedMuch(stage)
    const limit = (bytes: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(here.child.pid), `--fsize=${bytes}:unlimited`])
    const full = watched.interrupt({
      ...{ write: 10, moment: 'AFTER' },
      work: async () => void limit((await stat(`${dataFile}-wal`)).size + ROOM),
    })
    const { job, plan: stopped } = await applied(here, plan, { confirmation })
    await full
    expect(job).toMatchObject({ state: 'FAILED', problem: expect.stringContaining('could not be written') })
    limit('unlimited')
    expect(stopped.done).toBeLessThan(plan.steps)
    await expectGoesOn(stage, here, plan)
    await endProcess(here, 'SIGTERM')
    await expectWhole(dataFile, 'at the end')
  },
)
