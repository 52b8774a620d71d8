import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import { refusalOf } from '../../helpers/client.ts'
import { hookBody } from '../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.make.aGroup()
})

describe('the audit log', () => {
  it('is read by one operation, which answers with events [spec/3 log-operations/read]', async () => {
    const { status, body } = await server.client.call('listLogEvents')
    expect([status, body.map(({ eventType }) => eventType)]).toEqual([
      200,
      expect.arrayContaining(['group.lifecycle.create']),
    ])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is not written: %s is refused [spec/3 log-operations/read]',
    async (method) => {
      const before = (await server.client.call('listLogEvents')).body
      const refusal = await refusalOf(await server.client.fetch('/api/v1/logs', { method }))
      expect([refusal.status, refusal.code]).toEqual([405, 'E0000022'])
      const path = `/api/v1/logs/${before[0]?.uuid}`
      expect((await refusalOf(await server.client.fetch(path, { method }))).status).toBe(404)
      expect((await server.client.call('listLogEvents')).body).toEqual(before)
    },
  )

  it('asks for the scope svc.logs.read [spec/4 log/scope]', async () => {
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, { get: { 'x-scope': string } }>
    }
    expect(document.paths['/api/v1/logs']?.get['x-scope']).toBe('svc.logs.read')
  })
})

describe('the body of an error', () => {
  const refusals = () =>
    Promise.all([
      server.client.refused('listLogEvents', { query: { since: 'yesterday' } }),
      server.client.refused('getEventHook', { params: { eventHookId: 'whonobody' } }),
      server.client.refused('createEventHook', { body: { ...hookBody('http://example.test'), name: '' } }),
      server.client.refused('listLogEvents', { query: { filter: 'colour eq "x"' } }),
    ])

  it('has a code, and the link is the code [spec/3 errors/errorCode] [spec/3 errors/errorLink]', async () => {
    const bodies = (await refusals()).map(({ body }) => [body.errorCode, body.errorLink])
    const codes = ['E0000001', 'E0000007', 'E0000001', 'E0000053']
    expect(bodies).toEqual(codes.map((code) => [code, code]))
  })

  it('has a sentence [spec/3 errors/errorSummary]', async () => {
    for (const { body } of await refusals()) expect(body.errorSummary).toMatch(/^\w.{10,}/)
  })

  it('has the identifier of its request, another one each time [spec/3 errors/errorId]', async () => {
    const all = await refusals()
    for (const { body, headers } of all) expect(body.errorId).toBe(headers.get('X-Svc-Request-Id'))
    expect(new Set(all.map(({ body }) => body.errorId)).size).toBe(all.length)
  })

  it('lists its causes, each with its sentence, or none [spec/3 errors/errorCauses]', async () => {
    const [since, missing, hook] = await refusals()
    expect(since?.body.errorCauses).toHaveLength(1)
    expect(missing?.body.errorCauses).toEqual([])
    expect(hook?.locations).toEqual(['name'])
    for (const { errorSummary } of hook?.body.errorCauses ?? []) expect(errorSummary).toMatch(/^name: ./)
  })

  it('that is E0000001 names the field that fails, with 400 [spec/3 errors/E0000001]', async () => {
    const [since] = await refusals()
    expect([since?.status, since?.code, since?.locations]).toEqual([400, 'E0000001', ['since']])
    expect(since?.body.errorCauses[0]?.errorSummary).toContain('since')
  })

  it('that is E0000007 names the id and the kind, with 404 [spec/3 errors/E0000007]', async () => {
    const [, missing] = await refusals()
    expect([missing?.status, missing?.code]).toEqual([404, 'E0000007'])
    expect(missing?.body.errorSummary).toContain('whonobody (Webhook)')
  })

  it('of a failed verification is 400 and tells why [spec/3 errors/verification] [spec/4 hooks/verify failure]', async () => {
    const { id } = (await server.client.call('createEventHook', { body: hookBody('https://127.0.0.1.nip.invalid/') }))
      .body
    const refusal = await server.client.refused('verifyEventHook', { params: { eventHookId: id } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['channel.config.uri']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('could not be reached')
  })
})

describe('versions', () => {
  it('every operation of the interface is under /api/v1, and nothing is at the same path without it [spec/3 versioning/prefix]', async () => {
    const routes = Object.values(ROUTES as unknown as Record<string, Route>)
    const managing = routes.filter(({ hidden, auth }) => !hidden && auth !== 'client')
    const paths = managing.map(({ path }) => path)
    // What clients ask before they know any version (spec/5 §7, spec/2 "Identity-provider lookup").
    const before = ['/.well-known/svc-organization', '/.well-known/webfinger']
    // Clients of the authorization server are below its own version (spec/5 §10).
    expect(paths.filter((path) => !/^\/(api|gatehouse|oauth2)\/v1\//.test(path))).toEqual(before)
    for (const path of ['/api/v1/logs', '/api/v1/eventHooks']) {
      expect((await server.client.fetch(path)).status).toBe(200)
      for (const other of [path.replace('/api/v1', ''), path.replace('v1', 'v2'), path.replace('/v1', '')])
        expect((await server.client.fetch(other, { headers: { Accept: 'application/json' } })).status, other).toBe(404)
    }
  })

  it('a channel has 1.0.0 and takes no other; an event has a text [spec/3 versioning/channel] [spec/3 versioning/event]', async () => {
    const body = hookBody('https://hooks.example.test/in')
    const hook = (await server.client.call('createEventHook', { body })).body
    expect(hook.channel.version).toBe('1.0.0')
    const other = { ...hookBody(hook.channel.config.uri), channel: { ...hook.channel, version: '1.1.0' } }
    expect((await server.client.refused('createEventHook', { body: other })).locations).toEqual(['channel.version'])
    const versions = (await server.client.call('listLogEvents')).body.map(({ version }) => version)
    expect(new Set(versions)).toEqual(new Set(['0']))
  })
})
