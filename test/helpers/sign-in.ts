import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { TestBrowser } from './browser.ts'
import { post } from './oauth-clients.ts'
import type { TestServer } from './server.ts'

export const CALLBACK = 'https://app.example.com/back'
export const PASSWORD = 'Correct-horse-9-battery'

/** A web client that signs people in, everybody assigned to it. */
export async function aWebClient(
  { client }: Pick<TestServer, 'client'>,
  {
    settings = {},
    credentials = {},
  }: { settings?: Record<string, unknown>; credentials?: Record<string, unknown> } = {},
) {
  const { body: app } = await client.call('createApp', {
    body: {
      label: `Client ${Math.random().toString(36).slice(2)}`,
      signOnMode: 'OPENID_CONNECT',
      credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_post', ...credentials } },
      settings: {
        oauthClient: {
          ...{
            application_type: 'web',
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
          },
          ...{ redirect_uris: [CALLBACK], ...settings },
        },
      },
    } as never,
  })
  const { client_id: clientId, client_secret: secret = '' } = (
    app as unknown as { credentials: { oauthClient: { client_id: string; client_secret?: string } } }
  ).credentials.oauthClient
  return { appId: app.id, label: app.label, clientId, secret }
}

export type WebClient = Awaited<ReturnType<typeof aWebClient>>

export interface TestPerson {
  id: string
  login: string
}

/** A person with a password, to whom a client is assigned. */
export async function aPerson(
  { client }: Pick<TestServer, 'client'>,
  login: string,
  apps: readonly { appId: string }[],
): Promise<TestPerson> {
  const { body: user } = await client.call('createUser', {
    query: { activate: true },
    body: {
      profile: { firstName: 'Ada', lastName: 'Byron', email: login, login },
      credentials: { password: { value: PASSWORD } },
    },
  } as never)
  const { id } = user as { id: string }
  for (const { appId } of apps) await client.call('assignAppUser', { params: { appId }, body: { id } } as never)
  return { id, login }
}

/** Lets applications ask for no more than one factor. @param method more of the verification method */
export async function askForOneFactor(
  { client, make }: Pick<TestServer, 'client' | 'make'>,
  method: object = {},
): Promise<void> {
  const { id: policyId } = await make.theDefault('ACCESS_POLICY')
  const verificationMethod = { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT12H', ...method }
  const actions = { appSignOn: { access: 'ALLOW', verificationMethod } }
  await client.call('createRule', {
    params: { policyId },
    body: { type: 'ACCESS_POLICY', name: 'One factor', priority: 1, actions },
  } as never)
}

/** Lets people set up the codes of an authenticator app on their way in. */
export async function allowCodes({ client, make }: Pick<TestServer, 'client' | 'make'>): Promise<void> {
  const enrollment = await make.theDefault('MFA_ENROLL')
  const settings = enrollment.settings as { authenticators: { key: string }[] }
  const authenticators = settings.authenticators.map((each) =>
    each.key === 'svc_verify' ? { ...each, enroll: { self: 'OPTIONAL' } } : each,
  )
  await client.call('replacePolicy', {
    params: { policyId: enrollment.id },
    body: { ...enrollment, settings: { ...settings, authenticators } },
  } as never)
}

/** The secret of a code generator that a page lets a person set up; empty on any other page. */
export const secretIn = ({ text }: { text: string }): string =>
  (/id="secret">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '')

/** The code that an app shows now for a secret. */
export const codeOf = ({ clock }: Pick<TestServer, 'clock'>, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now })

/** A proof of key (RFC 7636). */
export function aChallenge(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The address to which a client sends a person. */
export function authorizeAddress(
  clientId: string,
  over: Record<string, string | undefined> = {},
  path = '/oauth2/v1/authorize',
): string {
  const usual = { client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', state: 's-1' }
  const given = Object.entries({ ...usual, ...over }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${path}?${new URLSearchParams(given).toString()}`
}

/** Opens the address and proves the password of a person. */
export async function provePassword(browser: TestBrowser, address: string, login: string, password = PASSWORD) {
  await browser.open(address)
  await browser.send({ act: 'identify', identifier: login })
  return browser.send({ act: 'password', password })
}

/** Signs in by password and, as authentication policies ask from the start, by a second factor, which is simulated. */
export async function signIn(browser: TestBrowser, address: string, login: string) {
  await provePassword(browser, address, login)
  await browser.send({ act: 'choose', method: 'svc_email/EMAIL' })
  return browser.send({ act: 'simulate' })
}

/** What the client was answered. */
export const answerIn = ({ url }: { url: string }): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams)

/** Exchanges a code for tokens. */
export function exchange(
  server: Pick<TestServer, 'url'>,
  { clientId, secret }: { clientId: string; secret: string },
  code: string,
  verifier?: string,
) {
  return post(server, '/oauth2/v1/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
    ...{ client_id: clientId, client_secret: secret, ...(verifier !== undefined && { code_verifier: verifier }) },
  })
}
