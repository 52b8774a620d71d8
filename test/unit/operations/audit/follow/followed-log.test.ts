import { describe, expect, it } from 'vitest'
import { applyRetention } from '#operations/audit/proof/retention.ts'
import { requireLogEvent } from '#operations/audit/search/rows.ts'
import { listLogFacets } from '#operations/audit/count/facets.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../../helpers/sync/following.ts'
import { startServer } from '../../../../helpers/server.ts'

describe('an event that was followed', () => {
  it('says which connection it came from, as that is called now', async () => {
    const side = await aFollowingSide()
    const id = await side.connect(await aFakeLog([anEvent('a')]))
    await side.readOn()
    const { importId } = await side.following(id)
    await side.change(id, { name: 'Acme “test”' })
    const { event, importId: marked } = await requireLogEvent(side.service, 'a')
    expect(marked).toBe(importId)
    const mark = { import: { id: importId, keyFingerprint: null }, connection: { id, name: 'Acme “test”' } }
    expect(event.gatehouse).toEqual(mark)
    const range = { since: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z', values: 5 }
    const facets = await listLogFacets(side.service, { ...range, attribute: 'gatehouse.import.id' })
    expect(facets[0]?.values).toEqual([{ value: importId, label: 'Acme “test”', count: 1 }])
  })

  it('is kept as long as events of this workspace are, by when it happened', async () => {
    const log = await aFakeLog([
      anEvent('old', { published: '2025-10-01T00:00:00.000Z' }),
      anEvent('young'),
      anEvent('last', { published: '2025-10-01T00:00:00.000Z' }),
      anEvent('newest'),
    ])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    await applyRetention(side.service, {})
    expect(await side.uuidsOf((await side.following(id)).importId)).toEqual(['young', 'newest'])
  })
})

describe('the import of a followed log', () => {
  it('is not removed while it grows; afterwards it is, and following begins again', async () => {
    const log = await aFakeLog([anEvent('a')])
    const here = await startServer()
    const body = {
      ...{ name: 'Staging', address: log.url, authentication: { type: 'API_TOKEN' as const, token: 'token' } },
      followLog: true,
    }
    const made = (await here.client.call('createConnection', { body })).body
    const params = { connectionId: made.id }
    const read = async () => (await here.client.call('getConnection', { params })).body.following
    await expect.poll(async () => (await read())?.added).toBe(1)
    const importId = (await read())?.importId ?? ''
    const refused = here.client.call('deleteLogImport', { params: { importId } })
    await expect(refused).rejects.toThrow(/turn that off first/)
    await here.client.call('replaceConnection', { params, body: { ...made, followLog: false } as never })
    await here.client.call('deleteLogImport', { params: { importId } })
    await expect.poll(async () => (await here.client.call('listLogImports')).body).toEqual([])
    expect(await read()).toBeNull()
    await here.client.call('replaceConnection', { params, body: { ...made, followLog: true } as never })
    await expect.poll(async () => (await read())?.added).toBe(1)
  })
})
