import { beforeAll, describe, expect, it } from 'vitest'
import type { FaultPlan, FaultRule } from '#contract/gatehouse/faults.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { makeServiceKey } from '#operations/connections/secrets.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { startServer, TestClock, type TestServer } from '../../../helpers/server.ts'
import { aBadRemote, aRemote } from '../../../helpers/remote.ts'

const plan = (rule: Pick<FaultRule, 'fault'> & Partial<FaultRule>): FaultPlan => ({
  seed: 1,
  rules: [{ path: '/api/v1/groups', share: 1, ...rule }],
})

/** Assertions are judged by the time of the remote, which its answers tell by `Date`: of the machine, whatever a test says. */
const liveClock = () => Object.defineProperty(new TestClock(), 'now', { get: () => Date.now() })

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  for (const name of ['One', 'Two', 'Three']) await server.make.aGroup(name)
})
const meet = (rule: Parameters<typeof plan>[0] | null) =>
  server.client.call('replaceFaults', { body: { plan: rule && plan(rule) } })
const clientOf = (over: Parameters<typeof aRemote>[1] = {}) =>
  aRemote(server.url, { secret: { token: server.token }, ...over })

describe('the client of a remote', () => {
  it('reads objects and lists, page by page to the end', async () => {
    const { remote } = clientOf()
    const names: string[] = []
    for await (const groups of remote.pages('listGroups', { query: { limit: 2 } }))
      names.push(...groups.map(({ profile }) => profile.name))
    expect(names).toEqual(expect.arrayContaining(['One', 'Two', 'Three', 'Everyone']))
    expect(new Set(names).size).toBe(names.length)
    const { items, next } = await remote.page('listGroups', { query: { limit: 1 } })
    expect([items.length, typeof next]).toEqual([1, 'string'])
    expect(await remote.call('getGroup', { params: { groupId: items[0]?.id ?? '' } })).toEqual(items[0])
  })

  it('speaks the words of the remote, and answers in ours', async () => {
    const vocabulary = SHIPPED_VOCABULARIES['okta'] ?? null
    const other = await startServer({ vocabulary })
    const { remote, requests } = aRemote(other.url, { secret: { token: other.token }, connection: { vocabulary } })
    const policies = await remote.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })
    expect(policies.map(({ type }) => type)).toEqual(['SVC_SIGN_ON'])
    expect((await remote.call('getWellKnownOrganization')).pipeline).toBe('idx')
    const paths = (await requests()).map(({ path }) => path)
    expect(paths).toEqual(['/api/v1/policies?type=OKTA_SIGN_ON', '/.well-known/okta-organization'])
  })

  it('changes nothing unless the connection may write', async () => {
    const body = { profile: { name: 'New' } }
    await expect(clientOf().remote.call('createGroup', { body })).rejects.toMatchObject({ problem: 'READ_ONLY' })
    const { remote } = clientOf({ connection: { mayWrite: true } })
    expect((await remote.call('createGroup', { body })).profile.name).toBe('New')
  })

  it('notes each try in the journal', async () => {
    await meet({ fault: { type: 'STATUS', status: 500 }, most: 1 })
    const { remote, requests } = clientOf()
    await remote.page('listGroups', { query: { limit: 1, q: 'ada@example.test' } as never })
    const [first, second] = await requests()
    expect(first).toMatchObject({ status: 500, attempt: 1, problem: expect.stringContaining('E0000009') })
    expect(second).toMatchObject({ operation: 'listGroups', method: 'GET', status: 200, attempt: 2, problem: null })
    expect(second?.path).toBe('/api/v1/groups?limit=1&q=ada%40example.test')
    expect(second?.waitedMs).toBe(LIMITS.remoteBackoffMs.first)
  })
})

describe('what is tried again', () => {
  it('waits after a refusal as long as it says, and half a budget is all that is used', async () => {
    await meet({ fault: { type: 'STATUS', status: 429, retryAfterSeconds: 5 }, most: 1 })
    const { remote, time } = clientOf()
    await remote.page('listGroups')
    expect(time.waits[0]).toBe(5_000)
    // The window that the refusal tells of may end a little later, by the seconds of its clock.
    expect(time.steady()).toBeLessThan(8_000)
    expect(remote.facts().limits).toContainEqual(
      expect.objectContaining({ bucket: 'groups.list', limit: 500, ours: 250 }),
    )
  })

  it('waits longer after each refusal that says no time', async () => {
    await meet({ fault: { type: 'STATUS', status: 429 }, most: 3 })
    const { remote, time } = clientOf()
    await remote.page('listGroups')
    expect(time.waits).toEqual([1_000, 2_000, 4_000])
  })

  it.each([
    ['an error', { type: 'STATUS', status: 500 }],
    ['overload', { type: 'STATUS', status: 503 }],
    ['an answer that is cut', { type: 'CUT', bytes: 40 }],
    ['an answer without a body', { type: 'CUT', bytes: 0 }],
  ] as const)('reading, after %s', async (_, fault) => {
    await meet({ fault, most: 2 })
    const { remote, time } = clientOf()
    expect((await remote.page('listGroups')).items.length).toBeGreaterThan(3)
    expect(time.waits).toEqual([1_000, 2_000])
  })

  it('a change after a refusal alone: of all else it is not known whether it was made', async () => {
    const { remote, requests } = clientOf({ connection: { mayWrite: true } })
    for (const fault of [
      { type: 'STATUS', status: 500 },
      { type: 'CUT', bytes: 10 },
    ] as const) {
      await meet({ fault, methods: ['POST'] })
      await expect(remote.call('createGroup', { body: { profile: { name: 'Once' } } })).rejects.toMatchObject({
        isOutcomeUnknown: true,
        message: expect.stringMatching(/^Acme: “Create a group” \(POST \/api\/v1\/groups\) .* is not known\.$/),
      })
    }
    expect(await requests()).toHaveLength(2)
    await meet({ fault: { type: 'STATUS', status: 429, retryAfterSeconds: 1 }, methods: ['POST'], most: 1 })
    await remote.call('createGroup', { body: { profile: { name: 'Twice' } } })
    await meet(null)
  })

  it('comes to an end, and what it read before is not lost', async () => {
    await meet({ fault: { type: 'STATUS', status: 503 }, path: '/api/v1/groups' })
    const { remote, requests } = clientOf()
    await expect(remote.page('listGroups')).rejects.toMatchObject({ problem: 'BUSY', status: 503 })
    expect(await requests()).toHaveLength(LIMITS.remoteAttempts)
    await meet(null)
  })

  it('never a list whose link leads to the same page', async () => {
    await meet({ fault: { type: 'REPEATED_PAGE' } })
    const { remote } = clientOf()
    await expect(remote.page('listGroups', { query: { limit: 1 } })).rejects.toMatchObject({ problem: 'ENDLESS' })
    await meet(null)
  })

  it('ends when it is aborted, also while it waits in line', async () => {
    await meet({ fault: { type: 'SLOW', seconds: 30 } })
    const { remote } = clientOf()
    const abort = new AbortController()
    const [first, second] = [1, 2].map(() => remote.page('listGroups', { signal: abort.signal }))
    abort.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    await expect(second).rejects.toThrow('enough')
    await meet(null)
    expect((await remote.page('listGroups')).items.length).toBeGreaterThan(3)
  })

  it('ends in time where an answer takes too long', async () => {
    await meet({ fault: { type: 'SLOW', seconds: 30 } })
    const { remote } = clientOf({ bounds: { exchangeMs: 30 } })
    await expect(remote.page('listGroups')).rejects.toMatchObject({ problem: 'TIMEOUT' })
    await meet(null)
  })
})

describe('a service app', () => {
  const app = async (clock: TestClock, grant = ['svc.groups.read']) => {
    const other = await startServer({ clock })
    const { publicKey, privateKey } = makeServiceKey()
    const { client, url } = other
    const { body } = await client.call('createApp', {
      body: {
        ...{ label: 'Sync', signOnMode: 'OPENID_CONNECT' },
        credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
        settings: {
          oauthClient: {
            ...{ application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] },
            jwks: { keys: [publicKey] },
          },
        },
      } as never,
    })
    for (const scopeId of grant)
      await client.call('grantScope', { params: { appId: body.id }, body: { issuer: url, scopeId } })
    await client.call('assignClientRole', { params: { clientId: body.id }, body: { type: 'SUPER_ADMIN' } } as never)
    const authentication = { type: 'SERVICE_APP' as const, clientId: body.id, scopes: grant, publicKey }
    return { other, ...aRemote(url, { secret: { privateKey }, connection: { authentication } }) }
  }

  it('asks for an access token with its key, once for many calls', async () => {
    const { remote, requests } = await app(liveClock())
    await Promise.all([remote.page('listGroups'), remote.page('listGroups')])
    const asked = (await requests()).filter(({ operation }) => operation === 'requestToken')
    expect(asked).toHaveLength(1)
  })

  it('asks for another token when it is revoked in the midst, and goes on; where that is refused as well, it ends', async () => {
    let [made, valid] = [0, '']
    const address = await aBadRemote(({ url, headers }, response) => {
      response.setHeader('Content-Type', 'application/json')
      if (url === '/oauth2/v1/token') {
        valid = made < 2 ? `Bearer token-${(made += 1)}` : ''
        return response.end(JSON.stringify({ access_token: `token-${made}`, expires_in: 3_600 }))
      }
      return response.writeHead(headers.authorization === valid ? 200 : 401).end('[]')
    })
    const { publicKey, privateKey } = makeServiceKey()
    const authentication = { type: 'SERVICE_APP' as const, clientId: 'x', scopes: ['svc.groups.read'], publicKey }
    const { remote } = aRemote(address, { secret: { privateKey }, connection: { authentication } })
    expect((await remote.page('listGroups')).items).toEqual([])
    valid = 'revoked'
    expect((await remote.page('listGroups')).items).toEqual([])
    valid = 'revoked'
    await expect(remote.page('listGroups')).rejects.toMatchObject({ problem: 'REFUSED', status: 401 })
  })

  it('is told in one sentence what it may not', async () => {
    const { remote } = await app(liveClock())
    await expect(remote.page('listUsers')).rejects.toMatchObject({ problem: 'NOT_PERMITTED', status: 403 })
  })
})
