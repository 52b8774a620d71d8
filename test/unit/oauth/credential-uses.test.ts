import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { soundApp } from '../../helpers/app-bodies.ts'
import { anAccessToken, aServiceClient, assertionOf, credentialsForm, post } from '../../helpers/oauth-clients.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const params = { authServerId: 'default' }
  await server.client.call('createServerScope', { params, body: { name: 'things.read' } })
})

const HOUR_MS = 3_600_000
const usesOf = async ({ client }: TestServer, appId: string) =>
  (await client.call('listCredentialUses', { params: { appId } })).body
const moment = () => new Date(server.clock.now).toISOString()
const secretsOf = async (appId: string) =>
  (await server.client.call('listClientSecrets', { params: { appId } })).body.map(({ id, client_secret }) => ({
    id,
    secret: client_secret ?? '',
  }))

async function aSecretClient(method = 'client_secret_basic') {
  const sound = soundApp('OPENID_CONNECT')
  const oauthClient = { application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] }
  const body = {
    ...sound,
    credentials: { oauthClient: { token_endpoint_auth_method: method } },
    settings: { oauthClient },
  }
  const { id } = (await server.client.call('createApp', { body: body as never })).body
  return id
}

const ask = async (appId: string, secret: string) => {
  const form = { grant_type: 'client_credentials', scope: 'things.read', client_id: appId, client_secret: secret }
  return (await post(server, '/oauth2/default/v1/token', form)).status
}

describe('when a client last proved itself', () => {
  it('is known of each secret, from where, and never of one that was refused', async () => {
    const appId = await aSecretClient()
    expect(await usesOf(server, appId)).toEqual([])
    const [first] = await secretsOf(appId)
    await server.client.call('rotateSecret', { params: { appId }, body: { step: 'begin', confirm: false } })
    const [, second] = await secretsOf(appId)
    expect(await ask(appId, 'x'.repeat(20))).toBe(401)
    expect(await usesOf(server, appId)).toEqual([])
    expect(await ask(appId, second?.secret ?? '')).not.toBe(401)
    const use = { time: moment(), address: '127.0.0.1' }
    await expect.poll(() => usesOf(server, appId)).toEqual([{ credentialId: second?.id, lastUsed: use }])
    server.clock.advance(60_000)
    await ask(appId, second?.secret ?? '')
    await ask(appId, first?.secret ?? '')
    const later = { time: moment(), address: '127.0.0.1' }
    await expect
      .poll(async () => new Map((await usesOf(server, appId)).map((one) => [one.credentialId, one.lastUsed])))
      .toEqual(
        new Map([
          [first?.id, later],
          [second?.id, later],
        ]),
      )
  })

  it('is known of the key that signed', async () => {
    const service = await aServiceClient(server, { scopes: ['svc.groups.read'] })
    const { appId } = service
    const { jwks } = (await server.client.call('listClientKeys', { params: { appId } })).body
    await anAccessToken(server, service, 'svc.groups.read')
    const use = { time: moment(), address: '127.0.0.1' }
    await expect.poll(() => usesOf(server, appId)).toEqual([{ credentialId: jwks.keys[0]?.id, lastUsed: use }])
  })

  it('is known of the key that signed where the assertion names none', async () => {
    const ec = await generateKeyPair('ES256', { extractable: true })
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const keys = [
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
      { ...(await exportJWK(ec.publicKey)), kid: 'ec' },
    ]
    const service = await aServiceClient(server, { scopes: ['svc.groups.read'], over: { jwks: { keys } } })
    const { appId } = service
    const kidOf = new Map(
      (await server.client.call('listClientKeys', { params: { appId } })).body.jwks.keys.map(({ id, kid }) => [
        id,
        kid,
      ]),
    )
    const used = async () => (await usesOf(server, appId)).map(({ credentialId }) => kidOf.get(credentialId))
    for (const [alg, key, known] of [
      ['ES256', ec.privateKey, ['ec']],
      ['RS256', rsa.privateKey, ['ec', 'rsa']],
    ] as const) {
      const assertion = await assertionOf(server, service, { alg, key, kid: null })
      expect((await post(server, '/oauth2/v1/token', credentialsForm(assertion, 'svc.groups.read'))).status).toBe(200)
      await expect.poll(async () => (await used()).toSorted()).toEqual(known)
    }
  })

  it('makes the end of a rotation ask first, and is forgotten with the secret', async () => {
    const appId = await aSecretClient('client_secret_post')
    const params = { appId }
    await server.client.call('rotateSecret', { params, body: { step: 'begin', confirm: false } })
    const [older] = await secretsOf(appId)
    server.clock.advance(30 * HOUR_MS)
    await ask(appId, older?.secret ?? '')
    await expect.poll(() => usesOf(server, appId)).toHaveLength(1)
    const refused = await server.client.refused('rotateSecret', { params, body: { step: 'finish', confirm: false } })
    expect(refused.locations).toEqual(['confirm'])
    expect(JSON.stringify(refused.body)).toContain('less than an hour ago')
    await server.client.call('rotateSecret', { params, body: { step: 'finish', confirm: true } })
    await server.client.call('rotateSecret', { params, body: { step: 'remove', confirm: false } })
    expect(await usesOf(server, appId)).toEqual([])
  })

  it('is told to the hour of an earlier run', async () => {
    const appId = await aSecretClient()
    const [only] = await secretsOf(appId)
    await ask(appId, only?.secret ?? '')
    await expect.poll(() => usesOf(server, appId)).toHaveLength(1)
    const told = moment()
    server.clock.advance(60_000)
    await ask(appId, only?.secret ?? '')
    const { dataFile, clock } = server
    await server.stop()
    server = await startServer({ dataFile, clock })
    expect(await usesOf(server, appId)).toEqual([
      { credentialId: only?.id, lastUsed: { time: told, address: '127.0.0.1' } },
    ])
  })

  it('is told of applications that there are alone', async () => {
    const refused = await server.client.refused('listCredentialUses', { params: { appId: '0oaNone' } })
    expect(refused.code).toBe('E0000007')
  })
})
