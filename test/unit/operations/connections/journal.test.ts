import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { openStore } from '#db/store.ts'
import { remoteRequests } from '#db/tables/connections.ts'
import { createService } from '#operations/composition/create-service.ts'
import { clearOldRequests } from '#operations/connections/journal.ts'
import { writeRequests, type JournalEntry } from '#operations/connections/write-requests.ts'
import { START, startServer } from '../../../helpers/server.ts'

const BODY = {
  ...{ name: 'Acme', address: 'https://acme.example.test' },
  authentication: { type: 'API_TOKEN' as const, token: 'x' },
}

describe('the journal of requests', () => {
  const entry = (connectionId: string, time: string): JournalEntry => ({
    ...{ connectionId, time, operation: 'listGroups', method: 'GET', path: '/api/v1/groups', status: 200, attempt: 1 },
    ...{ waitedMs: 0, durationMs: 5, bytes: 2, problem: null },
  })

  it('is listed page by page, the newest first, and keeps a week; what was deleted meanwhile is left out', async () => {
    const server = await startServer()
    const { call } = server.client
    const { id } = (await call('createConnection', { body: BODY })).body
    await server.stop()
    let now = START
    const store = await openStore(server.dataFile, new Date(now).toISOString())
    const service = createService({ store, version: '0', engine: 'identity', clock: () => now, url: () => '' })
    const times = [0, 1, 2].map((day) => new Date(START + day * 86_400_000).toISOString())
    await writeRequests(service, [
      ...times.map((time) => entry(id, time)),
      entry('rcn00000000000000000', times[0] ?? ''),
    ])
    expect(await remoteRequests.count(store.read)).toBe(3)
    now = START + (LIMITS.remoteJournalDays + 1) * 86_400_000
    await clearOldRequests(service)
    expect((await remoteRequests.findAll(store.read, { order: ['sequence'] })).map(({ time }) => time)).toEqual(
      times.slice(1),
    )
    await service.workers.close()
    await store.close()

    const again = await startServer({ dataFile: server.dataFile, clock: server.clock })
    const params = { connectionId: id }
    const first = await again.client.call('listConnectionRequests', { params, query: { limit: 1 } })
    expect(first.body).toMatchObject([{ time: times[2], operation: 'listGroups', summary: 'List groups' }])
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
    expect((await again.client.follow<{ time: string }[]>(next)).body.map(({ time }) => time)).toEqual([times[1]])
  })
})
