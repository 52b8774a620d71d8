import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CertificateRequest } from '#contract/credentials/signing-key.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { issueFor } from '../../../helpers/certificates.ts'
import type { Client } from '../../../helpers/client.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'
import { START, startServer, type TestServer } from '../../../helpers/server.ts'
import { verifyByXmlsec } from '../../../helpers/xmlsec.ts'

const DAY_MS = 86_400_000
const YEAR_LATER = new Date(START + 365 * DAY_MS)

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})

let count = 0
const provide = async (credentials: object = {}, type = 'SAML2') => {
  const protocol = type === 'SAML2' ? { protocol: { type, credentials } } : {}
  const body = { type, name: `Provider ${++count}`, ...protocol } as never
  return (await client.call('createIdentityProvider', { body })).body
}
const replace = async ({ id: idpId, ...provider }: IdentityProvider, credentials: object) => {
  const body = { ...provider, protocol: { ...provider.protocol, credentials } } as never
  return (await client.call('replaceIdentityProvider', { params: { idpId }, body })).body
}
const signingOf = ({ protocol }: IdentityProvider) => protocol?.credentials?.signing?.kid ?? ''
const BODY = { subject: { commonName: 'sso.example.test' } }
/** A certificate of another key each time. */
async function aCertificate(): Promise<string> {
  const params = { idpId: (await provide()).id }
  const made = (await client.call('createIdentityProviderCsr', { params, body: BODY })).body as CertificateRequest
  return (await issueFor(made.csr, new Date(START - DAY_MS), YEAR_LATER)).cer
}
const trust = async () => {
  const x5c = [await aCertificate()]
  return (await client.call('createIdentityProviderKey', { body: { x5c } })).body
}

describe('the certificates that providers are trusted by', () => {
  it('[spec/5 9/keys] are added with 200, listed, read and deleted; what is unknown is no IdpTrust', async () => {
    const x5c = [await aCertificate()]
    const { status, body: key } = await client.call('createIdentityProviderKey', { body: { x5c } })
    expect(status).toBe(200)
    expect(Object.keys(key)).toEqual([
      'kty',
      'created',
      'lastUpdated',
      'expiresAt',
      'alg',
      'kid',
      'use',
      'x5c',
      'x5t#S256',
      'e',
      'n',
    ])
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RSA', use: 'sig', x5c, expiresAt: YEAR_LATER.toISOString() })
    expect(key.kid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    const params = { trustKid: key.kid }
    expect((await client.call('getIdentityProviderKey', { params })).body).toEqual(key)
    expect((await client.call('listIdentityProviderKeys')).body).toContainEqual(key)
    expect((await client.call('deleteIdentityProviderKey', { params })).status).toBe(204)
    for (const id of ['getIdentityProviderKey', 'deleteIdentityProviderKey'] as const) {
      const unknown = await client.refused(id, { params })
      expect([unknown.status, unknown.body.errorSummary]).toEqual([404, expect.stringContaining('(IdpTrust)')])
    }
  })

  it('are there once each, and are certificates', async () => {
    const key = await trust()
    const again = await client.refused('createIdentityProviderKey', { body: { x5c: key.x5c } })
    expect([again.status, again.code]).toEqual([409, 'E0000096'])
    expect(again.body.errorSummary).toContain(key.kid)
    for (const x5c of [['garbage'], [key.n], ['%%%']]) {
      const refusal = await client.refused('createIdentityProviderKey', { body: { x5c } })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['x5c[0]']])
    }
  })

  it('are named by providers only where they are there, and stay while one is trusted by them', async () => {
    const refusal = await client.refused('createIdentityProvider', {
      body: { type: 'SAML2', name: 'X', protocol: { type: 'SAML2', credentials: { trust: { kid: randomUUID() } } } },
    })
    expect([refusal.status, refusal.locations]).toEqual([400, ['protocol.credentials.trust.kid']])

    const { kid } = await trust()
    const provider = await provide({ trust: { kid } })
    const used = await client.refused('deleteIdentityProviderKey', { params: { trustKid: kid } })
    expect([used.status, used.code, used.body.errorCauses]).toMatchObject([
      ...[400, 'E0000120'],
      [{ errorSummary: expect.stringContaining(provider.name) }],
    ])
    await replace(provider, {})
    await client.call('deleteIdentityProviderKey', { params: { trustKid: kid } })
  })

  it('may be missing in what older files hold', async () => {
    const { kid } = await trust()
    const provider = await provide({ trust: { kid } })
    await withDatabase(server.dataFile, (database) =>
      database.run('DELETE FROM signing_keys WHERE owner_id = ? AND kid = ?', ['trust', kid]),
    )
    const after = await replace(provider, provider.protocol?.credentials ?? {})
    expect(after.protocol?.credentials?.trust?.kid).toBe(kid)
  })
})

describe('the keys with which we sign for a provider', () => {
  it('[spec/5 9/generate] are one from the start of SAML2, and more that are made, by 201', async () => {
    const provider = await provide()
    const params = { idpId: provider.id }
    const [first] = (await client.call('listIdentityProviderSigningKeys', { params })).body
    expect(first?.kid).toBe(signingOf(provider))
    const made = await client.call('generateIdentityProviderSigningKey', { params, query: { validityYears: 2 } })
    expect([made.status, made.body.expiresAt]).toEqual([201, '2028-03-02T09:00:00.000Z'])
    const at = { params: { ...params, kid: made.body.kid } }
    expect((await client.call('getIdentityProviderSigningKey', at)).body).toEqual(made.body)
    const google = await provide({}, 'GOOGLE')
    expect((await client.call('listIdentityProviderSigningKeys', { params: { idpId: google.id } })).body).toEqual([])
  })

  it('are chosen by a replacement, stay where it names none, and are its own', async () => {
    const [provider, other] = [await provide(), await provide()]
    const params = { idpId: provider.id }
    const { kid } = (await client.call('generateIdentityProviderSigningKey', { params })).body
    expect(signingOf(await replace(provider, { signing: { kid } }))).toBe(kid)
    expect(signingOf(await replace(provider, {}))).toBe(kid)
    expect(signingOf(await replace(provider, { signing: { kid: signingOf(provider) } }))).toBe(signingOf(provider))
    const body = { ...provider, protocol: { type: 'SAML2', credentials: { signing: { kid: signingOf(other) } } } }
    const refusal = await client.refused('replaceIdentityProvider', { params, body })
    expect([refusal.status, refusal.locations]).toEqual([400, ['protocol.credentials.signing.kid']])
    expect(signingOf(await provide({ signing: { kid: signingOf(other) } }))).not.toBe(signingOf(other))
  })

  it('are used for another provider under the same name', async () => {
    const [provider, other] = [await provide(), await provide()]
    const params = { idpId: provider.id, kid: signingOf(provider) }
    const query = { targetIdpId: other.id }
    const { status, body } = await client.call('cloneIdentityProviderSigningKey', { params, query })
    expect([status, body.kid]).toEqual([201, signingOf(provider)])
    const again = await client.refused('cloneIdentityProviderSigningKey', { params, query })
    expect([again.status, again.code]).toEqual([409, 'E0000096'])
  })

  it('come of requests for certificates; an unknown one is no CertificateSigningRequest', async () => {
    const { id: idpId } = await provide()
    const { status, body, headers } = await client.call('createIdentityProviderCsr', { params: { idpId }, body: BODY })
    const made = body as CertificateRequest
    const self = `${server.url}/api/v1/idps/${idpId}/credentials/csrs/${made.id}`
    expect([status, headers.get('Location')]).toEqual([201, self])
    expect(made._links).toHaveProperty('publish', { href: `${self}/lifecycle/publish`, hints: { allow: ['POST'] } })
    expect((await client.call('listIdentityProviderCsrs', { params: { idpId } })).body).toEqual([made])
    const { pem } = await issueFor(made.csr, new Date(START - DAY_MS), YEAR_LATER)
    const published = await client.fetch(`${new URL(self).pathname}/lifecycle/publish`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-pem-file' },
      body: pem,
    })
    expect(published.status).toBe(201)
    const gone = await client.refused('getIdentityProviderCsr', { params: { idpId, csrId: made.id } })
    expect([gone.status, gone.body.errorSummary]).toEqual([404, expect.stringContaining('(CertificateSigningRequest)')])
  })

  it('go with their provider', async () => {
    const { id: idpId } = await provide()
    await client.call('listIdentityProviderSigningKeys', { params: { idpId } })
    await client.call('createIdentityProviderCsr', { params: { idpId }, body: BODY })
    await client.call('deleteIdentityProvider', { params: { idpId } })
    const left = await withDatabase(server.dataFile, (database) =>
      database.all(
        'SELECT 1 FROM signing_keys WHERE owner_id = ? UNION ALL SELECT 1 FROM certificate_requests WHERE owner_id = ?',
        [...[idpId, idpId]],
      ),
    )
    expect(left).toEqual([])
  })
})

describe('the metadata that a provider trusts us by', () => {
  /** What a provider's metadata are, and the certificate of its key. */
  async function metadataOf(provider: IdentityProvider) {
    const path = `/api/v1/idps/${provider.id}/metadata.xml`
    expect((provider._links['metadata'] as { href: string }).href).toBe(`${server.url}${path}`)
    const reply = await client.fetch(path, { headers: { Accept: 'application/xml' } })
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'application/xml;charset=UTF-8'])
    const params = { idpId: provider.id }
    const [key] = (await client.call('listIdentityProviderSigningKeys', { params })).body
    return { xml: await reply.text(), certificate: key?.x5c[0]?.replaceAll('\n', '') ?? '' }
  }

  it.skipIf(isMissing('xmlsec1'))('are verified by xmlsec1', async () => {
    const { xml, certificate } = await metadataOf(await provide())
    await verifyByXmlsec(xml, certificate)
  })

  it('[spec/5 9/metadata] say who we are and where people come back to', async () => {
    const provider = await provide()
    const { xml, certificate } = await metadataOf(provider)
    expect(xml).toContain(`entityID="${provider.protocol?.credentials?.trust?.audience}"`)
    expect(xml).toContain(`<ds:X509Certificate>${certificate}</ds:X509Certificate>`)
    expect(xml).toContain(`Location="${server.url}/sso/saml2/${provider.id}"`)
    expect(xml).toMatch(/<md:SPSSODescriptor [^>]*AuthnRequestsSigned="true"/)
  })

  it('are of SAML2 alone, and XML', async () => {
    const google = await provide({}, 'GOOGLE')
    const refusal = await client.refused('getIdentityProviderMetadata', { params: { idpId: google.id } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000024'])
    const path = `/api/v1/idps/${(await provide()).id}/metadata.xml`
    const json = await client.fetch(path, { headers: { Accept: 'application/json' } })
    expect([json.status, await json.json()]).toMatchObject([400, { errorCode: 'E0000019' }])
  })
})
