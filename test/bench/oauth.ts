import { ASSERTION_TYPE } from '#contract/apps/client-credentials.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { ratioFigure, type Figure } from './measure.ts'
import { headersOf, requestsPerSecond, start, stop, type Started } from './program.ts'

const CLI = 'out/server/cli.js'
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 10
type Headers = Record<string, string>
type Post = <Reply>(path: string, body: object) => Promise<Reply>

const poster =
  ({ url }: Started, headers: Headers): Post =>
  async <Reply>(path: string, body: object) => {
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
    const reply = await fetch(url + path, { ...init, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json() as Promise<Reply>
  }

/** A client that may use client credentials. */
const application = (label: string, client: object, settings: object) => ({
  ...{ label, signOnMode: 'OPENID_CONNECT', credentials: { oauthClient: client } },
  settings: { oauthClient: { application_type: 'service', grant_types: ['client_credentials'], ...settings } },
})

/** An access token of the organization, for a client that may do everything. */
async function accessToken(service: Started, post: Post): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const method = { token_endpoint_auth_method: 'private_key_jwt' }
  const { id } = await post<{ id: string }>('/api/v1/apps', application('Bench', method, { jwks: { keys } }))
  await post(`/api/v1/apps/${id}/grants`, { issuer: service.url, scopeId: 'svc.policies.read' })
  await post(`/oauth2/v1/clients/${id}/roles`, { type: 'SUPER_ADMIN' })
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${service.url}/oauth2/v1/token`)
    .setExpirationTime('5 minutes')
    .sign(privateKey)
  const form = { grant_type: 'client_credentials', scope: 'svc.policies.read', client_assertion: assertion }
  const body = new URLSearchParams({ ...form, client_assertion_type: ASSERTION_TYPE })
  const reply = await fetch(`${service.url}/oauth2/v1/token`, { method: 'POST', body })
  return ((await reply.json()) as { access_token: string }).access_token
}

/** Reading a policy by one caller beside another, in turns. */
async function reading(service: Started, ours: Headers, theirs: Headers) {
  const list = (await (await fetch(`${service.url}/api/v1/policies?type=SVC_SIGN_ON`, { headers: theirs })).json()) as {
    id: string
  }[]
  const url = `${service.url}/api/v1/policies/${list[0]?.id}`
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await requestsPerSecond(url, ours))
    rates.theirs.push(await requestsPerSecond(url, theirs))
  }
  return rates
}

/** What an access token costs beside an API token, once its signature was checked. */
async function readingByAccessToken(service: Started, headers: Headers): Promise<Figure> {
  const bearer = { authorization: `Bearer ${await accessToken(service, poster(service, headers))}` }
  const goal = { bound: { least: 0.8 }, of: 'the same with an API token' }
  const rates = await reading(service, bearer, headers)
  return ratioFigure('GET policy by id with an access token', 'requests/s', rates, goal)
}

/** What it costs to look up roles, and what they permit, beside a caller who may do everything. */
async function readingByRole(service: Started, headers: Headers): Promise<Figure> {
  const post = poster(service, headers)
  const login = 'auditor@bench.example.com'
  const profile = { login, email: login, firstName: 'Audit', lastName: 'Or' }
  const credentials = { password: { value: 'Correct-horse-9-battery' } }
  const { id } = await post<{ id: string }>('/api/v1/users?activate=true', { profile, credentials })
  await post(`/api/v1/users/${id}/roles`, { type: 'READ_ONLY_ADMIN' })
  const { token } = await post<{ token: string }>('/gatehouse/v1/api-tokens', { name: 'Auditor', userId: id })
  const goal = { bound: { least: 0.9 }, of: 'the same by a super administrator' }
  const rates = await reading(service, { authorization: `SSWS ${token}` }, headers)
  return ratioFigure('GET policy by id by a read-only administrator', 'requests/s', rates, goal)
}

/** Tokens that a program gives in a second, for several clients at once. */
async function tokensPerSecond(url: string, client: { id: string; secret: string }): Promise<number> {
  const form = { grant_type: 'client_credentials', scope: 'things.read' }
  const result = await autocannon({
    ...{ url, method: 'POST', connections: CONNECTIONS, duration: SECONDS },
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

/** Giving tokens, which are on record and in the audit log, beside the library alone in memory. */
async function givingTokens(service: Started, headers: Headers): Promise<Figure> {
  const post = poster(service, headers)
  await post('/api/v1/authorizationServers/default/scopes', { name: 'things.read' })
  const { credentials } = await post<{
    credentials: { oauthClient: { client_id: string; client_secret: string } }
  }>('/api/v1/apps', application('Asks', {}, {}))
  const client = { id: credentials.oauthClient.client_id, secret: credentials.oauthClient.client_secret }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'bare' }
  const input = JSON.stringify({ jwk, clientId: client.id, secret: client.secret })
  const bare = await start(join(import.meta.dirname, 'bare-provider.ts'), [], input)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await tokensPerSecond(`${service.url}/oauth2/default/v1/token`, client))
    theirs.push(await tokensPerSecond(bare.url, client))
  }
  await stop(bare)
  const goal = { bound: { least: 0.2 }, of: 'the library alone, in memory' }
  return ratioFigure('Client credentials', 'tokens/s', { ours, theirs }, goal)
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const dataFile = join(folder, 'oauth.sqlite')
  const service = await start(CLI, ['--data', dataFile, '--port', '0', '--json', '--sample'])
  try {
    const headers = headersOf(dataFile)
    return [
      await readingByAccessToken(service, headers),
      await readingByRole(service, headers),
      await givingTokens(service, headers),
    ]
  } finally {
    await stop(service)
    rmSync(folder, { recursive: true, force: true })
  }
}
