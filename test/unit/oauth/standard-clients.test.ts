import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, TestClock, type TestServer } from '../../helpers/server.ts'
import {
  assertionOf,
  aServiceClient,
  credentialsForm,
  issuerOf,
  post,
  type ServiceClient,
} from '../../helpers/oauth-clients.ts'

// The libraries go by the clock of the machine.
let server: TestServer
let service: ServiceClient
let bound: ServiceClient
const scopes = ['svc.groups.read']
beforeAll(async () => {
  server = await startServer({ clock: new TestClock(Date.now()) })
  service = await aServiceClient(server, { scopes })
  bound = await aServiceClient(server, { scopes, over: { dpop_bound_access_tokens: true } })
  for (const { clientId } of [service, bound])
    await server.client.call('assignClientRole', { params: { clientId }, body: { type: 'READ_ONLY_ADMIN' } })
})

const insecure = { [oauth.allowInsecureRequests]: true }

/** A client of a server with a secret. */
async function aSecretClient(): Promise<{ id: string; secret: string }> {
  const oauthClient = { application_type: 'service' as const, grant_types: ['client_credentials' as const] }
  const { body } = await server.client.call('createApp', {
    body: { label: `Secret ${Math.random()}`, signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
  })
  const { client_id: id = '', client_secret: secret = '' } = body.credentials.oauthClient ?? {}
  return { id, secret }
}

async function aScope(name: string): Promise<void> {
  await server.client.call('createServerScope', { params: { authServerId: 'default' }, body: { name } })
}

describe('openid-client, unmodified', () => {
  it('discovers the organization and is given a token for its private key', async () => {
    const config = await openid.discovery(
      new URL(issuerOf(server)),
      service.clientId,
      undefined,
      openid.PrivateKeyJwt({ key: service.privateKey, kid: 'first' }),
      { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
    )
    expect(config.serverMetadata()).toMatchObject({
      issuer: issuerOf(server),
      token_endpoint: `${issuerOf(server)}/oauth2/v1/token`,
      introspection_endpoint: `${issuerOf(server)}/oauth2/v1/introspect`,
      revocation_endpoint: `${issuerOf(server)}/oauth2/v1/revoke`,
      jwks_uri: `${issuerOf(server)}/oauth2/v1/keys`,
    })
    const tokens = await openid.clientCredentialsGrant(config, { scope: scopes.join(' ') })
    const groups = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${server.url}/api/v1/groups`),
      'GET',
    )
    expect(groups.status).toBe(200)

    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      ...{ active: true, client_id: service.clientId, token_type: 'Bearer', scope: 'svc.groups.read' },
    })
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    const after = await fetch(`${server.url}/api/v1/groups`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    })
    expect([after.status, await after.text()]).toEqual([401, ''])
    expect(after.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })

  it('binds tokens to a key by DPoP, with the nonce that it is given [spec/4 3.5/dpop]', async () => {
    const config = await openid.discovery(
      new URL(issuerOf(server)),
      bound.clientId,
      undefined,
      openid.PrivateKeyJwt({ key: bound.privateKey, kid: 'first' }),
      { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
    )
    const DPoP = openid.getDPoPHandle(config, await generateKeyPair('ES256'))
    const tokens = await openid.clientCredentialsGrant(config, { scope: scopes.join(' ') }, { DPoP })
    expect(tokens.token_type).toBe('dpop')
    const groups = new URL(`${server.url}/api/v1/groups`)
    const reply = await openid.fetchProtectedResource(config, tokens.access_token, groups, 'GET', null, undefined, {
      DPoP,
    })
    expect(reply.status).toBe(200)
    const asBearer = await fetch(groups, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
    expect(asBearer.status).toBe(401)
  })
})

describe('a client whose tokens are bound to a key', () => {
  it('is told what is missing: the proof, then the nonce [spec/5 14/token endpoint]', async () => {
    const form = async () => credentialsForm(await assertionOf(server, bound), scopes.join(' '))
    const without = await post(server, '/oauth2/v1/token', await form())
    expect([without.status, without.body['error']]).toEqual([400, 'invalid_dpop_proof'])
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ htm: 'POST', htu: `${server.url}/oauth2/v1/token`, jti: 'one' })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    const unnonced = await post(server, '/oauth2/v1/token', await form(), { DPoP: proof })
    expect([unnonced.status, unnonced.body['error']]).toEqual([400, 'use_dpop_nonce'])
    expect(unnonced.headers.get('DPoP-Nonce')).toEqual(expect.any(String))
  })

  it('others get plain tokens whatever proof they send [spec/4 3.5/dpop]', async () => {
    const form = credentialsForm(await assertionOf(server, service), scopes.join(' '))
    const reply = await post(server, '/oauth2/v1/token', form, { DPoP: 'no proof at all' })
    expect([reply.status, reply.body['token_type']]).toEqual([200, 'Bearer'])
  })
})

describe('oauth4webapi, unmodified', () => {
  it.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ])(
    'is given a token of an authorization server by %s, and takes it as a resource server',
    async (_, authenticate) => {
      await aScope(`read.${_}`)
      const issuer = new URL(`${issuerOf(server)}/oauth2/default`)
      const as = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
      )
      const { id, secret } = await aSecretClient()
      const client = { client_id: id }
      const reply = await oauth.clientCredentialsGrantRequest(
        as,
        client,
        authenticate(secret),
        { scope: `read.${_}` },
        insecure,
      )
      const { access_token: token } = await oauth.processClientCredentialsResponse(as, client, reply)
      const request = new Request('http://resource.test/', { headers: { Authorization: `Bearer ${token}` } })
      const claims = await oauth.validateJwtAccessToken(as, request, 'api://default', insecure)
      expect(claims).toMatchObject({ sub: id, client_id: id, iss: issuer.href, scp: [`read.${_}`] })
    },
  )
})
