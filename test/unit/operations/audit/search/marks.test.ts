import { beforeAll, describe, expect, it } from 'vitest'
import { insertEvents } from '#audit-log/append-events.ts'
import { logImports } from '#db/tables/log-imports.ts'
import { countOverTime } from '#operations/audit/count/histogram.ts'
import { listLogRows } from '#operations/audit/search/rows.ts'
import type { Service } from '#operations/service/service.ts'
import { anEvent } from '../../../../helpers/sync/following.ts'
import { openSide } from '../../../../helpers/sync/open-side.ts'

const SINCE = '2026-02-01T00:00:00.000Z'
const UNTIL = '2026-03-02T00:00:00.000Z'

let service: Service

beforeAll(async () => {
  service = await openSide()
  await service.store.write(async (tx) => {
    const row = { state: 'READY', created: SINCE } as const
    await logImports.insert(tx, { ...row, id: 'lim1', name: 'Staging', connectionId: 'rcn1' })
    await logImports.insert(tx, { ...row, id: 'lim2', name: 'Acme', connectionId: 'rcn2' })
    await logImports.insert(tx, { ...row, id: 'lim3', name: 'Staging', keyFingerprint: 'ab12' })
    const claims = { gatehouse: { connection: { id: 'rcn1', name: 'Staging' } } }
    await insertEvents(tx, [anEvent('own', claims)] as never)
    for (const at of [1, 2, 3]) await insertEvents(tx, [anEvent(`of${at}`, claims)] as never, { importId: `lim${at}` })
  })
})

/** Filters on the mark of events that came from elsewhere, and what they find. */
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['gatehouse.connection.id eq "rcn1"', ['of1']],
  ['gatehouse.connection.id eq "RCN1"', []],
  ['gatehouse.connection.id eq "rcn1" and eventType eq "user.session.start"', ['of1']],
  ['gatehouse.connection.id eq "rcn1" or gatehouse.import.id eq "lim3"', ['of1', 'of3']],
  ['gatehouse.connection.id ne "rcn1"', ['own', 'of2', 'of3']],
  ['gatehouse.connection.id pr', ['of1', 'of2']],
  ['gatehouse.connection.id eq null', ['own', 'of3']],
  ['not (gatehouse.connection.id pr)', ['own', 'of3']],
  ['gatehouse.connection.name eq "staging"', ['of1']],
  ['gatehouse.connection.name sw "A"', ['of2']],
  ['gatehouse.import.keyFingerprint eq "ab12"', ['of3']],
  ['not (gatehouse.import.keyFingerprint pr)', ['own', 'of1', 'of2']],
  ['gatehouse pr', ['of1', 'of2', 'of3']],
  ['gatehouse.import pr', ['of1', 'of2', 'of3']],
  ['gatehouse.connection pr', ['of1', 'of2']],
]

describe('the mark of an event that came from elsewhere is searched as it is answered', () => {
  it.each(FILTERS)('%s', async (filter, expected) => {
    const asked = { filter, since: SINCE, until: UNTIL }
    const rows = await listLogRows(service, { ...asked, offset: 0, limit: 50, newestFirst: false })
    expect(rows.map(({ event }) => event.uuid)).toEqual(expected)
    const { total } = await countOverTime(service, { ...asked, stepMs: 86_400_000 })
    expect(total).toBe(expected.length)
  })
})
