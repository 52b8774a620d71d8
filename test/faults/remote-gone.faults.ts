import { describe, expect, it } from 'vitest'
import { startServer, TestClock, type TestServer } from '../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../helpers/sync/connections.ts'

const HOUR_MS = 3_600_000
/** A pull tries a request again for some seconds before it gives up. */
const TIMEOUT = { timeout: 240_000 }

/** What is read late: groups and people come before. */
const LATE = '/api/v1/zones'

async function furnish({ make }: TestServer, word: string): Promise<void> {
  const group = await make.aGroup(`Group ${word}`)
  for (let count = 0; count < 3; count += 1) await make.aUser({}, [group.id])
  await make.aZone({ name: `Zone ${word}` })
  await make.aRule(await make.aPolicy('SVC_SIGN_ON', { name: `Policy ${word}` }))
}

/** A pull during which the port of the remote closes, once part of the remote was read. */
async function pulledFromOneThatGoes(here: TestServer, connectionId: string, remote: TestServer) {
  const held = { path: LATE, most: 1, fault: { type: 'SLOW' as const, seconds: 1 } }
  await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [held] } } })
  const pulling = pulled(here, connectionId)
  await expect.poll(async () => (await remote.client.call('getFaults')).body.counts[0]?.met, TIMEOUT).toBe(1)
  await remote.stop()
  return pulling
}

/** The same instance at the same port, an hour later by the clocks of both. */
async function anHourLater(here: TestServer, { dataFile, url, token, clock }: TestServer): Promise<TestServer> {
  for (const one of [here.clock, clock]) one.advance(HOUR_MS)
  return startServer({ dataFile, token, port: Number(new URL(url).port), clock: new TestClock(clock.now) })
}

/** How many objects of each kind there are that {@link furnish} makes. */
async function countsOf({ client }: TestServer) {
  const [groups, people, zones, policies] = await Promise.all([
    client.call('listGroups'),
    client.call('listUsers'),
    client.call('listZones'),
    client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } }),
  ])
  return [groups, people, zones, policies].map(({ body }) => body.length)
}

async function expectInStep(here: TestServer, connectionId: string, remote: TestServer): Promise<void> {
  expect(await differencesWith(here, connectionId)).toEqual([])
  const { objects } =
    (await here.client.call('getComparison', { params: { connectionId } })).body ?? expect.unreachable('none')
  expect(objects.ours).toBe(objects.theirs)
  expect(await countsOf(here)).toEqual(await countsOf(remote))
}

const IN_A_SENTENCE = {
  state: 'FAILED',
  // Whether it is gone in the midst of a request or before the next one is up to the moment.
  problem: expect.stringMatching(/^Remote: (?:“[^”]+” \(GET [^)]+\)|the remote at \S+) [^\n]+\.$/),
}

describe('a remote that is gone for an hour in the midst of', () => {
  it(
    'the first pull ends it in a sentence with nothing half; once it is there again, the next one brings it all',
    TIMEOUT,
    async () => {
      const remote = await startServer()
      await furnish(remote, 'A')
      const here = await startServer()
      const before = await countsOf(here)
      const connectionId = await connect(here, remote)
      expect(await pulledFromOneThatGoes(here, connectionId, remote)).toMatchObject(IN_A_SENTENCE)
      expect(await countsOf(here)).toEqual(before)
      expect((await here.client.call('getPull', { params: { connectionId } })).body ?? null).toBeNull()

      const again = await anHourLater(here, remote)
      expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
      expect(await pullOf(here, connectionId)).toMatchObject({ whole: 'FIRST', refused: [], conflicts: 0 })
      await expectInStep(here, connectionId, again)
    },
  )

  it(
    'a later pull leaves what was there before; once it is there again, the next one brings what is new by its log',
    TIMEOUT,
    async () => {
      const remote = await startServer()
      await furnish(remote, 'A')
      const here = await startServer()
      const connectionId = await connect(here, remote)
      expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
      const [before, told] = [await countsOf(here), await pullOf(here, connectionId)]
      await furnish(remote, 'B')
      expect(await pulledFromOneThatGoes(here, connectionId, remote)).toMatchObject(IN_A_SENTENCE)
      expect(await countsOf(here)).toEqual(before)
      expect(await pullOf(here, connectionId)).toEqual(told)

      const again = await anHourLater(here, remote)
      expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
      expect(await pullOf(here, connectionId)).toMatchObject({ whole: null, refused: [], conflicts: 0 })
      await expectInStep(here, connectionId, again)
    },
  )
})
