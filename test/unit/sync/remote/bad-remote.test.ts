import { createServer as createTlsServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RemoteError, RemoteProblem } from '#sync/remote/remote-error.ts'
import { selfSigned } from '../../../helpers/certificates.ts'
import { listen } from '../../../helpers/endpoint.ts'
import { aBadRemote, aRemote, TOKEN } from '../../../helpers/remote.ts'

const json = { 'Content-Type': 'application/json' }
const problemOf = async (answer: RequestListener): Promise<RemoteError> => {
  const { remote } = aRemote(await aBadRemote(answer))
  return remote.page('listGroups', { query: { limit: 2 } }).then(
    () => expect.fail('it was taken'),
    (error: unknown) => error as RemoteError,
  )
}
const text =
  (body: string, headers: Record<string, string> = json): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(body)

const ENDS: readonly (readonly [string, RequestListener, RemoteProblem])[] = [
  ['HTML in place of JSON', text('<html>', { 'Content-Type': 'text/html; charset=utf-8' }), 'NOT_JSON'],
  ['HTML that claims to be JSON', text('<html>'), 'NOT_JSON'],
  [
    'bytes that are no text',
    (_, response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0x22])),
    'NOT_JSON',
  ],
  ['JSON of depth 10,000', text('['.repeat(10_000) + ']'.repeat(10_000)), 'TOO_DEEP'],
  ['an object in place of a list', text('{}'), 'WRONG_SHAPE'],
  ['nothing in place of a list', text(''), 'WRONG_SHAPE'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { Location: 'https://evil.example.test/x' }).end(),
    'ELSEWHERE',
  ],
  ['a redirect of its own', (_, response) => response.writeHead(307, { Location: '/other' }).end(), 'ELSEWHERE'],
  [
    'a link elsewhere',
    text('[]', { ...json, Link: '<https://evil.example.test/api/v1/groups?after=x>; rel="next"' }),
    'ELSEWHERE',
  ],
  ['a link to another list', text('[]', { ...json, Link: '</api/v1/users?after=x>; rel="next"' }), 'ELSEWHERE'],
  ['a link without a cursor', text('[]', { ...json, Link: '</api/v1/groups?limit=2>; rel="next"' }), 'ENDLESS'],
  [
    'a token that is not valid',
    (_, response) => response.writeHead(401, json).end('{"errorCode":"E0000011"}'),
    'REFUSED',
  ],
  [
    'what only a larger role may',
    (_, response) => response.writeHead(403, json).end('{"errorCode":"E0000006"}'),
    'NOT_PERMITTED',
  ],
  [
    'headers without an end',
    (_, response) => response.writeHead(200, { ...json, 'X-Long': 'x'.repeat(200_000) }).end('[]'),
    'TOO_LONG',
  ],
  [
    'an answer that is cut',
    (_, response) => response.writeHead(200, { ...json, 'Content-Length': '10' }).write('[1', () => response.destroy()),
    'CUT',
  ],
  ['an end without an answer', (request) => request.socket.destroy(), 'CUT'],
  ['something that is not HTTP', (request) => request.socket.end('SSH-2.0-x\r\n\r\n'), 'NOT_JSON'],
]

describe('a bad remote ends a call in one sentence', () => {
  it.each(ENDS)('with %s', async (_, answer, problem) => {
    const error = await problemOf(answer)
    expect(error.name).toBe('RemoteError')
    expect([error.problem, error.call.operation]).toEqual([problem, 'listGroups'])
    expect(error.message).toMatch(/^Acme: “List groups” \(GET \/api\/v1\/groups\?limit=2\) [^\n]+\.$/)
    expect(error.message.length).toBeLessThan(800)
  })

  it('with a body of 100 MB, of which no more is read than may be', async () => {
    let sent = 0
    const error = await problemOf((_, response) => {
      response.writeHead(200, json)
      const chunk = Buffer.alloc(1_048_576, 0x20)
      const more = (): void => {
        if (sent >= 100 || response.destroyed) return void response.end()
        sent += 1
        response.write(chunk, more)
      }
      more()
    })
    expect(error.problem).toBe('TOO_LONG')
    expect(sent).toBeLessThan(LIMITS.remoteReplyBytes / 1_048_576 + 30)
  })

  it('with a list that never ends', async () => {
    const { remote } = aRemote(
      await aBadRemote(({ url = '' }, response) => {
        const after = new URL(url, 'http://x').searchParams.get('after') ?? '0'
        const next = after === '3' ? '1' : String(Number(after) + 1)
        response
          .writeHead(200, { ...json, Link: `</api/v1/groups?after=${next}>; rel="next"` })
          .end(`[{"id":"${after}"}]`)
      }),
    )
    const ids: string[] = []
    const read = async () => {
      for await (const page of remote.pages('listGroups')) ids.push(...page.map(({ id }) => id))
    }
    await expect(read()).rejects.toMatchObject({ problem: 'ENDLESS', call: { path: '/api/v1/groups?after=3' } })
    expect(ids).toEqual(['0', '1', '2', '3'])
  })

  it('with nothing at its address', async () => {
    const { remote, requests } = aRemote('http://127.0.0.1:1', { connection: { mayWrite: true } })
    await expect(remote.call('createGroup', { body: { profile: { name: 'x' } } })).rejects.toMatchObject({
      problem: 'NOT_CONNECTED',
      message: 'Acme: the remote at http://127.0.0.1:1 does not answer: connection refused.',
      isOutcomeUnknown: false,
    })
    expect(await requests()).toHaveLength(LIMITS.remoteAttempts)
  })

  it('with a wait of a day', async () => {
    const { remote, time } = aRemote(
      await aBadRemote((_, response) => response.writeHead(429, { 'Retry-After': '86400' }).end()),
    )
    await expect(remote.page('listGroups')).rejects.toMatchObject({
      problem: 'LONG_WAIT',
      message: expect.stringContaining('1440 minutes'),
    })
    expect(time.waits).toEqual([])
  })

  it('with a certificate that changed', async () => {
    const [first, second] = await Promise.all([selfSigned('127.0.0.1'), selfSigned('127.0.0.1')])
    const server: Server = createTlsServer(
      { key: first.key, cert: first.certificate },
      text('[]', { ...json, Connection: 'close' }),
    )
    const { remote } = aRemote(`https://127.0.0.1:${await listen(server)}`, {
      trustedCertificates: [first.certificate],
    })
    expect((await remote.page('listGroups')).items).toEqual([])
    server.setSecureContext({ key: second.key, cert: second.certificate })
    await expect(remote.page('listGroups')).rejects.toMatchObject({ problem: 'CERTIFICATE' })
  })
})

describe('what a bad remote cannot do', () => {
  it('hold up others by a clock of 1970', async () => {
    let count = 0
    const { remote, time } = aRemote(
      await aBadRemote((_, response) => {
        count += 1
        const rate = { 'X-Rate-Limit-Limit': '600', 'X-Rate-Limit-Remaining': '0', 'X-Rate-Limit-Reset': '65' }
        const date = { Date: 'Thu, 01 Jan 1970 00:00:05 GMT' }
        response.writeHead(count === 1 ? 429 : 200, { ...json, ...date, ...rate }).end('[]')
      }),
    )
    expect((await remote.page('listGroups')).items).toEqual([])
    expect(time.steady()).toBeLessThanOrEqual(62_000)
    expect(remote.facts().clockDifferenceMs).toBeLessThan(-1e12)
  })

  it('have its secret repeated in an error or the journal', async () => {
    const { remote, requests } = aRemote(
      await aBadRemote(({ headers }, response) =>
        response
          .writeHead(400, json)
          .end(JSON.stringify({ errorCode: 'E0000001', errorSummary: headers.authorization })),
      ),
    )
    const error = await remote.page('listGroups').catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('SSWS •••')
    expect(JSON.stringify([error, await requests()])).not.toContain(TOKEN)
  })

  it('change what objects are by the names of keys', async () => {
    const { remote } = aRemote(await aBadRemote(text('[{"id":"a","__proto__":{"isAdmin":true}}]')))
    const [group] = (await remote.page('listGroups')).items
    expect({ ...group }).toEqual({ id: 'a' })
    expect((group as unknown as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})
