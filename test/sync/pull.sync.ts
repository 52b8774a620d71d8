import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isActive } from '#contract/gatehouse/job.ts'
import { endProcess, startProcess } from '../faults/service.ts'
import { Random } from '../fuzz/random.ts'
import { aFolder } from '../helpers/server.ts'
import { connect, ended, pulled, pullOf } from '../helpers/sync/connections.ts'
import { RemoteChanges } from './change-remote.ts'
import { atRest, CLI, expectInStep, expectWhole, KILLS, SEED, startRemote, tell } from './stage.ts'

const CHANGES = 6

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
