import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_AUTH_METHODS } from '#contract/apps/client-credentials.ts'
import {
  codeCommand,
  makePkce,
  signInAddress,
  signInEndpoints,
  signingClient,
} from '#ui/features/applications/credentials/sign-in-request.ts'
import { TestBrowser } from '../../../helpers/browser.ts'
import { assertionOf } from '../../../helpers/oauth-clients.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'
import type { TestServer } from '../../../helpers/server.ts'
import { answerIn, aPerson, aWebClient, CALLBACK, signIn } from '../../../helpers/sign-in.ts'
import { startSignIn } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let jwk: object
let privateKey: CryptoKey

beforeAll(async () => {
  server = await startSignIn()
  const pair = await generateKeyPair('RS256', { extractable: true })
  privateKey = pair.privateKey
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
})

describe.skipIf(isMissing('curl', 'sh'))('the address and the command that a client shows', () => {
  it.each(CLIENT_AUTH_METHODS)('sign a person in where it proves itself by %s', async (method) => {
    const { appId, clientId, secret } = await aWebClient(server, {
      credentials: { token_endpoint_auth_method: method, ...(method === 'none' && { pkce_required: true }) },
      settings: {
        ...(method === 'none' && { application_type: 'browser' }),
        ...(method === 'private_key_jwt' && { jwks: { keys: [jwk] } }),
      },
    })
    const { login } = await aPerson(server, `${method.replaceAll('_', '-')}@example.com`, [{ appId }])
    const client = signingClient((await server.client.call('getApp', { params: { appId } })).body)
    if (!client) throw new Error('it signs people in')
    expect(client).toMatchObject({ method, redirectUris: [CALLBACK], refreshes: true, isBound: false })
    const request = { ...signInEndpoints(server.url, 'organization'), redirectUri: CALLBACK, pkce: await makePkce() }
    const address = signInAddress(client, { ...request, scopes: ['openid', 'email'] })
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, login))
    const key = method === 'client_secret_jwt' ? { alg: 'HS256', key: new TextEncoder().encode(secret) } : {}
    const { stdout } = await promisify(execFile)('sh', ['-c', codeCommand(client, request)], {
      env: {
        ...{ PATH: process.env['PATH'], CODE: code, CLIENT_SECRET: secret },
        CLIENT_ASSERTION: await assertionOf(server, { appId, clientId, privateKey }, key),
      },
    })
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) })
  })
})
