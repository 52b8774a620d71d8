import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { aFakeLog, aFollowingSide, anEvent, type FakeLog } from '../../../helpers/sync/following.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const LINK = (after: string) => ({ Link: `</api/v1/logs?after=${after}>; rel="next"` })

type Instead = (query: URLSearchParams, response: ServerResponse) => boolean
const always =
  (answer: (query: URLSearchParams, response: ServerResponse) => void): Instead =>
  (query, response) => {
    answer(query, response)
    return true
  }
let made = 0
const fresh = () => anEvent(`fresh-${(made += 1)}`)

/** What a remote does behind its second event, and what is told of it. */
const ODD: readonly (readonly [string, (log: FakeLog) => Instead, RegExp])[] = [
  [
    'HTML',
    () => always((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')),
    /answered with text\/html in place of JSON\.$/,
  ],
  ['an object', () => always((_, response) => response.writeHead(200, JSON_TYPE).end('{}')), /JSON of another form\.$/],
  [
    'a token that is valid no longer',
    () => always((_, response) => response.writeHead(401, JSON_TYPE).end('{"errorCode":"E0000011"}')),
    /answered 401 \(E0000011\)\.$/,
  ],
  [
    'the same place again, with new events',
    () =>
      always((query, response) =>
        response.writeHead(200, { ...JSON_TYPE, ...LINK(query.get('after') ?? '0') }).end(JSON.stringify([fresh()])),
      ),
    /a page of its log that was read before\.$/,
  ],
  [
    'two places in turn',
    () =>
      always((query, response) =>
        response
          .writeHead(200, { ...JSON_TYPE, ...LINK(query.get('after') === 'p' ? 'q' : 'p') })
          .end(JSON.stringify([fresh()])),
      ),
    /a page of its log that was read before\.$/,
  ],
  [
    'pages without an end, of events that are here',
    () => {
      let page = 0
      return always((_, response) =>
        response.writeHead(200, { ...JSON_TYPE, ...LINK(`p${(page += 1)}`) }).end(JSON.stringify([anEvent('a')])),
      )
    },
    new RegExp(`^${LIMITS.followPages} pages in a row held nothing but events that are here already\\.$`),
  ],
  [
    'no way on',
    () => always((_, response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify([fresh()]))),
    /did not say where its log goes on\.$/,
  ],
  [
    'an event of 100 MB',
    () =>
      always((_, response) => {
        response.writeHead(200, JSON_TYPE)
        response.on('error', () => {})
        const piece = 'x'.repeat(1_000_000)
        response.write('[{"uuid":"')
        const more = (left: number) => {
          if (left === 0 || response.destroyed) return void response.end('"}]')
          response.write(piece, () => more(left - 1))
        }
        more(100)
      }),
    /answered with more than 32 MiB, for a single event: what follows it comes once .* until then a file of its log can be imported\.$/,
  ],
]

describe('a log that is followed ends a run in one sentence, and loses nothing', () => {
  it.each(ODD)('where the remote answers with %s', async (_, odd, sentence) => {
    const log = await aFakeLog([anEvent('a'), anEvent('b')])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.instead = odd(log)
    await side.readOn()
    const during = await side.following(id)
    expect(during.problem).toMatch(sentence)
    expect(during.problem).not.toContain('\n')
    expect(during.problemSince).not.toBeNull()
    expect(side.told).toEqual([during.problem])
    await side.readOn()
    expect(side.told).toHaveLength(1)
    expect((await side.uuidsOf(during.importId)).slice(0, 2)).toEqual(['a', 'b'])
    log.instead = () => false
    log.events.push(anEvent('c'))
    for (let runs = 0; runs < 3; runs += 1) await side.readOn()
    const after = await side.following(id)
    expect(after).toMatchObject({ problem: null, problemSince: null })
    expect(await side.uuidsOf(after.importId)).toContain('c')
  })

  it('reads a page again that failed, was cut, or came too early, within the same run', async () => {
    const log = await aFakeLog([anEvent('a'), anEvent('b')])
    const failing: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(500, JSON_TYPE).end('{"errorCode":"E0000009"}'),
      (response) =>
        response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '100' }).write('[{"uuid":', () => response.destroy()),
      (response) => response.writeHead(429, { ...JSON_TYPE, 'Retry-After': '1' }).end('{"errorCode":"E0000047"}'),
    ]
    const side = await aFollowingSide()
    const id = await side.connect(log)
    log.instead = (_, response) => {
      const fail = failing.shift()
      fail?.(response)
      return fail !== undefined
    }
    await side.readOn()
    const { importId, problem } = await side.following(id)
    expect([await side.uuidsOf(importId), problem, side.told]).toEqual([['a', 'b'], null, []])
  })

  it('passes over what cannot be read, counts it, and says why', async () => {
    const odd = [null, 'text', [], {}, anEvent('two words'), anEvent('x', { published: 'yesterday' }), anEvent('b')]
    const log = await aFakeLog([anEvent('a'), ...odd])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    const { importId, ...following } = await side.following(id)
    expect(await side.uuidsOf(importId)).toEqual(['a', 'b'])
    expect(following).toMatchObject({ unreadable: 6, problem: null })
    expect(following.unreadableReason).toMatch(/^published must be a moment/)
  })

  it('never replaces an event of ours by one of the same uuid', async () => {
    const side = await aFollowingSide()
    const own = await side.service.store.read.all<{ uuid: string; payload: string }>(
      'SELECT uuid, payload FROM log_events ORDER BY sequence',
    )
    const log = await aFakeLog([...own.map(({ uuid }) => anEvent(uuid)), anEvent('a'), anEvent('a')])
    const id = await side.connect(log)
    await side.readOn()
    const { importId, added, known } = await side.following(id)
    expect([await side.uuidsOf(importId), added, known]).toEqual([['a'], 1, own.length + 1])
    const now = await side.service.store.read.all<{ uuid: string; payload: string }>(
      'SELECT uuid, payload FROM log_events ORDER BY sequence',
    )
    expect(now.slice(0, own.length)).toEqual(own)
  })

  it('takes events of any year, and asks for none of a year to come', async () => {
    const log = await aFakeLog([
      anEvent('past', { published: '0001-01-01T00:00:00Z' }),
      anEvent('future', { published: '9999-12-31T23:59:59Z' }),
    ])
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.instead = (query, response) => {
      if (!query.has('after')) return false
      response.writeHead(400, JSON_TYPE).end('{"errorCode":"E0000029"}')
      return true
    }
    await side.readOn()
    const { importId } = await side.following(id)
    expect(await side.uuidsOf(importId)).toEqual(['past', 'future'])
    expect(log.asked.findLast((query) => query.has('since'))?.get('since')).toMatch(/^2026-03-02T08:00:00/)
  })

  it('of one remote keeps no other from being followed', async () => {
    const [slow, quick] = [await aFakeLog(), await aFakeLog([anEvent('a')])]
    let release = () => {}
    slow.instead = (_, response) => {
      release = () => void response.writeHead(200, JSON_TYPE).end('[]')
      return true
    }
    const side = await aFollowingSide()
    await side.connect(slow, { name: 'Slow' })
    const id = await side.connect(quick)
    const run = side.readOn()
    await expect.poll(async () => (await side.following(id)).added).toBe(1)
    slow.instead = () => false
    release()
    await run
  })
})
