import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../helpers/files.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import {
  anAccessToken,
  aServiceClient,
  assertionOf,
  credentialsForm,
  issuerOf,
  post,
  type ServiceClient,
} from '../../helpers/oauth-clients.ts'

const TOKEN = '/oauth2/v1/token'

let server: TestServer
let service: ServiceClient
beforeAll(async () => {
  server = await startServer()
  service = await aServiceClient(server, { scopes: ['svc.groups.read', 'svc.groups.manage'] })
  await server.client.call('assignClientRole', {
    params: { clientId: service.clientId },
    body: { type: 'SUPER_ADMIN' },
  })
})

const ask = async (scope: string, claims = {}) =>
  post(server, TOKEN, credentialsForm(await assertionOf(server, service, { claims }), scope))

it('the metadata of the organization is where clients look for it [spec/5 1/GET oauth metadata]', async () => {
  const reply = await fetch(`${server.url}/.well-known/oauth-authorization-server`)
  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ issuer: issuerOf(server), token_endpoint: `${issuerOf(server)}${TOKEN}` })
})

describe('an access token of the organization', () => {
  it('is given for granted scopes to a client that signs with its private key [spec/3 auth/7] [spec/3 auth/5] [spec/5 1/POST oauth2/v1/token]', async () => {
    const reply = await ask('svc.groups.read')
    expect(reply.body).toEqual({
      access_token: expect.any(String) as string,
      expires_in: 3600,
      scope: 'svc.groups.read',
      token_type: 'Bearer',
    })
    expect(reply.status).toBe(200)
    const token = String(reply.body['access_token'])
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    const now = Math.floor(server.clock.now / 1_000)
    expect(decodeJwt(token)).toEqual({
      ...{ ver: 1, jti: expect.stringMatching(/^AT\./) as string, iss: issuerOf(server), aud: issuerOf(server) },
      ...{ iat: now, exp: now + 3600, sub: service.clientId, cid: service.clientId, client_id: service.clientId },
      ...{ scp: ['svc.groups.read'], scope: 'svc.groups.read' },
    })
  })

  it('is not sent where it could not be put on record', async () => {
    // The service writes, too, such as seals.
    const change = (sql: string) =>
      withDatabase(server.dataFile, (database) => database.exec(`PRAGMA busy_timeout = 5000; ${sql}`))
    await change(`CREATE TRIGGER refuse BEFORE INSERT ON oauth_records BEGIN SELECT RAISE(ABORT, 'no'); END`)
    const reply = await ask('svc.groups.read')
    await change('DROP TRIGGER refuse')
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual({ error: 'server_error', error_description: expect.any(String) as string })
    expect((await ask('svc.groups.read')).status).toBe(200)
  })

  it('lets its client in, as far as its scopes go [spec/3 auth/1] [spec/3 auth/2] [spec/4 3.5/small scope]', async () => {
    const token = await anAccessToken(server, service, 'svc.groups.read')
    expect((await fetch(`${server.url}/api/v1/groups`)).status).toBe(403)
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${server.url}/api/v1/groups`, { headers })).status).toBe(200)
    const refused = await fetch(`${server.url}/api/v1/zones`, { headers })
    expect([refused.status, await refused.text()]).toEqual([403, ''])
    expect(refused.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"')
  })
})
