import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { deleteConnection } from '#operations/connections/connections.ts'
import { listImports } from '#operations/audit/transfer/imports.ts'
import { aFakeLog, aFollowingSide, anEvent, type FakeLog } from '../../../helpers/sync/following.ts'
import { START, startServer, TestClock, type TestServer } from '../../../helpers/server.ts'

const uuidsAt = async ({ client }: TestServer): Promise<string[]> =>
  (await client.call('listLogEvents', { query: { limit: 1_000 } as never })).body.map(({ uuid }) => uuid)

/** A remote whose log tells the time that its answers do, of another organization. */
const HERE_AND_NOW = { isFirstStart: true, clock: new TestClock(Date.now()) }

const hour = (hours: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + hours * 3_600_000).toISOString()

function refuse(response: ServerResponse): true {
  response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000029"}')
  return true
}

describe('the log of a remote that is followed', () => {
  it.each(['svc', 'okta'])('comes once and in order, and goes on with what happens there, in %s', async (words) => {
    const vocabulary = SHIPPED_VOCABULARIES[words] ?? null
    const remote = await startServer({ ...HERE_AND_NOW, ...(vocabulary && { vocabulary }) })
    const outside = remote.client
    const side = await aFollowingSide()
    const id = await side.connect(remote, { vocabulary })
    await side.readOn()
    const { importId } = await side.following(id)
    const first = await side.uuidsOf(importId)
    expect(first.length).toBeGreaterThan(0)
    for (const name of ['One', 'Two']) {
      await outside.call('createGroup', { body: { profile: { name } } } as never)
      await side.readOn()
      expect((await side.following(id)).problem).toBeNull()
      expect(await side.uuidsOf(importId)).toEqual(await uuidsAt(remote))
    }
    const stored = await side.service.store.read.all<{ type: string }>(
      'SELECT event_type AS type FROM log_events WHERE import_id = ? ORDER BY sequence DESC LIMIT 1',
      [importId],
    )
    expect(stored).toEqual([{ type: 'group.lifecycle.create' }])
    expect(await side.following(id)).toMatchObject({ problem: null, gapAt: null, unreadable: 0, isBehind: false })
  })

  it('comes page by page, and a run that was cut between two pages goes on with the next', async () => {
    const all = Array.from({ length: 25 }, (_, at) => anEvent(`e${at}`))
    const log = await aFakeLog(all)
    log.page = 10
    const side = await aFollowingSide()
    const id = await side.connect(log)
    log.instead = (query, response) => {
      if (query.get('after') !== '10') return false
      response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000006"}')
      return true
    }
    await side.readOn()
    const { importId, problem } = await side.following(id)
    expect(problem).toMatch(/^Staging: “Read the audit log” .* answered 403 \(E0000006\)\.$/)
    expect(await side.uuidsOf(importId)).toHaveLength(10)
    log.instead = () => false
    log.asked.length = 0
    await side.readOn()
    expect(log.asked[0]?.get('after')).toBe('10')
    expect(await side.uuidsOf(importId)).toEqual(all.map(({ uuid }) => uuid))
    expect(await side.following(id)).toMatchObject({ added: 25, known: 0, problem: null, isBehind: false })
  })

  it('is first read as far back as the remote serves, by the clock of the remote', async () => {
    const log = await aFakeLog()
    const side = await aFollowingSide()
    await side.connect(log)
    await side.readOn()
    const since = log.asked.map((query) => query.get('since')).find((text) => text !== null)
    expect(Date.parse(since ?? '')).toBeCloseTo(Date.parse('2026-03-02T09:02:00Z') - 90 * 86_400_000, -4)
  })

  it('begins again by time where the remote no longer knows the place, without doubles', async () => {
    const log = await aFakeLog([anEvent('a'), anEvent('b')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.events.push(anEvent('c'))
    const forgets = (query: URLSearchParams) => query.get('after') === '2'
    log.instead = (query, response) => {
      if (!forgets(query)) return false
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000029"}')
      return true
    }
    await side.readOn()
    const { importId } = await side.following(id)
    expect(await side.uuidsOf(importId)).toEqual(['a', 'b', 'c'])
    const since = log.asked.findLast((query) => query.has('since'))?.get('since')
    expect(since).toBe('2026-03-01T07:00:00.000Z')
    expect(await side.following(id)).toMatchObject({ known: 2, gapAt: null, problem: null })
  })

  it('says that events may be missing where the last one is not found again', async () => {
    const log = await aFakeLog([anEvent('a')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.events.splice(0, 1, anEvent('x'), anEvent('y'))
    log.instead = (query, response) => {
      if (query.get('after') !== '1') return false
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000029"}')
      return true
    }
    await side.readOn()
    const { importId, gapAt } = await side.following(id)
    expect(await side.uuidsOf(importId)).toEqual(['a', 'x', 'y'])
    expect(gapAt).not.toBeNull()
  })

  it('says so, too, where the place is lost again before the end', async () => {
    const log = await aFakeLog([anEvent('a')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    const later = Array.from({ length: 9 }, (_, at) => anEvent(`x${at}`, { published: hour(8 + at * 2) }))
    let cursors = 0
    log.instead = (query, response) => {
      const [place, number] = (query.get('after') ?? '').split('n').map(Number)
      const isKnown = number !== undefined && number % 2 === 1
      if (query.has('after') && !isKnown) return refuse(response)
      const found = later.filter(({ published = '' }) => published >= (query.get('since') ?? ''))
      const start = isKnown ? Number(place) : later.length - found.length
      const page = later.slice(start, start + 3)
      const next = `</api/v1/logs?after=${start + page.length}n${(cursors += 1)}>; rel="next"`
      response.writeHead(200, { 'Content-Type': 'application/json', Link: next }).end(JSON.stringify(page))
      return true
    }
    await side.readOn()
    const { importId, gapAt, problem } = await side.following(id)
    expect(problem).toBeNull()
    expect(await side.uuidsOf(importId)).toEqual(['a', ...later.map(({ uuid }) => uuid)])
    expect(gapAt).not.toBeNull()
  })

  describe('begins again by time, where its last event is dated in the future,', () => {
    const future = anEvent('future', { published: '2026-12-01T00:00:00.000Z' })
    const sinceOf = (log: FakeLog) => log.asked.findLast((query) => query.has('since'))?.get('since') ?? ''

    it('from when it was read to its end', async () => {
      const log = await aFakeLog([anEvent('a'), future])
      const side = await aFollowingSide()
      const id = await side.connect(log)
      await side.readOn()
      log.now += 3 * 86_400_000
      log.events.push(anEvent('b', { published: new Date(START + 86_400_000).toISOString() }))
      log.instead = (query, response) => query.get('after') === '2' && refuse(response)
      await side.readOn()
      expect(sinceOf(log)).toMatch(/^2026-03-02T08:00:0/)
      expect(await side.following(id)).toMatchObject({ added: 3, gapAt: null, problem: null })
    })

    it('from as far back as it can be read, where it never was', async () => {
      const log = await aFakeLog([anEvent('a'), future, anEvent('b')])
      log.page = 2
      const side = await aFollowingSide()
      await side.connect(log)
      log.instead = (query, response) => {
        if (query.get('after') !== '2') return false
        response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000006"}')
        return true
      }
      await side.readOn()
      const first = sinceOf(log)
      log.instead = (query, response) => query.get('after') === '2' && refuse(response)
      await side.readOn()
      expect(Date.parse(sinceOf(log))).toBeCloseTo(Date.parse(first), -4)
    })
  })

  it('goes on from where it was after it was turned off and on again', async () => {
    const log = await aFakeLog([anEvent('a')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    const { importId } = await side.following(id)
    await side.change(id, { followLog: false })
    log.events.push(anEvent('b'))
    await side.readOn()
    expect(await side.uuidsOf(importId)).toEqual(['a'])
    await side.change(id, { followLog: true, name: 'Renamed' })
    log.asked.length = 0
    await side.readOn()
    expect(log.asked[0]?.get('after')).toBe('1')
    expect(await side.uuidsOf(importId)).toEqual(['a', 'b'])
    expect(await listImports(side.service)).toMatchObject([{ id: importId, name: 'Renamed', isFollowed: true }])
  })

  it('stays as an ordinary import where its connection is deleted', async () => {
    const log = await aFakeLog([anEvent('a')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    const { importId } = await side.following(id)
    await side.service.write(systemContext(), (tx) => deleteConnection(tx, id))
    await side.readOn()
    expect(await listImports(side.service)).toMatchObject([
      { id: importId, isFollowed: false, added: 1, state: 'READY' },
    ])
    expect(await side.uuidsOf(importId)).toEqual(['a'])
  })

  it('is another import at another address', async () => {
    const [one, other] = [await aFakeLog([anEvent('a')]), await aFakeLog([anEvent('b')])]
    const side = await aFollowingSide()
    const id = await side.connect(one)
    await side.readOn()
    const first = (await side.following(id)).importId
    const authentication = { type: 'API_TOKEN', token: 'token' } as const
    await side.change(id, { address: other.url, authentication, followLog: true })
    await side.readOn()
    const second = (await side.following(id)).importId
    expect([await side.uuidsOf(first), await side.uuidsOf(second)]).toEqual([['a'], ['b']])
  })
})

describe('following is refused', () => {
  const people = { mode: 'SEARCH', search: 'status eq "ACTIVE"' } as const
  const causes = [{ errorSummary: expect.stringContaining('take all people') as string, location: 'followLog' }]

  it.each([people, { mode: 'PSEUDONYMS' } as const])('to a connection that takes other people: %o', async (other) => {
    const side = await aFollowingSide()
    await expect(side.connect({ url: 'http://127.0.0.1:1' }, { people: other })).rejects.toMatchObject({ causes })
  })

  it('where a connection that follows is to take others', async () => {
    const side = await aFollowingSide()
    const id = await side.connect({ url: 'http://127.0.0.1:1' })
    await expect(side.change(id, { people })).rejects.toMatchObject({ causes })
    await side.change(id, { people, followLog: false })
    await expect(side.change(id, { followLog: true })).rejects.toMatchObject({ causes })
  })
})
