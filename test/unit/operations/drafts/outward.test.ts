import { beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '../../../helpers/client.ts'
import { makeDraft, type TestDraft } from '../../../helpers/drafts.ts'
import { allowLocalHooks, aVerifiedHook, eventually, startEndpoint } from '../../../helpers/endpoint.ts'
import { linksIn } from '../../../helpers/links.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let inside: TestDraft
beforeAll(async () => {
  server = await startServer({ sample: true })
})

describe('nothing leaves a draft', () => {
  it('no event to a hook, and no verification of one', async () => {
    await allowLocalHooks(server.client)
    const endpoint = await startEndpoint()
    const hook = await aVerifiedHook(server.client, endpoint, ['group.lifecycle.create'])
    inside = await makeDraft(server, 'Quiet')
    const before = endpoint.received.length
    await inside.make.aGroup('Not told')
    const params = { eventHookId: hook.id }
    expect((await inside.client.refused('verifyEventHook', { params })).code).toBe('E0000113')
    // A delivery begins at once, as the workspace does with what comes next.
    await server.make.aGroup('Told')
    await eventually(() => expect(endpoint.bodies()).not.toHaveLength(0))
    expect(endpoint.received.slice(before)).toHaveLength(1)
    expect(JSON.stringify(endpoint.bodies())).not.toContain('Not told')
  })

  it('no request to an instance elsewhere', async () => {
    const body = {
      ...{ name: 'Acme', address: server.url },
      authentication: { type: 'API_TOKEN' as const, token: server.token },
    }
    await server.client.call('createConnection', { body })
    const { client } = await makeDraft(server, 'Alone')
    expect((await client.call('listConnections')).body).toEqual([])
    const { id } = (await client.call('createConnection', { body })).body
    for (const operation of ['testConnection', 'compareConnection', 'pullConnection', 'planConnection'] as const)
      expect((await client.refused(operation, { params: { connectionId: id } })).code).toBe('E0000113')
  })
})

describe('the addresses of a draft', () => {
  it('lead back into it, from bodies and from headers', async () => {
    const { client, draft } = await makeDraft(server, 'Linked')
    const lists = [
      '/api/v1/users',
      '/api/v1/groups',
      '/api/v1/apps',
      '/api/v1/policies',
      '/api/v1/authorizationServers',
    ]
    let followed = 0
    for (const path of lists) {
      const response = await client.fetch(`${path}?limit=2&type=ACCESS_POLICY`)
      const links = linksIn(await response.json(), response.headers.get('Link'))
      for (const { href } of links) expect(href.replace('//localhost:', '//127.0.0.1:')).toMatch(`${draft.url}/`)
      const { self, next } = linksOf(response.headers)
      for (const address of [self, next].filter((one) => one !== undefined)) {
        await client.follow(address)
        followed += 1
      }
      const objects = links.filter(({ name, isTemplate }) => name.endsWith('.self') && !isTemplate)
      for (const { href } of objects.slice(0, 2)) await client.follow(href)
    }
    expect(followed).toBeGreaterThan(lists.length)
  })

  it('are those of its issuers, too', async () => {
    const { client, draft } = await makeDraft(server, 'Issuing')
    const issuer = draft.url.replace('127.0.0.1', 'localhost')
    for (const [path, named] of [
      ['/.well-known/openid-configuration', issuer],
      ['/oauth2/default/.well-known/openid-configuration', `${issuer}/oauth2/default`],
    ] as const) {
      const metadata = (await (await client.fetch(path)).json()) as Record<string, string>
      expect(metadata['issuer']).toBe(named)
      for (const [name, value] of Object.entries(metadata))
        if (typeof value === 'string' && /^https?:/.test(value)) expect(`${value}/`, name).toMatch(`${issuer}/`)
      const keys = await fetch(metadata['jwks_uri'] ?? '')
      expect(await keys.json()).toHaveProperty('keys')
    }
  })

  it('refuse other hosts and other sites as those of the workspace do', async () => {
    const { client } = await makeDraft(server, 'Guarded')
    const headers = { Origin: 'https://evil.example.test' }
    expect((await client.fetch('/api/v1/groups', { headers })).status).toBe(403)
    expect((await client.fetch('/api/v1/nothing')).status).toBe(404)
    expect((await fetch(`${server.url}/drafts/dftUnknown/api/v1/groups`)).status).toBe(404)
  })
})
