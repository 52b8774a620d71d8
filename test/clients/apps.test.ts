import { generateKeyPairSync } from 'node:crypto'
import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { SOUND_SETTINGS } from '../helpers/app-bodies.ts'
import { all, idOf, sent, startSdk, type Sdk } from './sdk.ts'

let client: Client
let server: Sdk['server']
beforeAll(async () => {
  ;({ client, server } = await startSdk())
})

const MODES = {
  BOOKMARK: { name: 'bookmark', like: okta.BookmarkApplication },
  BASIC_AUTH: { name: 'template_basic_auth', like: okta.BasicAuthApplication },
  BROWSER_PLUGIN: { name: 'template_swa', like: okta.BrowserPluginApplication },
  SECURE_PASSWORD_STORE: { name: 'template_sps', like: okta.SecurePasswordStoreApplication },
  AUTO_LOGIN: { like: okta.AutoLoginApplication },
  SAML_2_0: { like: okta.SamlApplication },
  WS_FEDERATION: { name: 'template_wsfed', like: okta.WsFederationApplication },
  OPENID_CONNECT: { name: 'oidc_client', like: okta.OpenIdConnectApplication },
} as const
type Mode = keyof typeof MODES

let count = 0
const anApp = (signOnMode: Mode, over: object = {}) => {
  const { like: _like, ...named } = MODES[signOnMode]
  const body = { label: `App ${(count += 1)}`, signOnMode, settings: SOUND_SETTINGS[signOnMode], ...named, ...over }
  return client.applicationApi.createApplication({ application: sent(body) })
}

describe('through the client library, applications', () => {
  it.each(Object.keys(MODES) as Mode[])('of the mode %s are made, sent back, renamed and deleted', async (mode) => {
    const { applicationApi } = client
    const made = await anApp(mode)
    expect(made).toBeInstanceOf(MODES[mode].like)
    const appId = idOf(made)
    const application = await applicationApi.getApplication({ appId })
    await applicationApi.replaceApplication({ appId, application })
    const after = await applicationApi.getApplication({ appId })
    expect({ ...after, lastUpdated: null }).toEqual({ ...application, lastUpdated: null })
    application.label = `Renamed ${mode}`
    expect((await applicationApi.replaceApplication({ appId, application })).label).toBe(`Renamed ${mode}`)
    await applicationApi.deactivateApplication({ appId })
    expect((await applicationApi.getApplication({ appId })).status).toBe('INACTIVE')
    await applicationApi.deleteApplication({ appId })
    await expect(applicationApi.getApplication({ appId })).rejects.toMatchObject({ status: 404 })
  })

  it('are listed by pages, those of the platform among them', async () => {
    const made = [idOf(await anApp('BOOKMARK')), idOf(await anApp('AUTO_LOGIN'))]
    const apps = await all(client.applicationApi.listApplications({ limit: 2 }))
    const labels = ['Okta Admin Console', 'Okta Browser Plugin', 'Okta Dashboard']
    expect(apps.map(idOf)).toEqual(expect.arrayContaining(made))
    expect(apps.map(({ label }) => label)).toEqual(expect.arrayContaining(labels))
  })

  it('are assigned to people and to groups', async () => {
    const { applicationApi, groupApi, userApi } = client
    const appId = idOf(await anApp('BOOKMARK'))
    const userId = idOf(await userApi.getUser({ userId: 'me' }))
    const groupId = idOf(await groupApi.createGroup({ group: sent({ profile: { name: 'Assigned' } }) }))
    const appUser = { id: userId, scope: 'USER', credentials: { userName: 'owner' } }
    await applicationApi.assignUserToApplication({ appId, appUser: sent(appUser) })
    const credentials = { userName: 'other' }
    await applicationApi.updateApplicationUser({ appId, userId, appUser: sent({ credentials }) })
    const [assigned] = await all(applicationApi.listApplicationUsers({ appId, limit: 1 }))
    expect([assigned, assigned?.credentials?.userName]).toEqual([expect.any(okta.AppUser), 'other'])
    await applicationApi.assignGroupToApplication({ appId, groupId, applicationGroupAssignment: sent({ priority: 0 }) })
    expect((await all(applicationApi.listApplicationGroupAssignments({ appId }))).map(idOf)).toEqual([groupId])
    expect((await all(groupApi.listAssignedApplicationsForGroup({ groupId }))).map(idOf)).toEqual([appId])
    expect((await all(userApi.listAppLinks({ userId }))).map(({ appInstanceId }) => appInstanceId)).toContain(appId)
    await applicationApi.unassignApplicationFromGroup({ appId, groupId })
    await applicationApi.unassignUserFromApplication({ appId, userId })
    await expect(applicationApi.getApplicationUser({ appId, userId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('through the client library, an application', () => {
  it('by SAML 2.0 has keys, requests for certificates, and metadata', async () => {
    const { applicationApi } = client
    const [appId, other] = [idOf(await anApp('SAML_2_0')), idOf(await anApp('OPENID_CONNECT'))]
    const key = await applicationApi.generateApplicationKey({ appId, validityYears: 2 })
    expect(key).toBeInstanceOf(okta.JsonWebKey)
    const keyId = key.kid ?? ''
    const cloned = await applicationApi.cloneApplicationKey({ appId, keyId, targetAid: other })
    expect(cloned.x5c).toEqual(key.x5c)
    expect(await all(applicationApi.listApplicationKeys({ appId }))).toHaveLength(2)
    const subject = { countryName: 'US', organizationName: 'Example', commonName: 'Wiki' }
    await applicationApi.generateCsrForApplication({ appId, metadata: sent({ subject }) })
    const [csr] = await all(applicationApi.listCsrsForApplication({ appId }))
    expect(csr).toBeInstanceOf(okta.Csr)
    await applicationApi.revokeCsrFromApplication({ appId, csrId: idOf(csr ?? {}) })
    const metadata = await applicationApi.previewSAMLmetadataForApplication({ appId, kid: keyId })
    expect(metadata).toContain('EntityDescriptor')
  })

  it('by OpenID Connect has secrets, of which one is always there', async () => {
    const { applicationSSOPublicKeysApi: keys } = client
    const appId = idOf(await anApp('OPENID_CONNECT'))
    const made = await keys.createOAuth2ClientSecret({ appId })
    expect([made, made.status]).toEqual([expect.any(okta.OAuth2ClientSecret), 'ACTIVE'])
    const secretId = idOf(made)
    expect(await all(keys.listOAuth2ClientSecrets({ appId }))).toHaveLength(2)
    expect((await keys.deactivateOAuth2ClientSecret({ appId, secretId })).status).toBe('INACTIVE')
    await keys.deleteOAuth2ClientSecret({ appId, secretId })
    expect(await all(keys.listOAuth2ClientSecrets({ appId }))).toHaveLength(1)
  })

  it('by OpenID Connect has public keys of its own', async () => {
    const { applicationSSOPublicKeysApi: keys } = client
    const appId = idOf(await anApp('OPENID_CONNECT'))
    const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' })
    const addJwkRequest = { kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'one', e, n, status: 'ACTIVE' }
    const keyId = idOf(await keys.addJwk({ appId, addJwkRequest: sent(addJwkRequest) }))
    expect(await keys.getJwk({ appId, keyId })).toMatchObject({ kid: 'one', status: 'ACTIVE', n })
    expect((await keys.deactivateOAuth2ClientJsonWebKey({ appId, keyId })).status).toBe('INACTIVE')
    await keys.deletejwk({ appId, keyId })
    await expect(keys.getJwk({ appId, keyId })).rejects.toMatchObject({ status: 404 })
  })

  it('is granted scopes by the words of the public interface', async () => {
    const { applicationApi } = client
    const appId = idOf(await anApp('OPENID_CONNECT'))
    const scope = { issuer: server.url, scopeId: 'okta.users.read' }
    const grant = await applicationApi.grantConsentToScope({ appId, oAuth2ScopeConsentGrant: sent(scope) })
    expect([grant, grant.scopeId]).toEqual([expect.any(okta.OAuth2ScopeConsentGrant), 'okta.users.read'])
    const grants = await all(applicationApi.listScopeConsentGrants({ appId }))
    expect(grants).toMatchObject([scope])
    await applicationApi.revokeScopeConsentGrant({ appId, grantId: idOf(grant) })
    expect(await all(applicationApi.listScopeConsentGrants({ appId }))).toEqual([])
  })
})
