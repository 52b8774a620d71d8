import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CertificateRequest } from '#contract/credentials/signing-key.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { issueFor, namesIn, type Issued } from '../../../helpers/certificates.ts'
import { type Client } from '../../../helpers/client.ts'
import { issueByOpenssl, verifyByOpenssl } from '../../../helpers/openssl.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'
import { runs } from '../../../helpers/runs.ts'
import { START, startServer } from '../../../helpers/server.ts'

const DAY_MS = 86_400_000
const PKCS10 = { Accept: 'application/pkcs10' }
const BODY = {
  subject: {
    countryName: 'ch',
    stateOrProvinceName: 'Bern',
    localityName: 'Bern',
    organizationName: 'Müller, "Söhne" + Co.',
    organizationalUnitName: '#1 Sign-on',
    commonName: 'sso.example.test',
  },
  subjectAltNames: { dnsNames: ['sso.example.test', '*.example.test'] },
}

let client: Client
let url: string
let appId: string
beforeAll(async () => {
  ;({ client, url } = await startServer())
  appId = (await client.call('createApp', { body: soundApp('SAML_2_0') })).body.id
})

const path = () => `/api/v1/apps/${appId}/credentials/csrs`
const request = async () =>
  (await client.call('createAppCsr', { params: { appId }, body: BODY })).body as CertificateRequest
const issue = (csr: string, from = -1, to = 365) =>
  issueFor(csr, new Date(START + from * DAY_MS), new Date(START + to * DAY_MS))
const publish = (csrId: string, body: string | Uint8Array, type = 'application/x-pem-file') =>
  client.fetch(`${path()}/${csrId}/lifecycle/publish`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: body as BodyInit,
  })
const refusalOf = async (reply: Response) => {
  const body = (await reply.json()) as {
    errorCode: string
    errorSummary: string
    errorCauses: { errorSummary: string }[]
  }
  return { status: reply.status, code: body.errorCode, summary: body.errorSummary, causes: body.errorCauses }
}

describe('making a certificate request', () => {
  it('[spec/2 csr/fields] [spec/5 8.7/csr] gives the request and its links', async () => {
    const { status, headers, body } = await client.call('createAppCsr', { params: { appId }, body: BODY })
    const made = body as CertificateRequest
    expect(Object.keys(made)).toEqual(['id', 'created', 'csr', 'kty', '_links'])
    const self = `${url}${path()}/${made.id}`
    expect([status, headers.get('Location')]).toEqual([201, self])
    expect(made).toMatchObject({
      id: expect.stringMatching(/^[\w-]{43}$/),
      kty: 'RSA',
      created: new Date(START).toISOString(),
    })
    expect(Object.entries(made._links)).toEqual([
      ['publish', { href: `${self}/lifecycle/publish`, hints: { allow: ['POST'] } }],
      ['self', { href: self, hints: { allow: ['GET', 'DELETE'] } }],
    ])
  })

  it.skipIf(isMissing('openssl'))(
    'says what was asked for, as openssl reads it, and is signed by its key',
    async () => {
      const said = await verifyByOpenssl((await request()).csr)
      expect(said).toMatch(/verify OK/)
      expect(said).toMatch(/2048 bit/)
      expect(said).toMatch(/C ?= ?CH, ST ?= ?Bern, L ?= ?Bern, O ?= ?/)
      expect(said).toMatch(/CN ?= ?sso\.example\.test/)
      expect(said).toContain('DNS:sso.example.test, DNS:*.example.test')
    },
  )

  it('[spec/2 endpoints/GET csr] is answered as base64 of DER where the client accepts that, as an object otherwise', async () => {
    const headers = { 'Content-Type': 'application/json', ...PKCS10 }
    const made = await client.fetch(path(), { method: 'POST', headers, body: JSON.stringify(BODY) })
    expect([made.status, made.headers.get('Content-Type')]).toEqual([201, 'application/pkcs10'])
    const csr = await made.text()
    const at = new URL(made.headers.get('Location') ?? '').pathname
    expect(await (await client.fetch(at, { headers: PKCS10 })).text()).toBe(csr)
    for (const Accept of ['application/json', '*/*', 'text/html', 'application/pkcs10;q=0.1, application/json'])
      expect(((await (await client.fetch(at, { headers: { Accept } })).json()) as { csr: string }).csr).toBe(csr)
    expect(namesIn(csr)).toEqual(BODY.subjectAltNames.dnsNames)
  })

  it('[spec/2 endpoints/GET csrs] lists them, the oldest first, and deletes them', async () => {
    const before = (await client.call('listAppCsrs', { params: { appId } })).body
    const made = await request()
    expect((await client.call('listAppCsrs', { params: { appId } })).body).toContainEqual(made)
    await client.call('deleteAppCsr', { params: { appId, csrId: made.id } })
    expect((await client.call('listAppCsrs', { params: { appId } })).body).toEqual(before)
    for (const id of ['getAppCsr', 'deleteAppCsr'] as const) {
      const gone = await client.refused(id, { params: { appId, csrId: made.id } })
      expect([gone.status, gone.body.errorSummary]).toEqual([
        404,
        expect.stringContaining('(CertificateSigningRequest)'),
      ])
    }
  })

  it.each([
    [{}, 'subject'],
    [{ subject: {} }, 'subject'],
    [{ subject: { countryName: 'CHE' } }, 'subject.countryName'],
    [{ subject: { commonName: 'x'.repeat(65) } }, 'subject.commonName'],
    [{ subject: { commonName: 'two\nlines' } }, 'subject.commonName'],
    [{ subject: { commonName: 'x' }, subjectAltNames: { dnsNames: ['not a name'] } }, 'subjectAltNames.dnsNames[0]'],
  ])('names what will not do of %j', async (body, location) => {
    const refusal = await client.refused('createAppCsr', { params: { appId }, body })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
  })
})

describe('publishing the certificate of a request', () => {
  it.skipIf(isMissing('openssl'))('takes what openssl issues', async () => {
    const made = await request()
    const pem = await issueByOpenssl(made.csr, new Date(START - DAY_MS), new Date(START + 365 * DAY_MS))
    expect((await publish(made.id, pem)).status).toBe(201)
  })

  const FORMS: [string, string, (issued: Issued) => string | Uint8Array][] = [
    ['PEM', 'application/x-pem-file', ({ pem }) => pem],
    ['CER', 'application/pkix-cert', ({ cer }) => cer],
    ['DER', 'application/x-x509-ca-cert', ({ der }) => der],
    ['PEM with other text around it', 'application/x-x509-ca-cert', ({ pem }) => `Subject: X\n${pem}\nmore`],
    ['CER in lines', 'application/x-pem-file', ({ cer }) => cer.replaceAll(/.{64}/g, '$&\r\n')],
    ['DER under another name', 'application/pkix-cert', ({ der }) => der],
  ]
  it.each(FORMS)(
    'takes %s and makes it a key, which is seen once and signs nothing yet',
    async (_form, type, bodyOf) => {
      const made = await request()
      const issued = await issue(made.csr)
      const reply = await publish(made.id, bodyOf(issued), type)
      expect(reply.status).toBe(201)
      const key = (await reply.json()) as { x5c: string[]; kid: string; expiresAt: string; created: string }
      expect(key.x5c.map((x5c) => x5c.replaceAll('\n', ''))).toEqual([issued.cer])
      expect(key.expiresAt).toBe(new Date(START + 365 * DAY_MS).toISOString())
      expect((await client.call('getAppKey', { params: { appId, kid: key.kid } })).body).toEqual(key)
      expect((await client.call('getApp', { params: { appId } })).body.credentials.signing.kid).not.toBe(key.kid)

      const gone = await client.refused('getAppCsr', { params: { appId, csrId: made.id } })
      expect(gone.code).toBe('E0000007')
      const again = await refusalOf(await publish(made.id, bodyOf(issued), type))
      expect([again.status, again.code, again.summary]).toEqual([409, 'E0000096', expect.stringContaining(key.kid)])
    },
  )

  it('refuses the certificate of another request, and one that is not valid now or for 90 days', async () => {
    const [made, other] = [await request(), await request()]
    const period = async (from: number, to: number) => (await issue(made.csr, from, to)).pem
    const cases: [string, RegExp][] = [
      [(await issue(other.csr)).pem, /another key/],
      [await period(1, 365), /not valid before 2026-03-03/],
      [await period(-365, -1), /has not been valid since/],
      [await period(-1, 89), /less than 90 days/],
    ]
    for (const [pem, why] of cases) {
      const refusal = await refusalOf(await publish(made.id, pem))
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
      expect(refusal.causes.map(({ errorSummary }) => errorSummary)).toEqual([expect.stringMatching(why)])
    }
    expect((await publish(made.id, await period(-1, 91))).status).toBe(201)
  })

  it('is in the log, from the request on, without anything of the private half', async () => {
    const app = await client.call('createApp', { body: soundApp('SAML_2_0', 'Told of') })
    const params = { appId: app.body.id }
    const made = async () => (await client.call('createAppCsr', { params, body: BODY })).body as CertificateRequest
    const [one, other] = [await made(), await made()]
    await client.call('deleteAppCsr', { params: { ...params, csrId: other.id } })
    const { pem } = await issue(one.csr)
    const at = `/api/v1/apps/${params.appId}/credentials/csrs/${one.id}/lifecycle/publish`
    const headers = { 'Content-Type': 'application/x-pem-file' }
    const key = (await (await client.fetch(at, { method: 'POST', headers, body: pem })).json()) as { kid: string }

    const filter = `target.id eq "${params.appId}" and eventType sw "app.app_instance.csr"`
    const events = (await client.call('listLogEvents', { query: { filter } })).body
    expect(events.map(({ eventType, target }) => [eventType, target?.[0]?.changeDetails])).toEqual([
      [
        'app.app_instance.csr.generate',
        { from: { certificateRequest: null }, to: { certificateRequest: { id: one.id, csr: one.csr } } },
      ],
      ['app.app_instance.csr.generate', expect.anything()],
      [
        'app.app_instance.csr.revoke',
        { from: { certificateRequest: { id: other.id, csr: other.csr } }, to: { certificateRequest: null } },
      ],
      [
        'app.app_instance.csr.publish',
        { from: { signingKey: null }, to: { signingKey: expect.objectContaining({ kid: key.kid }) } },
      ],
    ])
    expect(JSON.stringify(events)).not.toMatch(/private|"v1\./i)
  })

  it('refuses what is too long, and what is no certificate', async () => {
    const { id, csr } = await request()
    const long = await refusalOf(await publish(id, 'x'.repeat(LIMITS.certificateBytes + 1)))
    expect([long.status, long.code]).toEqual([413, 'E0000020'])
    const ofAnotherKind = `-----BEGIN CERTIFICATE REQUEST-----\n${csr}\n-----END CERTIFICATE REQUEST-----`
    for (const body of [ofAnotherKind, csr, Buffer.from(csr, 'base64'), '-----BEGIN CERTIFICATE-----', '0', ' ']) {
      const refusal = await refusalOf(await publish(id, body))
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    }
    expect((await publish('none', 'x')).status).toBe(404)
  })

  it('refuses every other run of bytes as clearly', async () => {
    const { id, csr } = await request()
    const { der } = await issue(csr)
    const spoilt = fc
      .tuple(fc.nat(der.length - 1), fc.nat(255), fc.integer({ min: 1, max: der.length }))
      .map(([at, byte, length]) => der.slice(0, length).map((held, place) => (place === at ? byte : held)))
      .filter((bytes) => Buffer.compare(bytes, der) !== 0)
    const random = fc.uint8Array({ minLength: 1, maxLength: 400 })
    const text = fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }).map((content) => Buffer.from(content))
    const nested = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([0x30, 0x82, 0x01, 0x00, ...bytes]))
    await fc.assert(
      fc.asyncProperty(fc.oneof(random, text, spoilt, nested), async (bytes) => {
        const { status } = await publish(id, bytes, 'application/x-x509-ca-cert')
        // What of a certificate is not signed over can change, and who publishes answers for the signature of the authority.
        expect([201, 400, 409]).toContain(status)
      }),
      { numRuns: runs(0.3) },
    )
  })
})
