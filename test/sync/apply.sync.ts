import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isActive } from '#contract/gatehouse/job.ts'
import { endProcess, startProcess } from '../faults/service.ts'
import { Random } from '../fuzz/random.ts'
import type { Client } from '../helpers/client.ts'
import { aFolder } from '../helpers/server.ts'
import { connect, differencesWith, ended, pulled } from '../helpers/sync/connections.ts'
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
      const job = (await here.client.call('applySyncPlan', { params, body: { confirmation: 'Remote' } })).body
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
      expect(after, when).toMatchObject({ state: 'APPLIED', done: plan.steps, refused: [] })
      if (life === null) usual = performance.now() - begun
      else if (isActive(before.state)) resumed += 1
      await atRest(remote)
      const objects = await expectInStep(here, connectionId, when)
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

it(
  'an organization is brought to an empty service by one plan, after which both are the same',
  { timeout: 600_000 },
  async () => {
    const folder = await aFolder()
    const here = await startRemote(folder)
    const { login } = (await here.client.call('getUser', { params: { userId: 'me' } })).body.profile
    const third = await startProcess(join(folder, 'third.sqlite'), { cli: CLI, options: ['--owner', String(login)] })
    await third.client.call('replaceRateLimits', { body: { enabled: false } })
    const connectionId = await connect(here, third, WRITING)
    const plan = await planned(here, connectionId)
    const { job, plan: after } = await applied(here, plan, { confirmation: 'Remote' })
    expect(job).toMatchObject({ state: 'COMPLETED', problem: null })
    expect(after).toMatchObject({ state: 'APPLIED', done: plan.steps })
    await atRest(third)
    expect((await planned(here, connectionId)).steps).toBe(0)
    // What names something that is gone.
    const refused = plan.refused.map(({ kind, name }) => `outgoing ${kind} ${name}: only ours`)
    expect((await differencesWith(here, connectionId)).sort()).toEqual(refused.sort())
    tell(`${plan.steps} steps, all but ${refused.length} objects are in step`)
    await endProcess(here, 'SIGTERM')
    await endProcess(third, 'SIGTERM')
  },
)
