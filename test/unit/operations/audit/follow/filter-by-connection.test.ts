import { beforeAll, expect, it } from 'vitest'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import { planSearch } from '#operations/audit/search/list-events-plan.sql.ts'
import { searchLog, searchOf } from '#operations/audit/search/search-log.ts'
import { aFakeLog, aFollowingSide, anEvent, type FollowingSide } from '../../../../helpers/sync/following.ts'

const SPAN = { since: '2026-02-25T00:00:00.000Z', until: '2026-03-02T10:00:00.000Z' }
let side: FollowingSide
let id: string

/** A connection whose log is at its second address, and another one. */
beforeAll(async () => {
  side = await aFollowingSide()
  const [former, now, other] = [
    await aFakeLog([anEvent('former')]),
    await aFakeLog([anEvent('now1'), anEvent('now2', { eventType: 'user.session.end' })]),
    await aFakeLog([anEvent('other')]),
  ]
  id = await side.connect(former, { name: 'First' })
  await side.readOn()
  const authentication = { type: 'API_TOKEN', token: 'token' } as const
  await side.change(id, { address: now.url, authentication, followLog: true })
  await side.connect(other, { name: 'Other' })
  await side.readOn()
})

async function found(filter: string): Promise<string[]> {
  const query = { ...SPAN, filter, sortOrder: 'DESCENDING', limit: 100 } as const
  const { events } = await listLogEvents(side.service, query)
  const uuids = events.map((text) => (JSON.parse(text) as { uuid: string }).uuid)
  return uuids.filter((uuid) => /^(?:former|now\d|other)$/.test(uuid)).sort()
}

const OWN = ['former', 'now1', 'now2']

it.each([
  ['gatehouse.connection.id eq "ID"', OWN],
  ['gatehouse.connection.name eq "First"', OWN],
  ['gatehouse.connection.id eq "ID" and eventType eq "user.session.end"', ['now2']],
  ['gatehouse.connection.id eq "none"', []],
  ['gatehouse.connection.id eq "ID" or uuid eq "other"', [...OWN, 'other']],
  ['gatehouse.connection.id pr and not (gatehouse.connection.id eq "ID")', ['other']],
])('%s finds what came with the imports of the connection', async (filter, uuids) => {
  expect(await found(filter.replace('ID', id))).toEqual(uuids)
})

it('the events of a connection are gathered by an index, without a walk over the others', async () => {
  const search = searchOf({ filter: `gatehouse.connection.id eq "${id}"` }) ?? expect.unreachable()
  const span = { ...SPAN, behind: 0 }
  const plan = await searchLog(side.service, (searcher) => planSearch(searcher, search, span))
  expect(plan.isRare).toBe(true)
})
