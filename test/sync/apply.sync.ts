import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FaultPlan } from '#contract/gatehouse/faults.ts'
import { isActive } from '#contract/gatehouse/job.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { endProcess, startProcess } from '../faults/service.ts'
import { Random } from '../fuzz/random.ts'
import type { Client } from '../helpers/client.ts'
import { aFolder } from '../helpers/server.ts'
import { connect, ended, pulled } from '../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../helpers/sync/plans.ts'
import { RemoteChanges } from './change-remote.ts'
import { atRest, CLI, expectInStep, expectWhole, KILLS, SEED, startRemote, tell } from './stage.ts'

const CHANGES = 6
const WRITING = { mayWrite: true, budgetPercent: 100 }

it(
  `killed ${KILLS} times while it applies a plan, a service goes on with it, and nothing is at the remote twice`,
  { timeout: 300_000 + KILLS * 90_000 },
  async () => {
    const folder = await aFolder()
    const remote = await startRemote(folder)
    const { login } = (await remote.client.call('getUser', { params: { userId: 'me' } })).body.profile
    const dataFile = join(folder, 'org.sqlite')
    let here = await startProcess(dataFile, { cli: CLI, options: ['--owner', String(login)] })
    await here.client.call('replaceRateLimits', { body: { enabled: false } })
    const connectionId = await connect(here, remote, WRITING)
    expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED' })
    tell('the workspace is in step')

    const random = new Random(SEED)
    // Whichever process it is by then.
    const client = new Proxy({} as Client, {
      get:
        (_, name: keyof Client) =>
        (...given: never[]) =>
          (here.client[name] as (...given: never[]) => unknown)(...given),
    })
    const changes = new RemoteChanges(client, random)
    let usual = Infinity
    let resumed = 0
    for (let round = 0; round <= KILLS; round += 1) {
      const done = await changes.make(CHANGES)
      await atRest(here)
      const plan = await planned(here, connectionId)
      const params = { syncPlanId: plan.id }
      const begun = performance.now()
      const job = (await here.client.call('applySyncPlan', { params, body: { confirmation: 'Remote', partial: true } }))
        .body
      // Round 0 says how long one takes.
      const life = round === 0 ? null : random.next() * usual
      if (life !== null) {
        await sleep(life)
        await endProcess(here, 'SIGKILL')
        await expectWhole(dataFile, `after kill ${round}`)
        here = await startProcess(dataFile, { cli: CLI })
      }
      const before = (await here.client.call('getJob', { params: { jobId: job.id } })).body
      const when = `after kill ${round}: ${done.join(', ')}\n${stepLines(await stepsOf(here, plan)).join('\n')}`
      expect(await ended(here, job.id), when).toMatchObject({ state: 'COMPLETED', problem: null })
      const after = (await here.client.call('getSyncPlan', { params })).body
      expect(after, when).toMatchObject({ state: 'APPLIED', done: plan.steps })
      if (life === null) usual = performance.now() - begun
      else if (isActive(before.state)) resumed += 1
      await atRest(remote)
      const objects = await expectInStep(here, connectionId, when, plan.refused)
      expect((await planned(here, connectionId)).steps, when).toBe(0)
      const kill =
        life === null ? `an application takes ${Math.round(usual)} ms` : `killed after ${Math.round(life)} ms`
      tell(`round ${round}: ${kill}, ${plan.steps} steps, in step: ${objects} objects; ${done.join(', ')}`)
    }
    await endProcess(here, 'SIGTERM')
    await endProcess(remote, 'SIGTERM')
    await expectWhole(dataFile, 'at the end')
    tell(`${KILLS} kills, seed ${SEED}: ${resumed} applications went on afterwards`)
  },
)

/** An organization, and an empty service that it can be brought to. */
async function besideAnEmptyOne(options: readonly string[] = [], over: object = {}) {
  const folder = await aFolder()
  const here = await startRemote(folder)
  const { login } = (await here.client.call('getUser', { params: { userId: 'me' } })).body.profile
  const emptyFile = join(folder, 'empty.sqlite')
  const empty = await startProcess(emptyFile, { cli: CLI, options: ['--owner', String(login), ...options] })
  await empty.client.call('replaceRateLimits', { body: { enabled: false } })
  return { here, empty, connectionId: await connect(here, empty, { ...WRITING, ...over }) }
}

it(
  'an organization is brought to an empty service by one plan, after which both are the same',
  { timeout: 600_000 },
  async () => {
    const { here, empty, connectionId } = await besideAnEmptyOne()
    const plan = await planned(here, connectionId)
    const { job, plan: after } = await applied(here, plan, { confirmation: 'Remote' })
    expect(job).toMatchObject({ state: 'COMPLETED', problem: null })
    expect(after).toMatchObject({ state: 'APPLIED', done: plan.steps })
    await atRest(empty)
    expect((await planned(here, connectionId)).steps).toBe(0)
    await expectInStep(here, connectionId, 'after the plan', plan.refused)
    tell(`${plan.steps} steps, all but ${plan.refused.length} objects are in step`)
    await endProcess(here, 'SIGTERM')
    await endProcess(empty, 'SIGTERM')
  },
)

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Nearly each application meets a change of which it does not know whether it was made, and stops. */
const FAULTS: FaultPlan = {
  seed: SEED,
  rules: [
    { path: '/api/v1/**', methods: [...CHANGING], share: 0.01, fault: { type: 'CUT', bytes: 5 } },
    { path: '/api/v1/**', methods: [...CHANGING], share: 0.01, fault: { type: 'STATUS', status: 503 } },
    { path: '/api/v1/**', share: 0.003, fault: { type: 'STATUS', status: 429, retryAfterSeconds: 1 } },
    { path: '/api/v1/**', methods: ['GET'], share: 0.01, fault: { type: 'CUT', bytes: 20 } },
  ],
}
/** So often an application is gone on with. */
const MOST = 200

it(
  'an organization is brought to one that speaks the public vocabulary and fails by chance, by going on with one plan',
  { timeout: 900_000 },
  async () => {
    const vocabulary = SHIPPED_VOCABULARIES['okta'] ?? expect.unreachable('there is no such vocabulary')
    const { here, empty, connectionId } = await besideAnEmptyOne(['--vocabulary', 'okta'], { vocabulary })
    const plan = await planned(here, connectionId)
    await empty.client.call('replaceFaults', { body: { plan: FAULTS } })
    let now = plan
    let runs = 0
    for (; now.state !== 'APPLIED' && runs < MOST; runs += 1) {
      const { plan: after } = await applied(here, plan, { confirmation: 'Remote' })
      if (after.state !== 'APPLIED') tell(`stopped after ${after.done} of ${plan.steps} steps: ${after.problem}`)
      expect(after.done, after.problem ?? '').toBeGreaterThanOrEqual(now.done)
      now = after
    }
    expect(now).toMatchObject({ state: 'APPLIED', done: plan.steps })
    const { counts } = (await empty.client.call('getFaults')).body
    expect(Math.min(...counts.map(({ met }) => met))).toBeGreaterThan(0)
    await empty.client.call('replaceFaults', { body: { plan: null } })
    await atRest(empty)
    expect((await planned(here, connectionId)).steps).toBe(0)
    await expectInStep(here, connectionId, 'after the plan', plan.refused)
    tell(`${plan.steps} steps by ${runs} applications; faults: ${counts.map(({ met }) => met).join(', ')}`)
    await endProcess(here, 'SIGTERM')
    await endProcess(empty, 'SIGTERM')
  },
)
