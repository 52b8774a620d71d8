import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { linksOf } from '../../../helpers/client.ts'
import { aFakeLog, anEvent, type FakeLog } from '../../../helpers/sync/following.ts'
import { buildVerifier, runVerifier } from '../../../helpers/built-verifier.ts'
import { exportText } from '../../../helpers/log-transfer.ts'
import { aFolder, START, startServer, type TestServer } from '../../../helpers/server.ts'

const at = (ms: number) => ({ published: new Date(START + ms).toISOString() })

/** A service that follows a log. */
async function follows(log: FakeLog) {
  const here = await startServer()
  const body = {
    ...{ name: 'Staging', address: log.url, authentication: { type: 'API_TOKEN' as const, token: 'token' } },
    followLog: true,
  }
  const made = (await here.client.call('createConnection', { body })).body
  const params = { connectionId: made.id }
  const added = async () => (await here.client.call('getConnection', { params })).body.following?.added
  /** Events that happen there, until they are here. */
  async function happen(...events: object[]) {
    log.events.push(...events)
    await here.client.call('replaceConnection', { params, body: made as never })
    await expect.poll(added).toBe(log.events.length)
  }
  return { here, happen, added }
}

/** Reads a poll from an address on. @returns the uuids that followed events have, and where it goes on */
async function poll({ client }: TestServer, path: string) {
  const response = await client.fetch(path)
  const found = ((await response.json()) as { uuid: string }[]).map(({ uuid }) => uuid)
  const { pathname, search } = new URL(linksOf(response.headers)['next'] ?? expect.unreachable())
  return { found: found.filter((uuid) => /^e\d$/.test(uuid)), next: `${pathname}${search}` }
}

it('a poll of the log delivers what was followed once, as it comes', async () => {
  const log = await aFakeLog([anEvent('e0')])
  const { here, happen, added } = await follows(log)
  await expect.poll(added).toBe(1)
  // As the live tail of the page Audit asks.
  const since = new Date(START + 3_600_000).toISOString()
  let { found, next } = await poll(here, `/api/v1/logs?since=${since}&sortOrder=ASCENDING&limit=500`)
  expect(found).toEqual([])
  await happen(anEvent('e1', at(7_200_000)))
  ;({ found, next } = await poll(here, next))
  expect(found).toEqual(['e1'])
  await happen(anEvent('e2', at(7_300_000)), anEvent('e3', at(7_250_000)))
  ;({ found, next } = await poll(here, next))
  expect(found).toEqual(['e2', 'e3'])
  // They happened before the poll began, and became known later; what is older was there before, for a poll.
  await happen(anEvent('e4', at(3_600_000 - 60_000)), anEvent('e5', at(0)))
  ;({ found } = await poll(here, next))
  expect(found).toEqual(['e4'])
})

it('a workspace with followed events verifies, and so does its signed export', async () => {
  const log = await aFakeLog([anEvent('e0'), anEvent('e1', { published: '2025-12-24T08:00:00.000Z' })])
  const { here, happen } = await follows(log)
  for (const uuid of ['e2', 'e3', 'e4']) {
    await here.make.aGroup()
    // One has more than an export of ours would.
    await happen(
      anEvent(uuid, { displayMessage: `of ${uuid}\u2028`, debugContext: { debugData: { more: [1, { a: null }] } } }),
    )
  }
  const folder = await aFolder()
  const [verifier, bundle] = [await buildVerifier(folder), join(folder, 'bundle.ndjson')]
  const since = '2025-12-01T00:00:00.000Z'
  await writeFile(bundle, await exportText(here, { format: 'BUNDLE', since }))
  const { status, out } = await runVerifier(verifier, bundle)
  expect([status, out]).toEqual([0, expect.stringContaining('is sound')])
  for (const uuid of ['e0', 'e1', 'e2', 'e3', 'e4'])
    expect(await exportText(here, { format: 'NDJSON', since })).toContain(`"uuid":"${uuid}"`)
  await here.stop()
  expect((await verifyLogFile(here.dataFile, {})).violation).toBeNull()
})
