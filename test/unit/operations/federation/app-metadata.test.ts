import { SAML } from '@node-saml/node-saml'
import { getVerifiedXml, parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import type { Client } from '../../../helpers/client.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'
import { startServer } from '../../../helpers/server.ts'
import { verifyByXmlsec } from '../../../helpers/xmlsec.ts'

let client: Client
let url: string
beforeAll(async () => {
  ;({ client, url } = await startServer())
})

/** What XML has to escape or cannot hold. */
const ISSUER = `a"b<c>&'${'${org.externalKey}'}\ufffe`
const itWithXmlsec = it.skipIf(isMissing('xmlsec1'))
const XML = { Accept: 'application/xml' }
const create = async (body: object) => (await client.call('createApp', { body: body as never })).body
const saml = (signOn: object = {}) => {
  const body = soundApp('SAML_2_0')
  return create({ ...body, settings: { signOn: { ...body.settings.signOn, ...signOn } } })
}
const keyOf = async (appId: string, kid?: string) => {
  const keys = (await client.call('listAppKeys', { params: { appId } })).body
  const key = kid === undefined ? keys[0] : keys.find((one) => one.kid === kid)
  return (key?.x5c[0] ?? '').replaceAll('\n', '')
}
const metadataOf = async (app: App, query = '') => {
  const reply = await client.fetch(`/api/v1/apps/${app.id}/sso/saml/metadata${query}`, { headers: XML })
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'application/xml;charset=UTF-8'])
  return reply.text()
}
/** The part of a document that its signature covers, verified by node-saml; null where it does not verify. */
async function verified(xml: string, certificate: string): Promise<string | null> {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return getVerifiedXml(xml, (await parseDomFromString(xml)).documentElement, [pem])
}
/** Texts of elements and values of attributes that a path names, whatever their prefixes. */
async function read(xml: string, path: string): Promise<(string | null)[]> {
  const document = await parseDomFromString(xml)
  const named = path.replaceAll(/\/([A-Z]\w+)/g, `/*[local-name()='$1']`)
  return path.includes('@')
    ? xpath.selectAttributes(document, named).map(({ value }) => value)
    : xpath.selectElements(document, named).map(({ textContent }) => textContent)
}

describe('the SAML metadata of an application', () => {
  it('[spec/5 8.5/metadata] say who signs, with which key, and where people sign in', async () => {
    const app = await saml({ slo: { enabled: false } })
    const xml = await metadataOf(app)
    const external = `exk${app.id.slice(3)}`
    expect(await read(xml, '/EntityDescriptor/@entityID')).toEqual([`http://svc.example.com/${external}`])
    expect(await read(xml, '//IDPSSODescriptor/@WantAuthnRequestsSigned')).toEqual(['false'])
    expect(await read(xml, '//KeyDescriptor/@use')).toEqual(['signing'])
    expect(await read(xml, '//KeyDescriptor//X509Certificate')).toEqual([await keyOf(app.id)])
    expect(await read(xml, '//NameIDFormat')).toEqual(['urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'])
    const at = `${url}/app/${app.name}/${external}/sso/saml`
    expect(await read(xml, '//SingleSignOnService/@Location')).toEqual([at, at])
    expect(await read(xml, '//SingleSignOnService/@Binding')).toEqual([
      'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
    ])
    expect(await read(xml, '//SingleLogoutService/@Location')).toEqual([])
  })

  itWithXmlsec(
    'are signed, so that xmlsec1 verifies them, whatever the settings hold and whichever key signs',
    async () => {
      const app = await saml({ idpIssuer: ISSUER })
      const [xml, certificate] = [await metadataOf(app), await keyOf(app.id)]
      await verifyByXmlsec(xml, certificate)
      await expect(
        verifyByXmlsec(xml.replace('WantAuthnRequestsSigned="false"', 'WantAuthnRequestsSigned="true"'), certificate),
      ).rejects.toThrow()
      await expect(verifyByXmlsec(xml, await keyOf((await saml()).id))).rejects.toThrow()
      const { kid } = (await client.call('generateAppKey', { params: { appId: app.id } })).body
      await verifyByXmlsec(await metadataOf(app, `?kid=${kid}`), await keyOf(app.id, kid))
    },
  )

  it('are signed, so that a service provider by node-saml verifies them', async () => {
    const app = await saml()
    const xml = await metadataOf(app)
    const [idpCert = ''] = await read(xml, '//KeyDescriptor//X509Certificate')
    const [entryPoint] = await read((await verified(xml, idpCert ?? '')) ?? '', '//SingleSignOnService/@Location')
    const provider = new SAML({
      ...{ callbackUrl: 'https://wiki.example.test/acs', issuer: 'https://wiki.example.test' },
      ...{ idpCert: idpCert ?? '', entryPoint: entryPoint ?? '' },
    })
    expect(await provider.getAuthorizeUrlAsync('', undefined, {})).toMatch(new RegExp(`^${entryPoint}\\?SAMLRequest=`))
  })

  it('follow the key that signs, and are of another one where it is named', async () => {
    const app = await saml()
    const first = app.credentials.signing.kid ?? ''
    const { kid } = (await client.call('generateAppKey', { params: { appId: app.id } })).body
    expect(await read(await metadataOf(app, `?kid=${kid}`), '//KeyDescriptor//X509Certificate')).toEqual([
      await keyOf(app.id, kid),
    ])
    const body = { ...app, credentials: { ...app.credentials, signing: { kid } } }
    await client.call('replaceApp', { params: { appId: app.id }, body })
    expect(await verified(await metadataOf(app), await keyOf(app.id, kid))).not.toBeNull()
    expect(await verified(await metadataOf(app, `?kid=${first}`), await keyOf(app.id, first))).not.toBeNull()
    const unknown = await client.refused('getAppSamlMetadata', { params: { appId: app.id }, query: { kid: 'none' } })
    expect([unknown.status, unknown.body.errorSummary]).toEqual([404, expect.stringContaining('(JsonWebKey)')])
  })

  it('tell of single logout and of requests that have to be signed, where the application has them', async () => {
    const x5c = [await keyOf((await saml()).id)]
    const logout = { enabled: true, issuer: 'https://wiki.example.test', logoutUrl: 'https://wiki.example.test/out' }
    const app = await saml({ slo: logout, spCertificate: { x5c }, samlSignedRequestEnabled: true })
    const xml = await metadataOf(app)
    const at = `${url}/app/${app.name}/exk${app.id.slice(3)}/slo/saml`
    expect(await read(xml, '//SingleLogoutService/@Location')).toEqual([at, at])
    expect(await read(xml, '//IDPSSODescriptor/@WantAuthnRequestsSigned')).toEqual(['true'])
  })

  it('hold what settings say as text, whatever it is', async () => {
    const app = await saml({ idpIssuer: ISSUER })
    const xml = await metadataOf(app)
    const [entityId] = await read(xml, '/EntityDescriptor/@entityID')
    expect(entityId).toBe(`a"b<c>&'exk${app.id.slice(3)}\ufffd`)
    expect(await verified(xml, await keyOf(app.id))).not.toBeNull()
  })

  it('are XML: a client that takes JSON alone is refused, without causes', async () => {
    const app = await saml()
    const path = `/api/v1/apps/${app.id}/sso/saml/metadata`
    const reply = await client.fetch(path, { headers: { Accept: 'application/json' } })
    expect([reply.status, await reply.json()]).toMatchObject([400, { errorCode: 'E0000019', errorCauses: [] }])
  })

  it.each([
    ['*/*', 'text/xml'],
    ['text/xml', 'text/xml'],
    ['text/xml, application/json', 'text/xml'],
    ['application/xml', 'application/xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
  ])('are, for a client that accepts %s, %s', async (Accept, type) => {
    const app = await saml()
    const reply = await client.fetch(`/api/v1/apps/${app.id}/sso/saml/metadata`, { headers: { Accept } })
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, `${type};charset=UTF-8`])
  })

  it('[spec/5 8.2/metadata] are linked from an application by SAML 2.0, after its instructions, and refused for the others', async () => {
    const app = await saml()
    const href = `${url}/api/v1/apps/${app.id}/sso/saml/metadata`
    expect(Object.entries(app._links)[1]).toEqual(['metadata', { href, type: 'application/xml' }])
    const bookmark = await create(soundApp('BOOKMARK'))
    expect(bookmark._links).not.toHaveProperty('metadata')
    const refusal = await client.refused('getAppSamlMetadata', { params: { appId: bookmark.id } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000024'])
  })
})

describe('the SAML 1.1 metadata of an application of the catalogue', () => {
  const listed = (body: object) => create({ label: 'Listed', ...body })

  it.each([
    { name: 'sharepoint_onpremise', signOnMode: 'SAML_1_1' },
    { name: 'office365', signOnMode: 'SAML_1_1' },
    { name: 'office365', signOnMode: 'WS_FEDERATION' },
  ])('[spec/6 11/metadata] say who signs, and with which key: %j', async (body) => {
    const app = await listed(body)
    const xml = await metadataOf(app)
    const external = `exk${app.id.slice(3)}`
    expect(await read(xml, '/EntityDescriptor/@entityID')).toEqual([`http://svc.example.com/${external}`])
    expect(await read(xml, '//IDPSSODescriptor/@protocolSupportEnumeration')).toEqual([
      'urn:oasis:names:tc:SAML:1.1:protocol',
    ])
    expect(await read(xml, '//KeyDescriptor//X509Certificate')).toEqual([await keyOf(app.id)])
    expect(await read(xml, '//SingleSignOnService/@Location')).toEqual([`${url}/app/${app.name}/${external}/sso/saml`])
    expect(await verified(xml, await keyOf(app.id))).not.toBeNull()
  })

  it('are refused where the browser fills in a form instead', async () => {
    const app = await listed({ name: 'office365', signOnMode: 'BROWSER_PLUGIN' })
    const refusal = await client.refused('getAppSamlMetadata', { params: { appId: app.id } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000024'])
  })
})

describe('the metadata of an application by WS-Federation', () => {
  itWithXmlsec('are verified by xmlsec1', async () => {
    const app = await create(soundApp('WS_FEDERATION'))
    const reply = await fetch(`${url}/app/${app.name}/exk${app.id.slice(3)}/sso/wsfed/metadata`)
    await verifyByXmlsec(await reply.text(), await keyOf(app.id))
  })

  it('are read without a token', async () => {
    const app = await create(soundApp('WS_FEDERATION'))
    const external = `exk${app.id.slice(3)}`
    const path = `/app/${app.name}/${external}/sso/wsfed/metadata`
    const reply = await fetch(`${url}${path}`)
    const xml = await reply.text()
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'application/xml;charset=UTF-8'])
    expect(await read(xml, '//RoleDescriptor//X509Certificate')).toEqual([await keyOf(app.id)])
    const at = `${url}/app/${app.name}/${external}/sso/wsfed/passive`
    expect(await read(xml, '//PassiveRequestorEndpoint/EndpointReference/Address')).toEqual([at])
    expect((await fetch(`${url}/app/${app.name}/exkNone/sso/wsfed/metadata`)).status).toBe(404)
    const other = await saml()
    const ofAnother = `${url}/app/${other.name}/exk${other.id.slice(3)}/sso/wsfed/metadata`
    expect((await fetch(ofAnother)).status).toBe(400)
  })
})
