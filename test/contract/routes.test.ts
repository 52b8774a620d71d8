import { beforeAll, describe, expect, it } from 'vitest'
import { buildPath } from '#contract/interface/request-path.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTE_LIST, type OperationId } from '#contract/routes/index.ts'
import { KIND_LIST } from '#contract/kinds.ts'
import { REQUEST_TYPES } from '#contract/interface/content-types.ts'
import { placeholders, SCOPE_AREAS } from '../helpers/route-paths.ts'
import { refusalOf, type Client } from '../helpers/client.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { formWith, PNG } from '../helpers/pictures.ts'
import { soundApp } from '../helpers/app-bodies.ts'
import { PUBLIC_KEY } from '../helpers/client-keys.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})

/** An id of nothing, for each placeholder of a path. */
function unknownParams(route: Route): Record<string, string> {
  return Object.fromEntries(placeholders(route.path).map((name) => [name, `${name}-of-nothing`]))
}

/** OAuth clients are told of their mistakes as RFC 6749 has it; `test/unit/oauth` holds that. */
const withBody = ROUTE_LIST.filter(({ route }) => route.body !== undefined && route.auth !== 'client')

/** The top-level fields that a body cannot do without. */
function requiredFields(route: Route): string[] {
  const result = route.body?.safeParse({})
  return [...new Set((result?.error?.issues ?? []).map((issue) => String(issue.path[0] ?? 'body')))]
}

/** What a reader began may be given up by a reader. */
const OWN_READING: ReadonlySet<OperationId> = new Set(['deleteLogExport', 'cancelLogVerification'])

const SERVER_POLICY = { type: 'OAUTH_AUTHORIZATION_POLICY', name: 'X' }
const SERVER_RULE = { type: 'RESOURCE_ACCESS', name: 'X', actions: { token: {} } }

const SERVER_CLAIM = { name: 'x', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '"x"' }

/** Bodies and queries that pass the guard, for routes that need some before they look for the id. */
const SOUND: Partial<
  Record<OperationId, { body?: unknown; query?: Record<string, unknown>; headers?: Record<string, string> }>
> = {
  cloneIdentityProviderSigningKey: { query: { targetIdpId: 'x' } },
  createIdentityProviderCsr: { body: { subject: { commonName: 'x' } } },
  publishIdentityProviderCsr: { body: 'x', headers: { 'Content-Type': 'application/x-pem-file' } },
  cloneAppKey: { query: { targetAid: 'x' } },
  createAppCsr: { body: { subject: { commonName: 'x' } } },
  publishAppCsr: { body: 'x', headers: { 'Content-Type': 'application/x-pem-file' } },
  listReviewedPeople: { query: { effect: 'LOSES_ACCESS' } },
  listPreviewedPeople: { query: { effect: 'JOINS' } },
  listLosingPeople: { query: { of: '0oaNONE' } },
  previewTokens: { query: { appId: 'x' } },
  replacePolicy: { body: { type: 'SVC_SIGN_ON', name: 'X' } },
  createRule: { body: { type: 'SIGN_ON', name: 'X', actions: { signon: { access: 'ALLOW' } } } },
  replaceRule: { body: { type: 'SIGN_ON', name: 'X', actions: { signon: { access: 'ALLOW' } } } },
  replaceAuthenticatorMethod: { body: { type: 'sms' } },
  publishDraft: { body: { digest: 'of a plan' } },
  pairObjects: { body: { kind: 'zone', ours: 'x', theirs: 'y' } },
  linkIdentityProviderUser: { body: { externalId: 'x' } },
  replaceAuthorizationServer: { body: { name: 'X', audiences: ['x'] } },
  createServerPolicy: { body: SERVER_POLICY },
  replaceServerPolicy: { body: SERVER_POLICY },
  createServerRule: { body: SERVER_RULE },
  replaceServerRule: { body: SERVER_RULE },
  createServerScope: { body: { name: 'x' } },
  replaceServerScope: { body: { name: 'x' } },
  createServerClaim: { body: SERVER_CLAIM },
  replaceServerClaim: { body: SERVER_CLAIM },
  createPolicyMapping: { body: { resourceId: 'x', resourceType: 'APP' } },
  assignAppUser: { body: { id: 'x' } },
  updateAppUser: { body: {} },
  assignAppGroup: { body: {} },
  updateAppGroup: { body: [] },
  associateServers: { body: { trusted: ['x'] } },
  replaceOAuthClient: { body: { client_name: 'X', redirect_uris: ['https://app.example.test/in'] } },
  grantScope: { body: { issuer: 'x', scopeId: 'svc.users.read' } },
  replaceApp: { body: soundApp('BOOKMARK', 'X') },
  uploadAppLogo: { body: formWith(PNG) },
  rotateSecret: { body: { step: 'begin' } },
  createClientKey: { body: PUBLIC_KEY },
  assignUserRole: { body: { type: 'APP_ADMIN' } },
  assignGroupRole: { body: { type: 'APP_ADMIN' } },
  assignClientRole: { body: { type: 'APP_ADMIN' } },
  addGroupOwner: { body: { id: 'x', type: 'USER' } },
  replaceGroup: { body: { profile: { name: 'X' } } },
  replaceGroupRule: {
    body: {
      ...{ type: 'group_rule', name: 'X', actions: { assignUserToGroups: { groupIds: ['x'] } } },
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.x == "y"' } },
    },
  },
  replaceUserType: { body: { name: 'x', displayName: 'X', description: '' } },
  updateUserType: { body: {} },
  updateUser: { body: { profile: {} } },
  replaceUser: { body: { type: { id: 'x' } } },
  changePassword: { body: { oldPassword: { value: 'x' }, newPassword: { value: 'y' } } },
  changeRecoveryQuestion: { body: { password: { value: 'x' }, recovery_question: { question: 'x', answer: 'y' } } },
  recoverPassword: { body: { password: { value: 'x' }, recovery_question: { answer: 'y' } } },
  updateUserSchema: { body: {} },
  updateAppUserSchema: { body: {} },
  getAttributeUse: { query: { attribute: 'x' } },
  replaceContact: { body: { userId: 'x' } },
  replaceApiToken: { body: { name: 'X' } },
  replaceZone: { body: { type: 'IP', name: 'X' } },
  checkDirectoryImport: { body: { mapping: {} } },
  replaceAuthenticator: { body: { key: 'webauthn', name: 'X' } },
  replaceBehavior: { body: { type: 'VELOCITY', name: 'X' } },
  replaceDeviceAssurance: { body: { platform: 'IOS', name: 'X', osVersion: { minimum: '1' } } },
  replaceEventHook: {
    body: {
      name: 'X',
      events: { type: 'EVENT_TYPE', items: ['user.session.start'] },
      channel: { config: { uri: 'https://hooks.example.test' } },
    },
  },
  replaceSavedSearch: { body: { name: 'X', filter: '', q: '', range: { name: 'day', since: '', until: '' } } },
  replacePeopleSearch: { body: { name: 'X', search: 'id pr', words: '' } },
  replacePolicyTest: {
    body: { name: 'X', request: { policyContext: { user: { id: 'x' } } }, expect: { answer: 'YES' } },
  },
  replaceInvariant: { body: { name: 'X', claim: { kind: 'DENIED' } } },
  replaceDraft: { body: { name: 'X' } },
  replaceConnection: {
    body: {
      ...{ name: 'X', address: 'https://acme.example.test' },
      authentication: { type: 'SERVICE_APP', clientId: 'x', scopes: ['svc.groups.read'] },
    },
  },
  restoreVersion: { body: { expectedVersion: 1 } },
  replaceIdentityProvider: { body: { type: 'OIDC', name: 'X' } },
}

const withToken = ROUTE_LIST.filter(({ route }) => route.auth === 'token')
describe.each(withToken)('$id', ({ id, route }) => {
  it('refuses whoever brings no token', async () => {
    const refusal = await client.refused(id, { token: null, params: unknownParams(route) })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000005'])
  })

  it('refuses a token that no one was given', async () => {
    const refusal = await client.refused(id, { token: `00${'x'.repeat(40)}`, params: unknownParams(route) })
    expect([refusal.status, refusal.code]).toEqual([401, 'E0000011'])
  })
})

/** A verb that no path has, but for those few. */
const PATCHED: ReadonlySet<string> = new Set(
  ROUTE_LIST.filter(({ route }) => route.method === 'PATCH').map(({ route }) => route.path),
)
const verbOfNone = (path: string) => (PATCHED.has(path) ? 'POST' : 'PATCH')

const documented = ROUTE_LIST.filter(({ route }) => !route.hidden)
describe.each(documented)('$id', ({ id, route }) => {
  it('refuses a verb that its path has not, and names those that it has', async () => {
    const response = await client.fetch(buildPath(route.path, unknownParams(route)), { method: verbOfNone(route.path) })
    expect(response.headers.get('Allow')?.split(', ')).toContain(route.method)
    const refusal = await refusalOf(response)
    expect([refusal.status, refusal.code]).toEqual([405, 'E0000022'])
  })

  it('tells what it is for, where it belongs and which scope it needs', () => {
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(route.tag).not.toBe('')
    const scopes = SCOPE_AREAS.flatMap((area) => [`svc.${area}.read`, `svc.${area}.manage`])
    if (route.auth === 'token') expect(scopes).toContain(route.scope)
    else expect(route.scope).toBeNull()
    if (route.auth === 'client') expect(route.path).toMatch(/^\/oauth2\/|^\/\.well-known\/(openid|oauth)-/)
    else
      expect(route.path).toMatch(
        /^\/(api|gatehouse)\/v1\/|^\/\.well-known\/(svc-organization|webfinger)$|^\/oauth2\/v1\/clients(\/|$)/,
      )
  })

  it('declares exactly the parameters that its path holds', () => {
    expect(Object.keys(route.params.shape).sort()).toEqual(placeholders(route.path).sort())
  })

  it('asks for a scope that suits its verb', () => {
    if (route.scope !== null && route.method !== 'POST' && !OWN_READING.has(id))
      expect(route.scope.endsWith('.read')).toBe(route.method === 'GET')
  })
})

const hidden = ROUTE_LIST.filter(({ route }) => route.hidden)
describe.each(hidden)('$id', ({ route }) => {
  it('is as if unknown to another verb', async () => {
    const path = buildPath(route.path, unknownParams(route))
    expect((await client.fetch(path, { method: 'DELETE' })).status).toBe(404)
  })

  it('needs neither token nor scope', () => {
    expect(route.auth).toMatch(/^(public|client)$/)
    expect(route.scope).toBeNull()
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/)
  })
})

it('no two operations share an address', () => {
  const addresses = ROUTE_LIST.map(({ route }) => `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(new Set(ROUTE_LIST.map(({ id }) => id)).size).toBe(ROUTE_LIST.length)
})

/** Looks for what names an id; the object itself may be gone. */
const ASKS_ABOUT_AN_ID: OperationId = 'listReferences'

const withId = documented.filter(({ id, route }) => id !== ASKS_ABOUT_AN_ID && placeholders(route.path).length > 0)
describe.each(withId)('$id', ({ id, route }) => {
  it('says which kind of object it did not find', async () => {
    const params = unknownParams(route)
    const refusal = await client.refused(id, { params, ...SOUND[id] })
    expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
    const told = Object.entries(params).map(
      ([name, id]) => `${id} (${KIND_LIST.find(({ param }) => param === name)?.errorKind})`,
    )
    expect(told).toContain(refusal.body.errorSummary.replace(/^.*: /, ''))
  })
})

describe.each(withBody)('$id', ({ id, route }) => {
  it('refuses text that is not JSON', async () => {
    for (const body of ['{"name": ', '{"a": 1,}', 'null and void']) {
      const response = await client.fetch(buildPath(route.path, unknownParams(route)), {
        method: route.method,
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      const refusal = await refusalOf(response)
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000003'])
    }
  })

  it('names every field that an empty body lacks', async () => {
    const needed = requiredFields(route)
    if (needed.length === 0) return
    const refusal = await client.refused(id, { params: unknownParams(route), body: {} })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect([...new Set(refusal.locations.map((location) => location?.split('.')[0]))].sort()).toEqual(needed.sort())
    for (const cause of refusal.body.errorCauses) expect(cause.errorSummary).toContain(`${cause.location}: `)
  })

  it('takes no body for an empty one', async () => {
    if (requiredFields(route).length === 0) return
    const refusal = await client.refused(id, { params: unknownParams(route) })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
  })
})

const withUpload = documented.filter(({ route }) => ['stream', 'file'].includes(REQUEST_TYPES[route.consumes]))
describe.each(withUpload)('$id', ({ route }) => {
  const send = async (headers: Record<string, string>, body?: string) =>
    refusalOf(await client.fetch(buildPath(route.path, unknownParams(route)), { method: route.method, headers, body }))

  it('takes a file of its own type, as it is, and no other', async () => {
    expect(route.body).toBeUndefined()
    for (const type of ['application/json', 'text/plain', 'application/x-ndjson-not']) {
      const refusal = await send({ 'Content-Type': type }, '{}')
      expect([refusal.status, refusal.code, refusal.locations], type).toEqual([415, 'E0000021', ['Content-Type']])
    }
    const packed = await send({ 'Content-Type': route.consumes, 'Content-Encoding': 'gzip' }, '{}')
    expect([packed.status, packed.locations]).toEqual([415, ['Content-Encoding']])
  })

  it('refuses an empty file', async () => {
    const refusal = await send({ 'Content-Type': route.consumes }, '')
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000003'])
  })
})

it('a slash at the end of an address changes nothing', async () => {
  expect((await client.fetch('/api/v1/groups/')).status).toBe(200)
  expect((await client.fetch('/api/v1/groups/', { method: 'PUT' })).headers.get('Allow')).toBe('GET, POST')
})

it('HEAD is answered like GET, without the body', async () => {
  const reply = await client.fetch('/api/v1/groups', { method: 'HEAD' })
  expect([reply.status, await reply.text()]).toEqual([200, ''])
  expect(reply.headers.get('Link')).toContain('rel="self"')
  expect((await client.fetch('/api/v1/groups/nothing', { method: 'HEAD' })).status).toBe(404)
  expect((await fetch(`${server.url}/api/v1/groups`, { method: 'HEAD' })).status).toBe(403)
})

describe('kinds of ids', () => {
  it('an unknown policy with the prefix of rule sets is a RuleSetEntity', async () => {
    const refusal = await client.refused('getPolicy', { params: { policyId: 'rst00000000000000000' } })
    expect(refusal.body.errorSummary).toContain('rst00000000000000000 (RuleSetEntity)')
  })

  it('an unknown rule of a known policy is a PolicyRule', async () => {
    const policy = await server.make.theDefault('SVC_SIGN_ON')
    const refusal = await client.refused('getRule', { params: { policyId: policy.id, ruleId: 'nothing' } })
    expect(refusal.code).toBe('E0000007')
    expect(refusal.body.errorSummary).toContain('nothing (PolicyRule)')
  })

  it('a rule is found only below its own policy', async () => {
    const [one, other] = [await server.make.aPolicy(), await server.make.aPolicy()]
    const rule = await server.make.aRule(one)
    const refusal = await client.refused('getRule', { params: { policyId: other.id, ruleId: rule.id } })
    expect(refusal.code).toBe('E0000007')
  })

  it('below an authorization server each part of the path is looked for in turn', async () => {
    const { client, make } = server
    const { id: authServerId } = await make.anAuthorizationServer()
    const { id: policyId } = await make.aServerPolicy(authServerId)
    for (const [params, told] of [
      [{ authServerId: 'nothing', policyId, ruleId: 'nothing' }, 'nothing (AuthorizationServer)'],
      [{ authServerId, policyId: 'nothing', ruleId: 'nothing' }, 'nothing (Policy)'],
      [{ authServerId, policyId, ruleId: 'nothing' }, 'nothing (PolicyRule)'],
    ] as const)
      expect((await client.refused('getServerRule', { params })).body.errorSummary).toContain(told)
  })

  it('an unknown mapping of a known policy is a PolicyMapping', async () => {
    const policy = await server.make.theDefault('ACCESS_POLICY')
    for (const id of ['getPolicyMapping', 'deletePolicyMapping'] as const) {
      const refusal = await client.refused(id, { params: { policyId: policy.id, mappingId: 'nothing' } })
      expect(refusal.body.errorSummary).toContain('nothing (PolicyMapping)')
    }
  })

  it('a path that the interface does not have is E0000008', async () => {
    for (const path of ['/api/v1/nothing', '/api/v2/policies', '/gatehouse/v1/nothing']) {
      const refusal = await refusalOf(await client.fetch(path))
      expect([refusal.status, refusal.code]).toEqual([404, 'E0000008'])
    }
  })
})
