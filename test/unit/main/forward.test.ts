import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { forward } from '#main/security/forward.ts'

let server: Server
let port = 0
let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string } = { headers: {}, body: '' }
let status = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen = {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      response.setHeader('link', ['<http://127.0.0.1:7480/a>; rel="self"', '<http://127.0.0.1:7480/b>; rel="next"'])
      response.setHeader('set-cookie', 'a=b')
      response.setHeader('x-request-id', 'r1')
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? undefined : '{"id":"1"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => (status = 200))

const ask = (path: string, init?: RequestInit) =>
  forward(new Request(`http://page.test${path}`, init), path, { port, token: 'secret' })

it('adds the token and takes away what the page says of itself', async () => {
  await ask('/api/v1/policies?type=PASSWORD&q=a%20b', {
    headers: { authorization: 'Bearer mine', cookie: 'a=b', origin: 'app://gatehouse', 'x-forwarded-for': '1.1.1.1' },
  })
  expect(seen.url).toBe('/api/v1/policies?type=PASSWORD&q=a%20b')
  expect(seen.headers).toMatchObject({ authorization: 'SSWS secret', host: `127.0.0.1:${port}` })
  for (const name of ['cookie', 'origin', 'x-forwarded-for']) expect(seen.headers[name]).toBeUndefined()
})

it('passes on that unknown keys are to be refused', async () => {
  await ask('/api/v1/groups', { headers: { Prefer: 'handling=strict' } })
  expect(seen.headers['prefer']).toBe('handling=strict')
})

it('streams a body of any size', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(2_000_000) })
  const reply = await ask('/api/v1/policies', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
  expect(await reply.json()).toEqual({ id: '1' })
  expect(seen).toMatchObject({ method: 'PUT', body })
  expect(seen.headers['content-type']).toBe('application/json')
})

it('hands back status and headers, each link as it was, but no cookie', async () => {
  status = 404
  const reply = await ask('/api/v1/policies/none')
  expect(reply.status).toBe(404)
  expect(reply.headers.get('link')).toBe('<http://127.0.0.1:7480/a>; rel="self", <http://127.0.0.1:7480/b>; rel="next"')
  expect(reply.headers.get('x-request-id')).toBe('r1')
  expect(reply.headers.get('set-cookie')).toBeNull()
  await reply.text()
})

it('hands back an empty reply as one', async () => {
  status = 204
  const reply = await ask('/api/v1/policies/1', { method: 'DELETE' })
  expect([reply.status, reply.body]).toEqual([204, null])
})

it('fails when no one listens', async () => {
  const request = new Request('http://page.test/api/v1/policies')
  await expect(forward(request, '/api/v1/policies', { port: 1, token: 'secret' })).rejects.toThrow()
})
