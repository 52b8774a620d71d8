import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { soundApp } from '../helpers/app-bodies.ts'
import { all, idOf, sent, startSdk } from './sdk.ts'

let client: Client
beforeAll(async () => {
  ;({ client } = await startSdk())
})

let count = 0
const aServer = async () => {
  const body = { name: `Server ${(count += 1)}`, audiences: ['api://default'] }
  const made = await client.authorizationServerApi.createAuthorizationServer({ authorizationServer: sent(body) })
  expect(made).toBeInstanceOf(okta.AuthorizationServer)
  return idOf(made)
}

describe('through the client library, an authorization server', () => {
  it('is made, sent back as it was read, switched off and deleted', async () => {
    const { authorizationServerApi: api } = client
    const authServerId = await aServer()
    expect((await all(api.listAuthorizationServers())).map(idOf)).toContain(authServerId)
    const authorizationServer = await api.getAuthorizationServer({ authServerId })
    authorizationServer.description = 'Changed'
    expect((await api.replaceAuthorizationServer({ authServerId, authorizationServer })).description).toBe('Changed')
    expect(await all(api.listAuthorizationServerKeys({ authServerId }))).not.toEqual([])
    await api.deactivateAuthorizationServer({ authServerId })
    await api.deleteAuthorizationServer({ authServerId })
    await expect(api.getAuthorizationServer({ authServerId })).rejects.toMatchObject({ status: 404 })
  })

  it('has scopes and claims, which are sent back as they were read', async () => {
    const { authorizationServerApi: api } = client
    const authServerId = await aServer()
    const scopeId = idOf(await api.createOAuth2Scope({ authServerId, oAuth2Scope: sent({ name: 'car:drive' }) }))
    const oAuth2Scope = await api.getOAuth2Scope({ authServerId, scopeId })
    expect(await api.replaceOAuth2Scope({ authServerId, scopeId, oAuth2Scope })).toEqual(oAuth2Scope)
    expect((await all(api.listOAuth2Scopes({ authServerId }))).map(({ name }) => name)).toContain('car:drive')
    const claim = {
      ...{ name: 'driver', status: 'ACTIVE', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.login' },
      conditions: { scopes: ['car:drive'] },
    }
    const claimId = idOf(await api.createOAuth2Claim({ authServerId, oAuth2Claim: sent(claim) }))
    const oAuth2Claim = await api.getOAuth2Claim({ authServerId, claimId })
    expect(oAuth2Claim).toBeInstanceOf(okta.OAuth2Claim)
    expect(await api.replaceOAuth2Claim({ authServerId, claimId, oAuth2Claim })).toEqual(oAuth2Claim)
    await api.deleteOAuth2Claim({ authServerId, claimId })
    await api.deleteOAuth2Scope({ authServerId, scopeId })
    expect((await all(api.listOAuth2Claims({ authServerId }))).map(({ name }) => name)).not.toContain('driver')
  })

  it('has policies with rules, which are sent back as they were read', async () => {
    const { authorizationServerApi: api } = client
    const authServerId = await aServer()
    const body = {
      ...{ type: 'OAUTH_AUTHORIZATION_POLICY', status: 'ACTIVE', name: 'All', description: 'All', priority: 1 },
      conditions: { clients: { include: ['ALL_CLIENTS'] } },
    }
    const made = await api.createAuthorizationServerPolicy({ authServerId, policy: sent(body) })
    expect(made).toBeInstanceOf(okta.AuthorizationServerPolicy)
    const policyId = idOf(made)
    const policy = await api.getAuthorizationServerPolicy({ authServerId, policyId })
    const same = await api.replaceAuthorizationServerPolicy({ authServerId, policyId, policy })
    expect({ ...same, lastUpdated: null }).toEqual({ ...policy, lastUpdated: null })
    const inPolicy = { authServerId, policyId }
    const rule = {
      ...{ type: 'RESOURCE_ACCESS', name: 'Everyone', priority: 1 },
      conditions: {
        people: { groups: { include: ['EVERYONE'] } },
        grantTypes: { include: ['client_credentials', 'authorization_code'] },
        scopes: { include: ['*'] },
      },
      actions: { token: { accessTokenLifetimeMinutes: 60 } },
    }
    const ruleId = idOf(await api.createAuthorizationServerPolicyRule({ ...inPolicy, policyRule: sent(rule) }))
    const read = await api.getAuthorizationServerPolicyRule({ ...inPolicy, ruleId })
    expect(read).toBeInstanceOf(okta.AuthorizationServerPolicyRule)
    await api.replaceAuthorizationServerPolicyRule({ ...inPolicy, ruleId, policyRule: sent({ ...read, name: 'All' }) })
    await api.deactivateAuthorizationServerPolicyRule({ ...inPolicy, ruleId })
    const rules = await all(api.listAuthorizationServerPolicyRules(inPolicy))
    expect(rules).toMatchObject([{ id: ruleId, name: 'All', status: 'INACTIVE' }])
    await api.deleteAuthorizationServerPolicyRule({ ...inPolicy, ruleId })
    await api.deleteAuthorizationServerPolicy(inPolicy)
    expect(await all(api.listAuthorizationServerPolicies({ authServerId }))).toEqual([])
  })
})

const OF_CLIENT = { credentials: { client: { client_id: 'a', client_secret: 'b' } } }
const AT = 'https://idp.example.test'
const endpoint = (path: string, binding = 'HTTP-REDIRECT') => ({ binding, url: `${AT}/${path}` })
const ENDPOINTS = {
  ...{ authorization: endpoint('authorize'), token: endpoint('token', 'HTTP-POST') },
  ...{ userInfo: endpoint('userinfo'), jwks: endpoint('keys') },
}

/** What a provider by each protocol is told of, and the class of its protocol. */
const PROVIDERS: Readonly<Record<string, { protocol: (kid: string) => object; like: new () => object }>> = {
  GOOGLE: { protocol: () => ({ type: 'OIDC', scopes: ['openid', 'email'], ...OF_CLIENT }), like: okta.ProtocolOidc },
  FACEBOOK: { protocol: () => ({ type: 'OAUTH2', scopes: ['email'], ...OF_CLIENT }), like: okta.ProtocolOAuth },
  OIDC: {
    protocol: () => ({
      ...{ type: 'OIDC', scopes: ['openid'], issuer: { url: AT }, endpoints: ENDPOINTS, ...OF_CLIENT },
    }),
    like: okta.ProtocolOidc,
  },
  SAML2: {
    protocol: (kid) => ({
      type: 'SAML2',
      endpoints: {
        sso: { ...endpoint('', 'HTTP-POST'), destination: AT },
        acs: { binding: 'HTTP-POST', type: 'INSTANCE' },
      },
      credentials: { trust: { issuer: AT, audience: 'urn:example', kid } },
    }),
    like: okta.ProtocolSaml,
  },
}

const POLICY = {
  provisioning: { action: 'AUTO', groups: { action: 'NONE' } },
  accountLink: { action: 'AUTO' },
  subject: { userNameTemplate: { template: 'idpuser.email' }, matchType: 'USERNAME' },
  maxClockSkew: 0,
}

describe('through the client library, identity providers', () => {
  let kid = ''
  beforeAll(async () => {
    const { applicationApi, identityProviderApi } = client
    const appId = idOf(await applicationApi.createApplication({ application: sent(soundApp('SAML_2_0')) }))
    const [key] = await all(applicationApi.listApplicationKeys({ appId }))
    const made = await identityProviderApi.createIdentityProviderKey({ jsonWebKey: sent({ x5c: key?.x5c }) })
    expect(made).toBeInstanceOf(okta.IdPKeyCredential)
    kid = made.kid ?? ''
  })

  it.each(Object.keys(PROVIDERS))('of the type %s are made, sent back, switched off and deleted', async (type) => {
    const { identityProviderApi: api } = client
    const { protocol, like } = PROVIDERS[type] as (typeof PROVIDERS)[string]
    const body = { type, name: `By ${type}`, protocol: protocol(kid), policy: POLICY }
    const made = await api.createIdentityProvider({ identityProvider: sent(body) })
    expect(made).toBeInstanceOf(okta.IdentityProvider)
    expect(made.protocol).toBeInstanceOf(like)
    const idpId = idOf(made)
    const identityProvider = await api.getIdentityProvider({ idpId })
    await api.replaceIdentityProvider({ idpId, identityProvider })
    const after = await api.getIdentityProvider({ idpId })
    expect({ ...after, lastUpdated: null }).toEqual({ ...identityProvider, lastUpdated: null })
    expect((await all(api.listIdentityProviders({ limit: 1 }))).map(idOf)).toContain(idpId)
    expect((await api.deactivateIdentityProvider({ idpId })).status).toBe('INACTIVE')
    await api.deleteIdentityProvider({ idpId })
    await expect(api.getIdentityProvider({ idpId })).rejects.toMatchObject({ status: 404 })
  })

  it('are linked with people', async () => {
    const { identityProviderApi: api, userApi } = client
    const body = { type: 'GOOGLE', name: 'Linked', protocol: PROVIDERS['GOOGLE']?.protocol(kid), policy: POLICY }
    const idpId = idOf(await api.createIdentityProvider({ identityProvider: sent(body) }))
    const userId = idOf(await userApi.getUser({ userId: 'me' }))
    const link = { idpId, userId, userIdentityProviderLinkRequest: { externalId: 'ext-7' } }
    expect(await api.linkUserToIdentityProvider(link)).toBeInstanceOf(okta.IdentityProviderApplicationUser)
    const linked = await all(api.listIdentityProviderApplicationUsers({ idpId }))
    expect(linked).toMatchObject([{ id: userId, externalId: 'ext-7' }])
    expect((await all(userApi.listUserIdentityProviders({ userId }))).map(idOf)).toEqual([idpId])
    await api.unlinkUserFromIdentityProvider({ idpId, userId })
    expect(await all(api.listIdentityProviderApplicationUsers({ idpId }))).toEqual([])
  })
})
