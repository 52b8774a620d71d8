import { beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from '#contract/access/issuer.ts'
import type { Client } from '../../../helpers/client.ts'
import { policyBody, ruleBody, type Factories } from '../../../helpers/factories.ts'
import { issuerOf } from '../../../helpers/oauth-clients.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const LINKS = ['rotateKey', 'metadata', 'keys', 'claims', 'policies', 'self', 'scopes', 'deactivate']
const TYPE = 'OAUTH_AUTHORIZATION_POLICY'

let server: TestServer
let client: Client
let make: Factories
let everyone: string
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
  everyone = (await client.call('listGroups')).body.find((group) => group.type === 'BUILT_IN')?.id as string
})

const events = async (eventType: string) =>
  (await client.call('listLogEvents', { query: { limit: 1000 } })).body.filter((event) => event.eventType === eventType)

describe('an authorization server', () => {
  it('is created with 201, read, replaced, switched off and on, deleted, each with its event', async () => {
    const created = await client.call('createAuthorizationServer', {
      body: { name: 'Partners', description: 'For partners', audiences: ['api://partners'] },
    })
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(id).toMatch(/^aus[0-9A-Za-z]{17}$/)
    expect(created.body).toMatchObject({
      status: 'ACTIVE',
      default: false,
      issuerMode: 'ORG_URL',
      issuer: `${issuerOf(server)}/oauth2/${id}`,
    })
    const params = { authServerId: id }
    expect((await client.call('getAuthorizationServer', { params })).body).toEqual(created.body)

    const body = { name: 'Partners', description: 'Changed', audiences: ['api://partners'] }
    const replaced = (await client.call('replaceAuthorizationServer', { params, body })).body
    expect(replaced.description).toBe('Changed')
    expect((await events('oauth2.as.updated')).at(-1)?.target?.[0]?.changeDetails).toEqual({
      from: { description: 'For partners' },
      to: { description: 'Changed' },
    })

    expect((await client.call('deactivateAuthorizationServer', { params })).status).toBe(204)
    expect((await client.call('deactivateAuthorizationServer', { params })).status).toBe(204)
    const off = (await client.call('getAuthorizationServer', { params })).body
    expect(off.status).toBe('INACTIVE')
    expect(Object.keys(off._links)).toEqual(LINKS.with(-1, 'activate'))
    await client.call('activateAuthorizationServer', { params })
    expect(await events('oauth2.as.deactivated')).toHaveLength(1)

    expect((await client.call('deleteAuthorizationServer', { params })).status).toBe(204)
    const gone = await client.refused('getAuthorizationServer', { params })
    expect([gone.code, gone.body.errorSummary]).toEqual(['E0000007', expect.stringContaining('AuthorizationServer')])
  })

  it('of the organization itself is found by the word default and cannot be deleted or renamed', async () => {
    const params = { authServerId: 'default' }
    const own = (await client.call('getAuthorizationServer', { params })).body
    expect(own).toMatchObject({ default: true, name: 'default', issuer: `${issuerOf(server)}/oauth2/default` })
    expect((await client.refused('deleteAuthorizationServer', { params })).code).toBe('E0000006')
    const body = { name: 'other', audiences: ['api://default'] }
    const refusal = await client.refused('replaceAuthorizationServer', { params, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
  })

  it('is told with the issuer that its tokens and its metadata name, and with where they are', async () => {
    const { id } = await server.make.anAuthorizationServer()
    for (const authServerId of ['default', id]) {
      const { issuer } = (await client.call('getAuthorizationServer', { params: { authServerId } })).body
      const { token, keys, metadata } = addressesOf(issuer)
      expect(await (await fetch(metadata)).json()).toMatchObject({ issuer, jwks_uri: keys, token_endpoint: token })
    }
    const organization = addressesOf(issuerOf(server))
    const own = await (await fetch(organization.metadata)).json()
    expect(own).toMatchObject({ jwks_uri: organization.keys, token_endpoint: organization.token })
  })

  it('has a name of its own and exactly one audience', async () => {
    const { name } = await make.anAuthorizationServer()
    for (const [body, location] of [
      [{ name, audiences: ['api://x'] }, 'name'],
      [{ name: 'No audience', audiences: [] }, 'audiences'],
      [{ name: 'Two', audiences: ['a', 'b'] }, 'audiences'],
      [{ audiences: ['a'] }, 'name'],
    ] as const) {
      const refusal = await client.refused('createAuthorizationServer', { body })
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
    }
  })
})

describe('policies of an authorization server', () => {
  it('ship as one default for all clients, last and not deletable, with one permissive rule', async () => {
    const params = { authServerId: 'default' }
    const [only, ...others] = (await client.call('listServerPolicies', { params })).body
    expect(others).toEqual([])
    expect(only).toMatchObject({
      type: TYPE,
      name: 'Default Policy',
      system: true,
      conditions: { clients: { include: ['ALL_CLIENTS'] } },
    })
    const policyId = only?.id as string
    const [rule] = (await client.call('listServerRules', { params: { ...params, policyId } })).body
    expect(rule).toMatchObject({
      name: 'Default Policy Rule',
      system: true,
      type: 'RESOURCE_ACCESS',
      conditions: { people: { groups: { include: [everyone] } }, scopes: { include: ['*'] } },
      actions: { token: { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0 } },
    })
    const refusal = await client.refused('deleteServerPolicy', { params: { ...params, policyId } })
    expect(refusal.code).toBe('E0000006')
  })

  it('keep their default in its place, and take it back as it was read', async () => {
    const authServerId = 'default'
    const [policy] = (await client.call('listServerPolicies', { params: { authServerId } })).body
    const params = { authServerId, policyId: policy?.id as string }
    const echoed = (await client.call('replaceServerPolicy', { params, body: policy as never })).body
    expect({ ...echoed, lastUpdated: null }).toEqual({ ...policy, lastUpdated: null })
    const narrowed = { ...policy, conditions: { clients: { include: ['0oaclient'] } } }
    expect((await client.refused('replaceServerPolicy', { params, body: narrowed })).code).toBe('E0000077')
    expect((await client.refused('deactivateServerPolicy', { params })).code).toBe('E0000001')

    const [rule] = (await client.call('listServerRules', { params })).body
    const ruleParams = { ...params, ruleId: rule?.id as string }
    const same = (await client.call('replaceServerRule', { params: ruleParams, body: rule as never })).body
    expect({ ...same, lastUpdated: null }).toEqual({ ...rule, lastUpdated: null })
    expect((await client.refused('deleteServerRule', { params: ruleParams })).code).toBe('E0000006')
  })

  it('are created with 201 inside their server, and are found nowhere else', async () => {
    const [mine, other] = [await make.anAuthorizationServer(), await make.anAuthorizationServer()]
    const params = { authServerId: mine.id }
    const created = await client.call('createServerPolicy', { params, body: policyBody(TYPE) })
    expect(created.status).toBe(201)
    const policyId = created.body.id
    const self = `${server.url}/api/v1/authorizationServers/${mine.id}/policies/${policyId}`
    expect(created.body._links).toMatchObject({
      self: { href: self },
      deactivate: { href: `${self}/lifecycle/deactivate` },
    })
    expect(created.body._links).not.toHaveProperty('mappings')

    expect((await client.refused('getPolicy', { params: { policyId } })).code).toBe('E0000007')
    expect((await client.refused('deletePolicy', { params: { policyId } })).code).toBe('E0000007')
    for (const operation of ['listRules', 'listPolicyApps', 'listPolicyMappings', 'clonePolicy'] as const)
      expect([operation, (await client.refused(operation, { params: { policyId } })).code]).toEqual([
        operation,
        'E0000007',
      ])
    const elsewhere = await client.refused('getServerPolicy', { params: { authServerId: other.id, policyId } })
    expect(elsewhere.code).toBe('E0000007')

    const all = (await client.call('listPolicies', { query: { type: TYPE } })).body.map((policy) => policy.id)
    expect(all).toContain(policyId)
    const refusal = await client.refused('createPolicy', { body: policyBody(TYPE) })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['type']])
  })

  it('are ordered and named within their server only', async () => {
    const [mine, other] = [await make.anAuthorizationServer(), await make.anAuthorizationServer()]
    await make.aServerPolicy(mine.id, { name: 'Same' })
    await make.aServerPolicy(other.id, { name: 'Same' })
    const second = await make.aServerPolicy(mine.id)
    const third = await make.aServerPolicy(mine.id, { priority: 1 })
    const listed = (await client.call('listServerPolicies', { params: { authServerId: mine.id } })).body
    expect(listed.map(({ id, priority }) => [id, priority])).toEqual([
      [third.id, 1],
      [expect.any(String), 2],
      [second.id, 3],
    ])
    const taken = { params: { authServerId: mine.id }, body: policyBody(TYPE, { name: 'Same' }) }
    expect((await client.refused('createServerPolicy', taken)).locations).toEqual(['name'])
    const untouched = (await client.call('listServerPolicies', { params: { authServerId: other.id } })).body
    expect(untouched.map(({ priority }) => priority)).toEqual([1])
  })

  it('go with their server', async () => {
    const { id } = await make.anAuthorizationServer()
    const policy = await make.aServerPolicy(id)
    await make.aServerRule(id, policy.id)
    await client.call('deleteAuthorizationServer', { params: { authServerId: id } })
    const all = (await client.call('listPolicies', { query: { type: TYPE } })).body.map((one) => one.id)
    expect(all).not.toContain(policy.id)
  })

  it('have rules that are created with 201, replaced, moved, switched and deleted', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const policy = await make.aServerPolicy(authServerId)
    const params = { authServerId, policyId: policy.id }
    const created = await client.call('createServerRule', { params, body: ruleBody(TYPE) })
    expect(created.status).toBe(201)
    const second = await make.aServerRule(authServerId, policy.id, { priority: 1 })
    const rule = { ...params, ruleId: created.body.id }
    expect((await client.call('getServerRule', { params: rule })).body.priority).toBe(2)
    const body = { ...created.body, actions: { token: { accessTokenLifetimeMinutes: 15 } }, priority: 1 }
    const replaced = (await client.call('replaceServerRule', { params: rule, body })).body
    expect(replaced).toMatchObject({
      priority: 1,
      actions: { token: { accessTokenLifetimeMinutes: 15, refreshTokenWindowMinutes: 10_080 } },
    })
    expect((await client.call('deactivateServerRule', { params: rule })).status).toBe(204)
    expect((await client.call('getServerRule', { params: rule })).body.status).toBe('INACTIVE')
    await client.call('activateServerRule', { params: rule })
    await client.call('deleteServerRule', { params: rule })
    const left = (await client.call('listServerRules', { params })).body
    expect(left.map(({ id, priority }) => [id, priority])).toEqual([[second.id, 1]])
  })
})

describe('a rule of an authorization server refuses', () => {
  let params: { authServerId: string; policyId: string }
  beforeAll(async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    params = { authServerId, policyId: (await make.aServerPolicy(authServerId)).id }
  })
  const token = (over: object) => ({ actions: { token: over } })

  it.each([
    [
      'a grant for people without people',
      { conditions: { grantTypes: { include: ['authorization_code'] } } },
      'conditions.people',
    ],
    ['a condition of another type', { conditions: { network: { connection: 'ANYWHERE' } } }, 'conditions.network'],
    ['all scopes beside one', { conditions: { scopes: { include: ['*', 'openid'] } } }, 'conditions.scopes.include'],
    [
      'a token that lives too short',
      token({ accessTokenLifetimeMinutes: 4 }),
      'actions.token.accessTokenLifetimeMinutes',
    ],
    [
      'a token that lives too long',
      token({ accessTokenLifetimeMinutes: 1_441 }),
      'actions.token.accessTokenLifetimeMinutes',
    ],
    [
      'a refresh token that dies before its access token',
      token({ accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 30 }),
      'actions.token.refreshTokenLifetimeMinutes',
    ],
    ['a window under ten minutes', token({ refreshTokenWindowMinutes: 9 }), 'actions.token.refreshTokenWindowMinutes'],
    [
      'a group that does not exist',
      { conditions: { people: { groups: { include: ['00gnone'] } } } },
      'conditions.people.groups.include',
    ],
  ])('%s', async (_story, over, location) => {
    const refusal = await client.refused('createServerRule', { params, body: { ...ruleBody(TYPE), ...over } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })

  it('a client that does not exist, on its policy', async () => {
    const body = policyBody(TYPE, { conditions: { clients: { include: ['0oanone'] } } })
    const refusal = await client.refused('createServerPolicy', { params, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['conditions.clients.include']])
  })
})

describe('the verdict on a token request', () => {
  it('comes from the policies of the server that is asked, for the client and the person', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const client1 = await make.anApp()
    const group = await make.aGroup()
    const person = await make.aUser({}, [group.id])
    const policy = await make.aServerPolicy(authServerId, { conditions: { clients: { include: [client1.id] } } })
    const rule = await make.aServerRule(authServerId, policy.id, {
      conditions: {
        people: { groups: { include: [group.id] } },
        grantTypes: { include: ['authorization_code'] },
        scopes: { include: ['openid', 'profile'] },
      },
    })
    const ask = async (more: object) => {
      const policyContext = { user: { id: person.id }, authorizationServerId: authServerId, ...more }
      const { body } = await client.call('explainPolicies', { body: { policyTypes: [TYPE], policyContext } })
      return body.explanations[0]
    }
    const request = { clientId: client1.id, grantType: 'authorization_code', scopes: ['openid'] }
    expect((await ask(request))?.matched).toMatchObject({ policyId: policy.id, ruleId: rule.id })
    expect((await ask({ ...request, scopes: ['openid', 'admin'] }))?.status).toBe('NOT_MATCH')
    expect((await ask({ ...request, clientId: 'another' }))?.status).toBe('NOT_MATCH')
    expect((await ask({ ...request, grantType: null }))?.status).toBe('UNDEFINED')
    await client.call('deactivateAuthorizationServer', { params: { authServerId } })
    expect((await ask(request))?.status).toBe('NOT_MATCH')
    const policyContext = { user: { id: person.id } }
    const { body } = await client.call('explainPolicies', { body: { policyTypes: [TYPE], policyContext } })
    expect(body.explanations[0]?.status).toBe('UNDEFINED')
  })
})

it('[spec/5 14/authorization server] tells its signing key, which stays, and links what it has', async () => {
  const shown = await make.anAuthorizationServer()
  const { id, created, issuer, _links: links } = shown
  expect(shown).toMatchObject({ issuerMode: 'ORG_URL', default: false })
  const { signing } = shown.credentials
  expect(signing).toEqual({
    kid: expect.stringMatching(/^[\w-]{43}$/),
    rotationMode: 'AUTO',
    lastRotated: created,
    nextRotation: expect.any(String),
  })
  expect(Date.parse(String(signing.nextRotation)) - Date.parse(signing.lastRotated)).toBe(90 * 86_400_000)
  const other = await make.anAuthorizationServer()
  expect(other.credentials.signing.kid).not.toBe(signing.kid)

  const params = { authServerId: id }
  const body = { ...shown, name: 'Renamed', credentials: { signing: { ...signing, kid: 'mine' } } }
  const replaced = (await client.call('replaceAuthorizationServer', { params, body: body as never })).body
  expect([replaced.name, replaced.credentials]).toEqual(['Renamed', shown.credentials])

  const self = `${server.url}/api/v1/authorizationServers/${id}`
  const to = (path: string, ...allow: string[]) => ({ href: `${self}${path}`, hints: { allow } })
  const metadata = (name: string) => ({ name, href: `${issuer}/.well-known/${name}`, hints: { allow: ['GET'] } })
  expect(Object.keys(links)).toEqual(LINKS)
  expect(links).toEqual({
    rotateKey: to('/credentials/lifecycle/keyRotate', 'POST'),
    metadata: [metadata('oauth-authorization-server'), metadata('openid-configuration')],
    keys: to('/credentials/keys', 'GET'),
    claims: to('/claims', 'GET'),
    policies: to('/policies', 'GET'),
    self: to('', 'GET', 'DELETE', 'PUT'),
    scopes: to('/scopes', 'GET'),
    deactivate: to('/lifecycle/deactivate', 'POST'),
  })
  const own = (await client.call('getAuthorizationServer', { params: { authServerId: 'default' } })).body
  expect(own._links['self']).toMatchObject({ hints: { allow: ['GET', 'PUT'] } })
})

it('[spec/5 14/server policy] a policy of a server links its rules for reading only, and no mappings', async () => {
  const { make } = server
  const { _links } = await make.aServerPolicy((await make.anAuthorizationServer()).id)
  expect(_links).toMatchObject({ rules: { hints: { allow: ['GET'] } } })
  expect(_links).not.toHaveProperty('mappings')
})

describe('[spec/5 14/server rule] a rule of a server’s policy', () => {
  const makeRule = async (conditions: object | null) => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const { id: policyId } = await make.aServerPolicy(authServerId)
    const rule = await make.aServerRule(authServerId, policyId, { conditions: conditions as never })
    const params = { authServerId, policyId, ruleId: rule.id }
    expect((await client.call('getServerRule', { params })).body.conditions).toEqual(rule.conditions)
    const user = { id: (await make.aUser()).id }
    const ask = async (more: object) => {
      const policyContext = { user, authorizationServerId: authServerId, grantType: 'client_credentials', ...more }
      const { body } = await client.call('explainPolicies', { body: { policyTypes: [TYPE], policyContext } })
      return body.explanations[0]
    }
    return { rule, params, ask }
  }
  const grantTypes = { include: ['client_credentials'] }

  it('answers scopes and people that were not sent with empty lists, which ask for nothing', async () => {
    const added = { people: { users: { exclude: [] } }, scopes: { include: [] } }
    for (const sent of [{ grantTypes }, { grantTypes, scopes: {} }, { grantTypes, scopes: { include: [] } }]) {
      const { rule, params, ask } = await makeRule(sent)
      expect(rule.conditions).toEqual({ grantTypes, ...added })
      expect((await ask({ scopes: ['anything'] }))?.matched).toMatchObject({ ruleId: rule.id })
      expect((await ask({}))?.matched).toMatchObject({ ruleId: rule.id })
      const echoed = (await client.call('replaceServerRule', { params, body: rule as never })).body
      expect(echoed.conditions).toEqual(rule.conditions)
    }
    expect((await makeRule(null)).rule.conditions).toEqual(added)
  })

  it('takes EVERYONE for the group Everyone, answers it as sent, and reads it as that group', async () => {
    const people = { groups: { include: ['EVERYONE'] } }
    const { rule, params, ask } = await makeRule({ people, grantTypes, scopes: { include: ['*'] } })
    expect(rule.conditions).toMatchObject({ people })
    expect((await ask({ scopes: ['any'] }))?.matched).toMatchObject({ ruleId: rule.id })
    const personal = { people, grantTypes: { include: ['authorization_code'] } }
    const replaced = await client.call('replaceServerRule', {
      params,
      body: { ...ruleBody(TYPE), conditions: personal },
    })
    expect(replaced.body.conditions).toMatchObject(personal)

    const references = (await client.call('listReferences', { params: { id: everyone } })).body
    expect(references).toContainEqual(
      expect.objectContaining({ ruleId: rule.id, path: 'conditions.people.groups.include' }),
    )
    const findings = (await client.call('listFindings')).body
    expect(findings.filter((finding) => 'ruleId' in finding && finding.ruleId === rule.id)).toEqual([])
    const audiences = (await client.call('listPolicyAudiences', { query: { type: TYPE } })).body
    expect(audiences.find(({ policyId }) => policyId === params.policyId)?.dangling).toEqual([])
  })

  it('names it so in rules of this type alone, and only to include it', async () => {
    const location = 'conditions.people.groups.include'
    const { id: authServerId } = await make.anAuthorizationServer()
    const { id: policyId } = await make.aServerPolicy(authServerId)
    const people = { groups: { exclude: ['EVERYONE'] } }
    const body = { ...ruleBody(TYPE), conditions: { people, grantTypes } }
    const excluded = await client.refused('createServerRule', { params: { authServerId, policyId }, body })
    expect([excluded.code, excluded.locations]).toEqual(['E0000001', ['conditions.people.groups.exclude']])

    const conditions = { people: { groups: { include: ['EVERYONE'] } } }
    const policy = await client.refused('createPolicy', { body: { ...policyBody('PASSWORD'), conditions } })
    expect([policy.code, policy.locations]).toEqual(['E0000001', [location]])
    const other = await make.aPolicy('PASSWORD')
    const params = { policyId: other.id }
    const rule = await client.refused('createRule', { params, body: { ...ruleBody('PASSWORD'), conditions } })
    expect([rule.code, rule.locations]).toEqual(['E0000001', [location]])
  })
})
