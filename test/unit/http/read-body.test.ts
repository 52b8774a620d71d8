import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, type Route } from '#contract/interface/route.ts'
import { readBody } from '#http/middleware/read-body.ts'
import { refusalOf } from '../../helpers/client.ts'
import { serveRoute } from '../../helpers/serve-route.ts'

const of = {
  method: 'POST',
  path: '/x',
  summary: 'Take',
  tag: 'Tests',
  auth: 'public',
  responses: { 200: z.unknown() },
} as const
const form = defineRoute({ ...of, consumes: 'application/x-www-form-urlencoded', body: z.unknown() })
const request = defineRoute({ ...of, consumes: 'application/pkcs10', maxBytes: 10 })
const small = defineRoute({ ...of, body: z.unknown(), maxBytes: 10 })
const anything = defineRoute({ ...of, consumes: '*' })

const post = async (route: Route, body: string, headers: Record<string, string>) => {
  const url = await serveRoute(route, readBody, async (ctx) => {
    ctx.body = { parsed: ctx.request.body ?? null, rest: await text(ctx.req) }
  })
  return fetch(url, { method: 'POST', body, headers })
}
const type = (value: string) => ({ 'Content-Type': value })

describe('the body of a request', () => {
  it('is parsed as a form where the route takes one', async () => {
    const response = await post(form, 'grant_type=client_credentials&scope=a+b', type(form.consumes))
    expect(await response.json()).toMatchObject({ parsed: { grant_type: 'client_credentials', scope: 'a b' } })
    const refusal = await refusalOf(await post(form, '{}', type('application/json')))
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([415, 'E0000021', ['Content-Type']])
  })

  it('is left to the handler where the route takes a stream of one type', async () => {
    const response = await post(request, 'MIIB', type(request.consumes))
    expect(await response.json()).toEqual({ parsed: null, rest: 'MIIB' })
    expect((await refusalOf(await post(request, 'MIIB', type('text/plain')))).status).toBe(415)
  })

  it('is no longer than the route allows', async () => {
    for (const [route, body] of [
      [request, 'x'.repeat(11)],
      [small, '"123456789"'],
    ] as const) {
      const refusal = await refusalOf(await post(route, body, type(route.consumes)))
      expect([refusal.status, refusal.code]).toEqual([413, 'E0000020'])
    }
  })

  it('may be anything where the route takes anything', async () => {
    for (const headers of [type('text/odd'), { ...type('application/json'), 'Content-Encoding': 'gzip' }])
      expect(await (await post(anything, '{', headers)).json()).toEqual({ parsed: null, rest: '{' })
  })
})
