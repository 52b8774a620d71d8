import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { all, HeaderReader, idOf, refusalOf, sent, startSdk, type Sdk } from './sdk.ts'

let sdk: Sdk
let client: Client
beforeAll(async () => {
  sdk = await startSdk()
  client = sdk.client
})

describe('the client library shows', () => {
  it('why a body was refused, by code and causes', async () => {
    const error = await refusalOf(client.userApi.createUser({ body: { profile: { login: 'x' } } }))
    expect([error.status, error.errorCode]).toEqual([400, 'E0000001'])
    const causes = error.errorCauses?.map(({ errorSummary }) => errorSummary)
    expect(causes).toEqual(['profile.login: must have at least 5 characters', 'profile.email: is required'])
    expect(error.errorId).toBe(error.headers.get('x-okta-request-id'))
    expect(error.message).toContain('Okta HTTP 400 E0000001')
  })

  it('that an object is not there, and that a name is taken', async () => {
    const absent = await refusalOf(client.groupApi.getGroup({ groupId: '00gnoneexistsbythis1' }))
    expect([absent.status, absent.errorCode]).toEqual([404, 'E0000007'])
    const create = () => client.groupApi.createGroup({ group: { profile: { name: 'Twice' } } })
    await create()
    const twice = await refusalOf(create())
    expect([twice.status, twice.errorCauses?.[0]?.errorSummary]).toEqual([
      400,
      'profile.name: another group is named Twice',
    ])
  })

  it('that a token is wrong, and that a family of the interface is left out', async () => {
    const wrong = await refusalOf(sdk.connect({ token: 'wrong' }).userApi.getUser({ userId: 'me' }))
    expect([wrong.status, wrong.errorCode]).toEqual([401, 'E0000011'])
    const absent = await refusalOf(all(client.trustedOriginApi.listTrustedOrigins()))
    expect([absent.status, absent.errorCode]).toEqual([401, 'E0000015'])
  })
})

it('the client library reads limits of rates from every reply', async () => {
  const requestExecutor = new HeaderReader()
  const reading = sdk.connect({ token: sdk.server.token, requestExecutor })
  await reading.userApi.getUser({ userId: 'me' })
  for (const name of ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'])
    expect(Number(requestExecutor.headers?.get(name)), name).toBeGreaterThan(0)
  expect(requestExecutor.headers?.get('x-okta-request-id')).toMatch(/\S{20}/)
})

let count = 0
/** A service with a key of its own, to which scopes were granted. */
async function aService(settings: object = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const oauthClient = {
    ...{ application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] },
    ...{ jwks: { keys: [jwk] }, ...settings },
  }
  const application = {
    ...{
      name: 'oidc_client',
      label: `Service ${(count += 1)}`,
      signOnMode: 'OPENID_CONNECT',
    },
    credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
    settings: { oauthClient },
  }
  const clientId = idOf(await client.applicationApi.createApplication({ application: sent(application) }))
  for (const scopeId of ['okta.users.read', 'okta.groups.manage']) {
    const oAuth2ScopeConsentGrant = sent<okta.OAuth2ScopeConsentGrant>({ issuer: sdk.server.url, scopeId })
    await client.applicationApi.grantConsentToScope({ appId: clientId, oAuth2ScopeConsentGrant })
  }
  await client.roleAssignmentApi.assignRoleToClient({ clientId, assignRoleRequest: sent({ type: 'SUPER_ADMIN' }) })
  return { clientId, privateKey }
}

const PRIVATE = { authorizationMode: 'PrivateKey', scopes: ['okta.users.read', 'okta.groups.manage'] }

describe('the client library, with a private key in place of a token,', () => {
  it.each([
    ['for whoever sends them', {}],
    ['bound to its key', { dpop_bound_access_tokens: true }],
  ])('gets access tokens %s', async (_, settings) => {
    const { clientId, privateKey } = await aService(settings)
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one' }
    const service = sdk.connect({ ...PRIVATE, clientId, privateKey: jwk })
    expect((await all(service.userApi.listUsers())).length).toBeGreaterThan(0)
    const group = await service.groupApi.createGroup({ group: sent({ profile: { name: `By ${clientId}` } }) })
    expect(group).toBeInstanceOf(okta.Group)
    await expect(all(service.applicationApi.listApplications())).rejects.toMatchObject({ status: 403 })
  })

  it('takes the key as PEM, and is not let in with another', async () => {
    const { clientId, privateKey } = await aService()
    const asPem = async (key: CryptoKey) => ({ privateKey: await exportPKCS8(key), keyId: 'one' })
    const service = sdk.connect({ ...PRIVATE, clientId, ...(await asPem(privateKey)) })
    expect((await all(service.userApi.listUsers())).length).toBeGreaterThan(0)
    const other = await generateKeyPair('RS256', { extractable: true })
    const stranger = sdk.connect({ ...PRIVATE, clientId, ...(await asPem(other.privateKey)) })
    await expect(all(stranger.userApi.listUsers())).rejects.toMatchObject({ status: 401 })
  })
})
