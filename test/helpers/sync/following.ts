import type { RequestListener, ServerResponse } from 'node:http'
import type { ConnectionWrite } from '#contract/gatehouse/connection.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createConnection, replaceConnection, requireConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { LogFollower } from '#sync/follow/log-follower.ts'
import { atFileEnd } from '../at-file-end.ts'
import { aBadRemote } from '../remote.ts'
import { START } from '../server.ts'
import { openSide } from './open-side.ts'

/** A workspace that follows logs when it is told to, without a timer. */
export interface FollowingSide {
  service: Service
  /** What was told of problems, in order. */
  told: string[]
  /** @returns its id */
  connect(remote: { url: string; token?: string }, over?: Partial<ConnectionWrite>): Promise<string>
  change(id: string, over: Partial<ConnectionWrite>): Promise<void>
  /** One run of every followed log, to its end. */
  readOn(): Promise<void>
  following(id: string): Promise<NonNullable<Awaited<ReturnType<typeof requireConnection>>['following']>>
  /** Uuids of the events that came with an import, in the order in which they were written. */
  uuidsOf(importId: string): Promise<string[]>
}

const opened: Service[] = []
atFileEnd(async () => {
  for (const service of opened.splice(0)) await service.remotes.close()
})

export async function aFollowingSide(): Promise<FollowingSide> {
  const service = await openSide()
  opened.push(service)
  const told: string[] = []
  const follower = new LogFollower({
    service,
    onProblem: (_, problem) => void told.push(problem),
    onError: (_, error) => {
      throw error
    },
  })
  const bodyOf = ({ url, token = 'token' }: { url: string; token?: string }, over: object): ConnectionWrite => ({
    ...{ name: 'Staging', address: url, authentication: { type: 'API_TOKEN', token }, vocabulary: null },
    ...{ budgetPercent: 100, mayWrite: false, followLog: true, ...over },
  })
  return {
    service,
    told,
    connect: (remote, over = {}) =>
      service.write(systemContext(), (tx) => createConnection(tx, service.secretBox, bodyOf(remote, over))),
    async change(id, over) {
      const { record } = await requireConnection(service.reader, service.secretBox, id)
      const authentication = { type: 'API_TOKEN' } as const
      const body = { ...bodyOf({ url: record.address }, {}), name: record.name, authentication, followLog: undefined }
      await service.write(systemContext(), (tx) => replaceConnection(tx, service.secretBox, id, { ...body, ...over }))
    },
    async readOn() {
      await follower.tick()
      await follower.settled()
    },
    async following(id) {
      const { following } = await requireConnection(service.reader, service.secretBox, id)
      if (!following) throw new Error('it was never followed')
      return following
    },
    async uuidsOf(importId) {
      const sql = 'SELECT uuid FROM log_events WHERE import_id = ? ORDER BY sequence'
      return (await service.store.read.all<{ uuid: string }>(sql, [importId])).map(({ uuid }) => uuid)
    },
  }
}

/** An event as a remote may have it. */
export const anEvent = (uuid: string, over: object = {}): Partial<LogEvent> => ({
  ...{ uuid, published: '2026-03-01T08:00:00.000Z', eventType: 'user.session.start' },
  ...{ actor: { id: '00u1', type: 'User', alternateId: null, displayName: null, detailEntry: null }, ...over },
})

export interface FakeLog {
  url: string
  /** What a poll finds, in order. */
  events: unknown[]
  /** What it says of itself; null: reading it is refused. */
  organization: unknown
  /** Queries of the log that came, in order. */
  asked: URLSearchParams[]
  /** Answers a query in place of the poll; false: the poll answers. */
  instead: (query: URLSearchParams, response: ServerResponse) => boolean
  /** Its time, in milliseconds since the epoch. */
  now: number
  /** The largest page that it answers with. */
  page: number
}

const json = { 'Content-Type': 'application/json' }

function answerOrganization({ organization }: FakeLog, response: ServerResponse): void {
  if (organization === null) response.writeHead(403, json).end('{"errorCode":"E0000006"}')
  else response.writeHead(200, json).end(JSON.stringify(organization))
}

/** An instance that has nothing but a log, whose cursors are places in it. */
export async function aFakeLog(events: unknown[] = []): Promise<FakeLog> {
  const log: FakeLog = { url: '', events, organization: null, asked: [], instead: () => false, now: START, page: 1_000 }
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    response.setHeader('Date', new Date(log.now).toUTCString())
    if (pathname === '/api/v1/org') return answerOrganization(log, response)
    log.asked.push(query)
    if (log.instead(query, response)) return
    const start = Number(query.get('after') ?? 0)
    if (Number.isNaN(start)) return void response.writeHead(400, json).end('{"errorCode":"E0000029"}')
    const limit = Math.min(Number(query.get('limit') ?? 100), log.page)
    const page = log.events.slice(start, start + limit)
    const next = `</api/v1/logs?after=${start + page.length}&limit=${limit}>; rel="next"`
    response.writeHead(200, { ...json, Link: next })
    response.end(JSON.stringify(page))
  }
  log.url = await aBadRemote(answer)
  return log
}
