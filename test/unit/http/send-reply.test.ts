import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { media } from '#contract/interface/content-types.ts'
import { defineRoute, type Route } from '#contract/interface/route.ts'
import type { Reply } from '#http/reply.ts'
import { sendReply } from '#http/send-reply.ts'
import { serveRoute } from '../../helpers/serve-route.ts'

const of = { method: 'GET', path: '/x', summary: 'Read', tag: 'Tests', auth: 'public' } as const
const two = defineRoute({ ...of, responses: { 200: z.object({ id: z.string() }), 202: null } })
const file = defineRoute({ ...of, responses: { 200: media('text/csv', 'application/x-ndjson') } })

async function ask<R extends Route>(route: R, reply: Reply<R>, method = 'GET') {
  const url = await serveRoute(route, (ctx) =>
    sendReply(ctx, route, reply as Reply<Route>, { base: 'http://x', strict: true }),
  )
  const response = await fetch(url, { method })
  const { status, headers } = response
  return { status, headers, type: headers.get('Content-Type'), text: await response.text() }
}

describe('a route with several replies', () => {
  it('is answered by the one that the handler names, with its headers', async () => {
    const found = await ask(two, { status: 200, body: { id: 'x' }, headers: { 'X-Found': 'yes' } })
    expect([found.status, found.text, found.headers.get('X-Found')]).toEqual([200, '{"id":"x"}', 'yes'])
    const waiting = await ask(two, { status: 202, body: undefined })
    expect([waiting.status, waiting.text]).toEqual([202, ''])
  })

  it('fails when the handler names none of them', async () => {
    // @ts-expect-error the type demands a status where several are declared
    expect((await ask(two, { body: { id: 'x' } })).status).toBe(500)
    // @ts-expect-error the body belongs to the other status
    expect((await ask(two, { status: 202, body: { id: 'x' } })).status).toBe(500)
    // @ts-expect-error not declared
    expect((await ask(two, { status: 201, body: { id: 'x' } })).status).toBe(500)
  })
})

describe('a reply that is no JSON', () => {
  const type = 'text/csv; charset=utf-8; header=present'

  it('is text or a stream of a declared type, with its length', async () => {
    const text = await ask(file, { body: { type, data: 'a,b\r\n' } })
    expect([text.status, text.type, text.text]).toEqual([200, type, 'a,b\r\n'])
    async function* chunks() {
      yield Buffer.from('{}\n')
      yield Buffer.from('{}\n')
    }
    const stream = await ask(file, { body: { type: 'application/x-ndjson', data: chunks, length: 6 } })
    expect([stream.type, stream.headers.get('Content-Length'), stream.text]).toEqual([
      'application/x-ndjson',
      '6',
      '{}\n{}\n',
    ])
  })

  it('is not opened for a HEAD request, which learns type and length', async () => {
    const data = () => expect.unreachable()
    const head = await ask(file, { body: { type, data, length: 6 } }, 'HEAD')
    expect([head.status, head.type, head.headers.get('Content-Length')]).toEqual([200, type, '6'])
  })

  it('fails when its type is not declared', async () => {
    expect((await ask(file, { body: { type: 'text/html', data: '<script>' } })).status).toBe(500)
  })
})
