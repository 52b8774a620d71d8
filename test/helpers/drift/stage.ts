import { buildPath } from '#contract/interface/request-path.ts'
import { LENIENT } from '../client.ts'
import { issueFor } from '../certificates.ts'
import { PUBLIC_KEY } from '../client-keys.ts'
import { soundApp } from '../app-bodies.ts'
import type { TestServer } from '../server.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Engine } from '#contract/gatehouse/engine.ts'
import { POLICY_TYPE_NAMES, policyType } from '#contract/policy/policy-types.ts'
import { placeholders } from '../route-paths.ts'

type Params = Readonly<Record<string, string>>
type Made = Readonly<Record<string, unknown>>

/** A service with one object of each kind that bodies and paths name. */
export interface Stage {
  engine: Engine
  /** DER as base64. */
  certificate: string
  /** A body with the ids of what is there in place of made-up ones. */
  withIds<T>(body: T): T
  /** Where an operation is called; what is made itself by a placeholder's own name. */
  paramsOf(id: OperationId, body: object): Params
  /** Where what was made is read. */
  placeOf(read: OperationId, where: Params, made: Made): Params
  /** Calls an operation a minute later than the one before. @throws Error with the refusal */
  send(id: OperationId, params: Params, body?: unknown): Promise<Made>
}

/** A new workspace. */
export type Staged = Pick<TestServer, 'client' | 'make' | 'clock' | 'url'>

/** What the path of an operation names where that is not the usual one of its kind. */
const ELSEWHERE: Readonly<Partial<Record<OperationId, Params>>> = {
  createAppCsr: { appId: 'saml1' },
  createIdentityProviderCsr: { idpId: 'saml2' },
  createClientSecret: { appId: 'web1' },
  createClientKey: { appId: 'service1' },
  grantScope: { appId: 'service1' },
  createPolicyMapping: { policyId: 'access1' },
}

/** By the name of a placeholder. */
const USUAL: Params = {
  ...{ groupId: '00g1', userId: '00u1', appId: '0oa1', idpId: '0oa2', authServerId: 'aus1', clientId: 'service1' },
  ...{
    apiTokenId: 'token1',
    authenticatorId: 'aut2',
    methodType: 'webauthn',
    contactType: 'BILLING',
    policyId: 'serverPolicy1',
  },
  ...{ schemaId: 'default', typeId: 'oty1' },
}

/** Makes what bodies name. */
export async function setStage(server: Staged, engine: Engine): Promise<Stage> {
  const { client, make } = server
  const app = async (mode: Parameters<typeof soundApp>[0], over: object = {}) =>
    (await client.call('createApp', { body: { ...soundApp(mode, `Stage ${mode}`), ...over } })).body.id
  const saml = await app('SAML_2_0')
  const { csr } = (
    await client.call('createAppCsr', { params: { appId: saml }, body: { subject: { commonName: 'x' } } })
  ).body
  const certificate = (await issueFor(csr)).cer
  const trusted = (await issueFor(csr)).cer
  const oauthClient = { application_type: 'service', grant_types: ['client_credentials'], jwks: { keys: [PUBLIC_KEY] } }
  const service = await app('OPENID_CONNECT', {
    ...{ label: 'Stage service', settings: { oauthClient } },
    credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
  })
  const authServerId = (await make.anAuthorizationServer()).id
  const ids = new Map<string, string>([
    ...([
      ['00u1', (await make.aUser()).id],
      ['00u2', (await make.aUser()).id],
    ] as const),
    ...([
      ['00g1', (await make.aGroup()).id],
      ['00g2', (await make.aGroup()).id],
    ] as const),
    ...([
      ['nzo1', (await make.aZone()).id],
      ['bhv1', (await make.aBehavior()).id],
    ] as const),
    ...([
      ['0oa1', await app('BOOKMARK')],
      ['saml1', saml],
      ['web1', await app('OPENID_CONNECT')],
      ['service1', service],
    ] as const),
    ...([
      ['0oa2', (await make.anIdentityProvider('OIDC', { name: 'Stage provider' })).id],
      ['saml2', (await make.anIdentityProvider('SAML2')).id],
    ] as const),
    ...([
      ['aus1', authServerId],
      ['serverPolicy1', (await make.aServerPolicy(authServerId)).id],
    ] as const),
    ['oty1', ((await client.call('listUserTypes')).body[0] as { id: string }).id],
    ['token1', ((await client.call('listApiTokens')).body[0] as { id: string }).id],
    ['trust1', (await client.call('createIdentityProviderKey', { body: { x5c: [trusted] } })).body.kid],
    ['issuer1', server.url],
  ])
  if (engine === 'identity') {
    ids.set('dae1', (await make.aDeviceAssurance()).id)
    ids.set('aut1', (await make.anAuthenticator('custom_app')).id)
    const known = (await client.call('listAuthenticators')).body
    ids.set('aut2', known.find(({ key }) => key === 'webauthn')?.id ?? '')
    ids.set('access1', (await make.aPolicy('ACCESS_POLICY')).id)
  }
  await client.call('assignAppGroup', {
    params: { appId: ids.get('0oa1') ?? '', groupId: ids.get('00g1') ?? '' },
    body: { profile: {} },
  })
  const policies = await policiesOf(server, engine)
  const idOf = (text: string) => ids.get(text) ?? text
  return {
    ...{ engine, certificate },
    send: (id, params, body) => send(server, id, params, body),
    placeOf: (read, where, made) => {
      const last = placeholders(ROUTES[read].path).at(-1) as string
      return { ...where, [last]: String(made['id'] ?? made['kid'] ?? made['client_id']) }
    },
    withIds: (body) => mapTexts(body, idOf) as never,
    paramsOf: (id, body) => {
      const named = { ...USUAL, ...ELSEWHERE[id] }
      const params = Object.fromEntries(placeholders(ROUTES[id].path).map((name) => [name, idOf(named[name] ?? name)]))
      return id === 'createRule' ? { policyId: policies.get((body as { type: string }).type) ?? '' } : params
    },
  }
}

const MINUTE_MS = 60_000

async function send({ client, clock }: Staged, id: OperationId, params: Params, body?: unknown): Promise<Made> {
  clock.advance(MINUTE_MS)
  const { method, path } = ROUTES[id]
  const headers = { ...LENIENT, 'Content-Type': 'application/json' }
  const response = await client.fetch(buildPath(path, params), {
    method,
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${id} answered ${response.status}: ${text} to ${JSON.stringify(body)}`)
  return text === '' ? {} : (JSON.parse(text) as Made)
}

/** A policy for rules of each type: a new one where they can be made, so that nothing else lies in it. */
async function policiesOf({ make }: Staged, engine: Engine): Promise<Map<string, string>> {
  const policies = new Map<string, string>()
  for (const type of POLICY_TYPE_NAMES) {
    const { ruleType, creatable, parent, engine: on } = policyType(type)
    if (parent !== 'policies' || (on === 'identity' && engine === 'classic')) continue
    policies.set(ruleType, (creatable ? await make.aPolicy(type) : await make.theDefault(type)).id)
  }
  return policies
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mapTexts(held, change)]))
}
