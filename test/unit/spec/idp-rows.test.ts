import { beforeAll, describe, expect, it } from 'vitest'
import { IDENTITY_PROVIDER_TYPES } from '#contract/policy/resources/identity-provider-protocol.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import type { IdentityProviderType } from '#contract/policy/resources/identity-provider-protocol.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const create = (type: IdentityProviderType = 'OIDC', over: object = {}) =>
  server.make.anIdentityProvider(type, over as Record<string, unknown>)
const read = async ({ id }: IdentityProvider) =>
  (await server.client.call('getIdentityProvider', { params: { idpId: id } })).body
const replace = (provider: IdentityProvider, body: object) =>
  server.client.call('replaceIdentityProvider', { params: { idpId: provider.id }, body: body as never })

/** The name of a certificate to trust: one of ours. */
async function aTrustKey(): Promise<string> {
  const params = { idpId: (await create('SAML2')).id }
  const [key] = (await server.client.call('listIdentityProviderSigningKeys', { params })).body
  return (await server.client.call('createIdentityProviderKey', { body: { x5c: key?.x5c ?? [] } })).body.kid
}

const OIDC = {
  type: 'OIDC',
  endpoints: {
    authorization: { url: 'https://id.example.test/authorize', binding: 'HTTP-REDIRECT' },
    token: { url: 'https://id.example.test/token', binding: 'HTTP-POST' },
    userInfo: { url: 'https://id.example.test/userinfo', binding: 'HTTP-REDIRECT' },
    jwks: { url: 'https://id.example.test/keys', binding: 'HTTP-REDIRECT' },
  },
  algorithms: { request: { signature: { algorithm: 'HS256', scope: 'REQUEST' } } },
  scopes: ['openid'],
  issuer: { url: 'https://id.example.test' },
  credentials: { client: { client_id: 'gatehouse', client_secret: 'as-it-was-sent', pkce_required: true } },
}

describe('an identity provider', () => {
  it('is written in one order; one of SAML2 has no issuerMode [spec/5 9/key order]', async () => {
    const keys = 'id issuerMode name status created lastUpdated protocol policy type _links'.split(' ')
    const provider = await create()
    for (const shown of [provider, await read(provider)]) expect(Object.keys(shown)).toEqual(keys)
    const saml = await create('SAML2', { issuerMode: 'ORG_URL' })
    expect(Object.keys(saml)).toEqual(keys.filter((key) => key !== 'issuerMode'))
  })

  it('of SAML2 links to metadata, its consumer service, its people and its lifecycle [spec/5 9/links]', async () => {
    const provider = await create('SAML2')
    const self = `${server.url}/api/v1/idps/${provider.id}`
    const type = 'application/xml'
    const links = (verb: string) => [
      ['metadata', { href: `${self}/metadata.xml`, type, hints: { allow: ['GET'] } }],
      ['acs', { href: `${server.url}/sso/saml2/${provider.id}`, type, hints: { allow: ['POST'] } }],
      ['users', { href: `${self}/users`, hints: { allow: ['GET'] } }],
      [verb, { href: `${self}/lifecycle/${verb}`, hints: { allow: ['POST'] } }],
    ]
    expect(Object.entries(provider._links)).toEqual(links('deactivate'))
    await server.client.call('deactivateIdentityProvider', { params: { idpId: provider.id } })
    expect(Object.entries((await read(provider))._links)).toEqual(links('activate'))
  })

  it.each(IDENTITY_PROVIDER_TYPES.filter((type) => type !== 'SAML2'))(
    'of %s links to where a sign-in begins and ends, never to itself [spec/5 9/links]',
    async (type) => {
      const { id, _links: links } = await create(type)
      const begin = `${server.url}/oauth2/v1/authorize`
      expect(Object.keys(links)).toEqual(['authorize', 'clientRedirectUri'])
      expect(links['authorize']).toEqual({
        href: expect.stringContaining(`${begin}?idp=${id}&client_id={clientId}&`) as string,
        templated: true,
        hints: { allow: ['GET'] },
      })
      expect(links['clientRedirectUri']).toEqual({ href: `${begin}/callback`, hints: { allow: ['POST'] } })
    },
  )

  it('has a policy in one order, whole [spec/5 9/policy]', async () => {
    const { policy } = await create('OIDC', { policy: { maxClockSkew: 120_000 } })
    expect(policy).toEqual({
      provisioning: {
        action: 'AUTO',
        profileMaster: false,
        groups: { action: 'NONE' },
        conditions: { deprovisioned: { action: 'NONE' }, suspended: { action: 'NONE' } },
      },
      accountLink: { filter: null, action: 'AUTO' },
      subject: {
        userNameTemplate: { template: 'idpuser.email' },
        filter: null,
        matchType: 'USERNAME',
        matchAttribute: null,
      },
      maxClockSkew: 120_000,
      trustClaims: false,
      transformedUsernameMatchingEnabled: false,
    })
    expect(Object.keys(policy).slice(0, 4)).toEqual(['provisioning', 'accountLink', 'subject', 'maxClockSkew'])
    expect(Object.keys(policy.accountLink)).toEqual(['filter', 'action'])
    const given = { mapAMRClaims: true, trustClaims: true }
    expect((await create('SAML2', { policy: given })).policy).toMatchObject(given)
    expect((await create('GOOGLE')).policy).not.toHaveProperty('trustClaims')
  })

  it('says nothing of claims where it is a social one, and of a proof for codes where nobody decided [spec/6 3/social providers]', async () => {
    const undecided = { client_id: 'a', client_secret: 'b', pkce_required: null }
    const protocol = { type: 'OIDC', scopes: ['openid'], credentials: { client: undecided } }
    for (const type of ['GOOGLE', 'OIDC'] as const) {
      const shown = await create(type, { protocol, policy: { mapAMRClaims: true } })
      expect(shown.protocol?.credentials?.client, type).toEqual({ client_id: 'a', client_secret: 'b' })
      expect('mapAMRClaims' in shown.policy, type).toBe(type === 'OIDC')
      expect((await replace(shown, shown)).body, type).toMatchObject({ protocol: shown.protocol, policy: shown.policy })
    }
  })

  it('of OIDC takes algorithms with a secret, and has settings [spec/5 9/oidc protocol]', async () => {
    const { protocol } = await create('OIDC', { protocol: OIDC })
    expect(protocol).toEqual({ ...OIDC, settings: { nameFormat: null } })
    const client = 'client_id client_secret pkce_required'.split(' ')
    expect(Object.keys(protocol?.credentials?.client ?? {})).toEqual(client)
    expect(Object.keys(protocol ?? {})).toEqual(
      'type endpoints algorithms settings scopes issuer credentials'.split(' '),
    )
    expect(Object.keys(protocol?.endpoints ?? {})).toEqual('authorization token userInfo jwks'.split(' '))
  })

  it('answers the secret of its client in every reply that shows it [spec/5 9/oidc protocol]', async () => {
    const provider = await create('OIDC', { protocol: OIDC })
    const params = { idpId: provider.id }
    const replies = [
      provider,
      await read(provider),
      (await server.client.call('listIdentityProviders')).body.find(({ id }) => id === provider.id),
      (await replace(provider, provider)).body,
      (await server.client.call('deactivateIdentityProvider', { params })).body,
    ]
    for (const reply of replies) expect(reply?.protocol?.credentials).toEqual(OIDC.credentials)
  })

  it.each([
    ['GOOGLE', 'OIDC'],
    ['MICROSOFT', 'OIDC'],
    ['FACEBOOK', 'OAUTH2'],
    ['LINKEDIN', 'OAUTH2'],
  ] as const)('of %s is given its endpoints, and has no issuer [spec/5 9/social]', async (type, protocolType) => {
    const { algorithms, issuer, credentials } = OIDC
    const given = { type: protocolType, scopes: ['email'], algorithms, issuer, credentials }
    const { protocol } = await create(type, { protocol: given })
    expect(Object.keys(protocol ?? {})).toEqual(['type', 'endpoints', 'scopes', 'credentials'])
    expect(protocol?.credentials).toEqual(credentials)
    expect(protocol?.endpoints).toEqual({
      authorization: { url: expect.stringMatching(/^https:/) as string, binding: 'HTTP-REDIRECT' },
      token: { url: expect.stringMatching(/^https:/) as string, binding: 'HTTP-POST' },
    })
  })

  it('of SAML2 is given its consumer service and its audience [spec/5 9/saml protocol]', async () => {
    const url = 'https://id.example.test/sso'
    const signature = (scope: string) => ({ signature: { algorithm: 'SHA-256', scope } })
    const given = {
      type: 'SAML2',
      endpoints: { sso: { url, binding: 'HTTP-POST', destination: url } },
      algorithms: { request: signature('REQUEST'), response: signature('ANY') },
      settings: { nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', honorPersistentNameId: true },
      credentials: { trust: { issuer: url, kid: await aTrustKey() } },
    }
    const { id, protocol } = await create('SAML2', { protocol: given })
    expect(protocol).toEqual({
      ...given,
      endpoints: { ...given.endpoints, acs: { binding: 'HTTP-POST', type: 'INSTANCE' } },
      credentials: {
        trust: {
          ...given.credentials.trust,
          audience: `${server.url}/saml2/service-provider/${id}`,
          revocation: null,
          revocationCacheLifetime: 0,
        },
        signing: { kid: expect.stringMatching(/^[\w-]{43}$/) as string },
      },
    })
    expect(Object.keys(protocol?.endpoints?.sso ?? {})).toEqual(['url', 'binding', 'destination'])
    const trust = 'issuer audience kid revocation revocationCacheLifetime'.split(' ')
    expect(Object.keys(protocol?.credentials?.trust ?? {})).toEqual(trust)
  })

  it('of SAML2 has algorithms and settings where none are given, and its own where they are [spec/5 9/saml protocol]', async () => {
    const signature = (scope: string, algorithm = 'SHA-256') => ({ signature: { algorithm, scope } })
    const { protocol } = await create('SAML2')
    expect(Object.keys(protocol ?? {})).toEqual('type endpoints algorithms settings credentials'.split(' '))
    expect(protocol?.algorithms).toEqual({ request: signature('REQUEST'), response: signature('ANY') })
    expect(protocol?.settings).toEqual({
      nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      honorPersistentNameId: true,
    })
    const given = { type: 'SAML2', algorithms: { request: signature('NONE', 'SHA-1') }, settings: { nameFormat: null } }
    const other = (await create('SAML2', { protocol: given })).protocol
    expect(other?.algorithms).toEqual({ request: signature('NONE', 'SHA-1'), response: signature('ANY') })
    expect(other?.settings).toEqual({ nameFormat: null, honorPersistentNameId: true })
  })

  it.each(IDENTITY_PROVIDER_TYPES)('of %s stores nothing new when it is sent back as it was read', async (type) => {
    const provider = await create(type)
    await replace(provider, provider)
    const events = (await server.client.call('listLogEvents', { query: { limit: 1_000 } })).body
    const update = events.findLast(({ eventType }) => eventType === 'system.idp.lifecycle.update')
    expect(update?.target).toMatchObject([{ id: provider.id }])
    expect(update?.target?.[0]).not.toHaveProperty('changeDetails')
  })

  it('answers a PUT with created null, and keeps its status without one [spec/5 9/put]', async () => {
    const provider = await create()
    const params = { idpId: provider.id }
    await server.client.call('deactivateIdentityProvider', { params })
    const reply = await replace(provider, { type: 'OIDC', name: provider.name })
    expect([reply.status, reply.body.created, reply.body.status]).toEqual([200, null, 'INACTIVE'])
    expect((await read(provider)).created).toBe(provider.created)
    expect((await replace(provider, { ...provider, status: 'ACTIVE' })).body.status).toBe('ACTIVE')
  })

  it('is switched with 200 and itself, and deleted while active with 204 [spec/5 9/lifecycle]', async () => {
    const provider = await create('SAML2')
    const params = { idpId: provider.id }
    for (const id of ['deactivateIdentityProvider', 'activateIdentityProvider'] as const) {
      const { status, body } = await server.client.call(id, { params })
      expect([status, body]).toEqual([200, await read(provider)])
    }
    expect((await server.client.call('deleteIdentityProvider', { params })).status).toBe(204)
  })

  it('is found by the beginning of its name and by its type [spec/5 9/find]', async () => {
    const { id } = await create('LINKEDIN', { name: 'Findable by name' })
    const list = async (query: object) =>
      (await server.client.call('listIdentityProviders', { query })).body.map((provider) => provider.id)
    expect(await list({ q: 'findable' })).toEqual([id])
    expect(await list({ q: 'by name' })).toEqual([])
    expect(await list({ type: 'LINKEDIN' })).toContain(id)
    expect(await list({ q: 'findable', type: 'OIDC' })).toEqual([])
  })
})
