import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, isAbort } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { whenHeard, whenRefused } from '#ui/api/session.ts'

/** A real server that answers as each test says; the page's origin is stood in for by resolving against it. */
let server: Server
let base = ''
let answer: (request: IncomingMessage, response: ServerResponse) => void
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  const kept = new Map<string, string>([['gatehouse.token', 'abc']])
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(base + path, init))
})
afterEach(() => vi.unstubAllGlobals())

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

describe('the client', () => {
  it('sends what the route says, with the token', async () => {
    answer = (request, response) =>
      reply(response, 200, { seen: [request.method, request.url, request.headers.authorization] })
    const got: unknown = await api.call('getPolicy', { params: { policyId: 'a b' }, query: { expand: 'rules' } })
    expect(got).toEqual({ seen: ['GET', '/api/v1/policies/a%20b?expand=rules', 'SSWS abc'] })
  })

  it('gives undefined for an empty reply', async () => {
    answer = (_, response) => reply(response, 204, undefined)
    expect(await api.call('deleteGroup', { params: { groupId: '00g1' } })).toBeUndefined()
  })

  it('reads all pages by their cursors, keeping the query', async () => {
    const seen: string[] = []
    answer = (request, response) => {
      seen.push(request.url ?? '')
      const first = !request.url?.includes('after')
      reply(
        response,
        200,
        [{ id: first ? 1 : 2 }],
        first ? { Link: `<${base}/api/v1/groups?after=c1>; rel="next"` } : {},
      )
    }
    const items = await api.all('listGroups', { query: { q: 'con' } })
    expect(items.map((item) => item.id)).toEqual([1, 2])
    expect(seen).toEqual(['/api/v1/groups?q=con', '/api/v1/groups?q=con&after=c1'])
  })

  it('keeps the token when the organization’s engine lacks what was asked for', async () => {
    const refused = vi.fn()
    whenRefused(refused)
    answer = (_, response) =>
      reply(response, 401, { errorCode: 'E0000015', errorSummary: 'This feature is not available' })
    await expect(api.call('getWorkspace')).rejects.toMatchObject({ code: 'E0000015' })
    expect(refused).not.toHaveBeenCalled()
  })

  it('reports a refused token and throws the service’s words', async () => {
    const refused = vi.fn()
    whenRefused(refused)
    answer = (_, response) => reply(response, 401, { errorCode: 'E0000011', errorSummary: 'Invalid token provided' })
    await expect(api.call('getWorkspace')).rejects.toMatchObject({ status: 401, summary: 'Invalid token provided' })
    expect(refused).toHaveBeenCalledOnce()
  })

  it('reports a missing token, which the service answers with 403, but no other 403', async () => {
    const refused = vi.fn()
    whenRefused(refused)
    answer = (_, response) => reply(response, 403, { errorCode: 'E0000006', errorSummary: 'Not allowed' })
    await expect(api.call('getWorkspace')).rejects.toMatchObject({ status: 403 })
    expect(refused).not.toHaveBeenCalled()
    answer = (_, response) => reply(response, 403, { errorCode: 'E0000005', errorSummary: 'The session is not valid' })
    await expect(api.call('getWorkspace')).rejects.toMatchObject({ status: 403 })
    expect(refused).toHaveBeenCalledOnce()
  })

  it('tells after each call whether the service answered', async () => {
    const heard = vi.fn()
    whenHeard(heard)
    answer = (_, response) => reply(response, 200, {})
    await api.call('getWorkspace')
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:1/'))
    await api.call('getWorkspace').catch(() => undefined)
    expect(heard.mock.calls).toEqual([[true], [false]])
  })

  it('says plainly that no one answers', async () => {
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:1/'))
    const failure: unknown = await api.call('getWorkspace').catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 0, code: 'NETWORK' })
  })

  it('can be given up', async () => {
    answer = () => undefined
    const controller = new AbortController()
    const asked = api.call('getWorkspace', { signal: controller.signal }).catch((thrown: unknown) => thrown)
    controller.abort()
    expect(isAbort(await asked)).toBe(true)
  })
})
