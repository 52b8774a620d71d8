import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Scope } from '#contract/interface/scopes.ts'
import { defineRoute } from '#contract/interface/route.ts'
import { requireScope } from '#http/middleware/require-scope.ts'
import { serveRoute } from '../../helpers/serve-route.ts'

const routeOf = (scope: Scope) =>
  defineRoute({ method: 'GET', path: '/x', summary: 'Read', tag: 'Tests', scope, responses: { 200: z.unknown() } })
const open = defineRoute({
  ...{ method: 'GET', path: '/x', summary: 'Read', tag: 'Tests' },
  auth: 'public',
  responses: { 200: z.unknown() },
})

async function ask(scopes: 'all' | Scope[] | null, route: ReturnType<typeof routeOf> | typeof open, path = '/x') {
  const url = await serveRoute(
    route,
    (ctx, next) => {
      const held = scopes === 'all' ? scopes : new Set(scopes)
      ctx.state['token'] = scopes === null ? null : { id: '00T', userId: '00u', name: 'A token', scopes: held }
      return next()
    },
    requireScope(() => 'http://127.0.0.1:7480'),
    (ctx) => {
      ctx.body = 'in'
    },
  )
  const response = await fetch(url + path)
  return { status: response.status, challenge: response.headers.get('WWW-Authenticate'), text: await response.text() }
}

describe('the scope of a route', () => {
  it('lets in a token that has it, or that has all', async () => {
    for (const scopes of ['all', ['svc.groups.read'], ['svc.groups.manage'], ['svc.users.read', 'svc.groups.read']])
      expect((await ask(scopes as 'all' | Scope[], routeOf('svc.groups.read'))).text).toBe('in')
  })

  it('keeps out a token without it, with a challenge that names it and no body', async () => {
    const { status, challenge, text } = await ask(['svc.users.manage'], routeOf('svc.groups.read'), '/api/v1/groups/x')
    expect([status, text]).toEqual([403, ''])
    expect(challenge).toBe(
      'Bearer authorization_uri="http://127.0.0.1:7480/oauth2/v1/authorize", realm="http://127.0.0.1:7480", ' +
        'scope="svc.groups.read", error="insufficient_scope", ' +
        'error_description="The access token does not have the scope that this operation needs.", ' +
        'resource="/api/v1/groups/x"',
    )
  })

  it('is not given by reading alone, nor by nothing', async () => {
    for (const scopes of [['svc.groups.read'], [], null] as (Scope[] | null)[])
      expect((await ask(scopes, routeOf('svc.groups.manage'))).status).toBe(403)
  })

  it('is not asked for where a route is public', async () => {
    expect((await ask(null, open)).text).toBe('in')
  })
})
