import { beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { linksOf, type Client } from '../../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
  for (const name of ['Sign-on team', 'Sign team', 'Night']) await server.make.aGroup(name)
})

type Query = Record<string, unknown>
const namesIn = (events: LogEvent[]) => events.map((event) => event.target?.[0]?.displayName)
const ask = (query: Query) => client.call('listLogEvents', { query: query as never })
const names = async (query: Query) => namesIn((await ask(query)).body)

describe('a request with a filter', () => {
  it('gives the events that it means [spec/4 log/filter]', async () => {
    expect(await names({ filter: 'target.displayName sw "sign"' })).toEqual(['Sign-on team', 'Sign team'])
    expect(await names({ filter: 'target.displayName eq "night"', sortOrder: 'DESCENDING' })).toEqual(['Night'])
  })

  it('keeps it in the link to the next page', async () => {
    const filter = 'target.type eq "UserGroup" and not (target.displayName eq "Sign team")'
    const first = await ask({ filter, limit: 1 })
    const second = await client.follow<LogEvent[]>(linksOf(first.headers)['next'] as string)
    expect([...namesIn(first.body), ...namesIn(second.body)]).toEqual(['Sign-on team', 'Night'])
  })

  it('is refused with its code, its parameter and the place [spec/4 log/filter] [spec/3 Target/changeDetails query]', async () => {
    for (const [filter, code, message] of [
      ['colour eq "x"', 'E0000053', 'filter: the audit log has no attribute `colour` (at 1:1)'],
      ['severity eq', 'E0000053', 'filter: expected a value after `eq` at 1:12, found the end'],
      ['published pr', 'E0000053', 'filter: `published` is bounded by the parameters since and until (at 1:1)'],
      ['debugContext.debugData.url co "x"', 'E0000031', /addresses of requests.*\(at 1:28\)$/],
      ['debugContext.debugData.requestUri co "x"', 'E0000031', /addresses of requests/],
      ['target.changeDetails.to pr', 'E0000053', /name a property inside/],
      ['', 'E0000053', /expected an attribute/],
    ] as const) {
      const refusal = await client.refused('listLogEvents', { query: { filter } })
      expect([refusal.status, refusal.code, refusal.locations], filter).toEqual([400, code, ['filter']])
      expect(refusal.body.errorCauses[0]?.errorSummary).toMatch(message)
    }
  })

  it('longer than any may be is refused like any other, at once', async () => {
    for (const filter of ['('.repeat(10_100), 'severity pr or '.repeat(1_500)]) {
      const began = performance.now()
      const refusal = await client.refused('listLogEvents', { query: { filter } })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000053', ['filter']])
      expect(performance.now() - began).toBeLessThan(10_000)
    }
  })
})

describe('a request with keywords', () => {
  it('gives the events that hold them all [spec/4 log/q]', async () => {
    expect(await names({ q: 'night' })).toEqual(['Night'])
    expect(await names({ q: '  TEAM   sign ' })).toEqual(['Sign-on team', 'Sign team'])
    expect(await names({ q: 'tea' })).toEqual([])
  })

  it('takes a hyphen for the end of a word [spec/4 log/q]', async () => {
    expect(await names({ q: 'sign-on' })).toEqual(['Sign-on team'])
    expect(await names({ q: 'on-sign' })).toEqual(['Sign-on team'])
    expect(await names({ q: '-team' })).toEqual(['Sign-on team', 'Sign team'])
  })

  it('takes ten of forty characters [spec/4 log/q]', async () => {
    expect((await ask({ q: 'x '.repeat(10) })).status).toBe(200)
    expect((await ask({ q: 'x'.repeat(40) })).status).toBe(200)
  })
})

describe('a poll with a filter', () => {
  it('moves on although nothing was found, and finds what comes', async () => {
    const filter = 'target.displayName eq "Later"'
    const empty = await ask({ filter })
    expect(empty.body).toEqual([])
    const next = linksOf(empty.headers)['next'] as string
    await server.make.aGroup('Earlier')
    const still = await client.follow<LogEvent[]>(next)
    expect(still.body).toEqual([])
    expect(linksOf(still.headers)['next']).not.toBe(next)
    await server.make.aGroup('Later')
    const after = await client.follow<LogEvent[]>(linksOf(still.headers)['next'] as string)
    expect(namesIn(after.body)).toEqual(['Later'])
  })
})
