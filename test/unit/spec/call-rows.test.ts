import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import type { AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT, type Client } from '../../helpers/client.ts'
import { aGroupRule, ruleBody } from '../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

/** Calls as clients were recorded to make them, with the statuses of their answers: the rows are the table of this test. */
const ROWS = join(import.meta.dirname, '../../spec/rows-5-calls.json')
const RECORDED = (JSON.parse(readFileSync(ROWS, 'utf8')) as { id: string; says: string }[]).flatMap(({ id, says }) => {
  const [, call, method, path, statuses] = /^((\w+) ([^?:]+)(?:\?\w+)?): ([\d, ]+)$/.exec(says) ?? []
  if (!id.startsWith('1/') || !call || !method || !path || !statuses) return []
  return [{ row: id, call, method, path, statuses: statuses.split(', ').map(Number) }]
})

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const call: Client['call'] = (id, input) => server.client.call(id, input)

const PASSWORD = 'Correct-Horse-7'
const QUESTION = { question: 'First pet?', answer: 'A grey cat' }
const UNKNOWN = '00xUNKNOWN0000000000'

let count = 0
const unique = (word: string) => `${word}${(count += 1)}`

async function aPerson(): Promise<string> {
  const login = `${unique('caller')}@example.test`
  const profile = { login, email: login, firstName: 'Wim', lastName: 'Werker' }
  const credentials = { password: { value: PASSWORD }, recovery_question: QUESTION }
  return (await call('createUser', { body: { profile, credentials } })).body.id
}
const anApp = async (mode: 'SAML_2_0' | 'OPENID_CONNECT' | 'BOOKMARK') =>
  (await call('createApp', { body: soundApp(mode, unique('App')) as never })).body.id
const aProvider = async () => (await server.make.anIdentityProvider('SAML2')).id
const rule = async () => ruleBody('user.department == "Ore"', [(await server.make.aGroup()).id])
const aRule = async () => (await call('createGroupRule', { body: await rule() })).body.id
async function anActiveRule(): Promise<string> {
  const id = await aRule()
  await call('activateGroupRule', { params: { groupRuleId: id } })
  return id
}
async function anInvalidRule(): Promise<string> {
  const group = await server.make.aGroup()
  const { id } = await aGroupRule(server.client, 'user.department == "Tin"', [group.id])
  await call('deleteGroup', { params: { groupId: group.id } })
  return id
}
async function anOwnedGroup(): Promise<[string, string]> {
  const [groupId, id] = [(await server.make.aGroup()).id, await aPerson()]
  await call('addGroupOwner', { params: { groupId }, body: { id, type: 'USER' } })
  return [groupId, id]
}
const anAuthenticator = async (key: AuthenticatorKey) =>
  (await call('listAuthenticators')).body.find((each) => each.key === key)?.id ?? ''
const kidsOf = async (appId: string) => (await call('listAppKeys', { params: { appId } })).body.map(({ kid }) => kid)
/** A certificate that is fresh, because a key is taken once. */
async function aCertificate(): Promise<string> {
  const params = { appId: await anApp('SAML_2_0') }
  return (await call('listAppKeys', { params })).body[0]?.x5c[0] ?? ''
}
const aTrustedKey = async () =>
  (await call('createIdentityProviderKey', { body: { x5c: [await aCertificate()] } })).body.kid
async function schemaId(): Promise<string> {
  const body = { name: unique('kind'), displayName: 'Kind', description: '' }
  const { _links } = (await call('createUserType', { body })).body
  return (_links['schema'] as { href: string }).href.split('/').at(-1) ?? ''
}
const aToken = async () => (await call('createApiToken', { body: { name: unique('token') } })).body.id
const ROLE_IDS = { people: ADMIN_ROLES.USER_ADMIN.sharedId, apps: ADMIN_ROLES.APP_ADMIN.sharedId }

/** Calls of the roles of people or of groups, each with roles that have a limit. */
function roleCalls(of: 'users' | 'groups', anAssignee: () => Promise<[string]>): Calls {
  const kind = of === 'users' ? 'User' : 'Group'
  const held = async () => {
    const [id] = await anAssignee()
    for (const type of ['USER_ADMIN', 'APP_ADMIN'] as const)
      await (kind === 'User'
        ? call('assignUserRole', { params: { userId: id }, body: { type } })
        : call('assignGroupRole', { params: { groupId: id }, body: { type } }))
    return id
  }
  const roles = `${of}/{id}/roles`
  const ofRole = async (role: string, ...more: string[]) => ({ ids: [await held(), role, ...more] })
  const bookmark = () => anApp('BOOKMARK')
  const target = `${roles}/{id}/targets/catalog/apps/{appName}`
  const removable = async () => {
    const [id, appId, other] = [await held(), await bookmark(), await bookmark()]
    const params = { userId: id, roleId: ROLE_IDS.apps, appName: 'bookmark' }
    for (const target of [appId, other]) await call('addUserRoleApp', { params: { ...params, appId: target } })
    return { ids: [id, ROLE_IDS.apps, 'bookmark', appId] }
  }
  const calls: Record<string, Record<number, Asking>> = {
    [`GET ${roles}`]: { 200: async () => ({ ids: [await held()] }) },
    [`POST ${roles}`]: {
      201: async () => ({
        ids: await anAssignee(),
        query: '?disableNotifications=false',
        body: { type: 'REPORT_ADMIN' },
      }),
    },
    [`DELETE ${roles}/{id}`]: {
      204: () => ofRole(ROLE_IDS.people),
    },
    [`GET ${roles}/{id}`]: { 200: () => ofRole(ROLE_IDS.apps) },
    [`GET ${roles}/{id}/targets/catalog/apps`]: { 200: () => ofRole(ROLE_IDS.apps) },
    [`GET ${roles}/{id}/targets/groups`]: { 200: () => ofRole(ROLE_IDS.people) },
    [`PUT ${roles}/{id}/targets/groups/{id}`]: {
      204: async () => ofRole(ROLE_IDS.people, (await server.make.aGroup()).id),
    },
    [`PUT ${target}`]: { 204: () => ofRole(ROLE_IDS.apps, 'template_swa') },
    [`PUT ${target}/{id}`]: { 204: async () => ofRole(ROLE_IDS.apps, 'bookmark', await bookmark()) },
  }
  if (kind === 'Group') return calls
  const gone = { ids: [UNKNOWN, ROLE_IDS.people] }
  return {
    ...calls,
    [`DELETE ${roles}/{id}`]: { ...calls[`DELETE ${roles}/{id}`], 404: gone },
    [`DELETE ${target}/{id}`]: { 204: removable },
  }
}

function clientRoleCalls(): Calls {
  const held = async () => {
    const clientId = await anApp('OPENID_CONNECT')
    await call('assignClientRole', { params: { clientId }, body: { type: 'APP_ADMIN' } })
    return { ids: [clientId, ROLE_IDS.apps] }
  }
  const roles = 'oauth2/v1/clients/{id}/roles'
  return {
    [`POST ${roles}`]: { 201: async () => ({ ids: [await anApp('OPENID_CONNECT')], body: { type: 'APP_ADMIN' } }) },
    [`GET ${roles}/{id}`]: { 200: held },
    [`DELETE ${roles}/{id}`]: { 204: held },
  }
}

/** Calls of the scopes or the claims of an authorization server. */
function contentCalls(part: 'scopes' | 'claims', kind: 'Scope' | 'Claim', body: () => object): Calls {
  const anOwner = async () => (await server.make.anAuthorizationServer()).id
  const held = async () => {
    const authServerId = await anOwner()
    const made = await call(`createServer${kind}`, { params: { authServerId }, body: body() as never })
    return [authServerId, made.body.id]
  }
  const [all, one] = [`authorizationServers/{id}/${part}`, `authorizationServers/{id}/${part}/{id}`]
  return {
    ...(part === 'claims' && { [`GET ${all}`]: { 200: async () => ({ ids: [await anOwner()] }) } }),
    [`POST ${all}`]: { 201: async () => ({ ids: [await anOwner()], body: body() }) },
    [`GET ${one}`]: {
      200: async () => ({ ids: await held() }),
      404: async () => ({ ids: [await anOwner(), UNKNOWN] }),
    },
    [`PUT ${one}`]: { 200: async () => ({ ids: await held(), body: body() }) },
    [`DELETE ${one}`]: { 204: async () => ({ ids: await held() }) },
  }
}

const REQUEST = { subject: { commonName: 'sso.example.test' } }
const attribute = (type: unknown = 'string') => ({
  definitions: {
    custom: { id: '#custom', type: 'object', properties: { [unique('badge')]: { title: 'Badge', type } } },
  },
})

interface Asked {
  /** In place of `{id}`, from the left. */
  ids?: readonly string[]
  query?: string
  body?: unknown
}
type Asking = (() => Promise<Asked>) | Asked
type Calls = Readonly<Record<string, Readonly<Record<number, Asking>>>>

const ofPerson = async (): Promise<Asked> => ({ ids: [await aPerson()] })

/** What each call needs, made for it; by the status that it is to be answered with. */
const CALLS: Calls = {
  'GET meta/schemas/user/default': { 200: {} },
  'POST meta/schemas/user/default': { 200: { body: attribute() }, 400: { body: attribute('colour') } },
  'GET meta/schemas/user/{id}': { 200: async () => ({ ids: [await schemaId()] }) },
  'POST meta/schemas/user/{id}': { 200: async () => ({ ids: [await schemaId()], body: attribute('number') }) },
  'GET meta/schemas/group/default': { 200: {} },
  'POST meta/schemas/group/default': { 200: { body: attribute() } },
  'GET meta/schemas/apps/{id}/default': {
    200: async () => ({ ids: [await anApp('OPENID_CONNECT')] }),
    404: { ids: [UNKNOWN] },
  },
  'POST meta/schemas/apps/{id}/default': {
    200: async () => ({ ids: [await anApp('BOOKMARK')], body: attribute() }),
    400: async () => ({ ids: [await anApp('BOOKMARK')], body: attribute('colour') }),
  },

  'GET groups/rules': { 200: {} },
  'POST groups/rules': { 200: async () => ({ body: await rule() }) },
  'GET groups/rules/{id}': { 200: async () => ({ ids: [await aRule()] }), 404: { ids: [UNKNOWN] } },
  'PUT groups/rules/{id}': {
    200: async () => {
      const body = await rule()
      return { ids: [(await call('createGroupRule', { body })).body.id], body: { ...body, name: unique('Renamed') } }
    },
  },
  'DELETE groups/rules/{id}': { 202: async () => ({ ids: [await aRule()], query: '?removeUsers=false' }) },
  'POST groups/rules/{id}/lifecycle/activate': { 204: async () => ({ ids: [await aRule()] }) },
  'POST groups/rules/{id}/lifecycle/deactivate': {
    204: async () => ({ ids: [await anActiveRule()] }),
    400: async () => ({ ids: [await anInvalidRule()] }),
  },
  'GET groups/{id}/owners': { 200: async () => ({ ids: [(await anOwnedGroup())[0]] }) },
  'POST groups/{id}/owners': {
    201: async () => ({ ids: [(await server.make.aGroup()).id], body: { id: await aPerson(), type: 'USER' } }),
    400: async () => {
      const [groupId, id] = await anOwnedGroup()
      return { ids: [groupId], body: { id, type: 'USER' } }
    },
    404: async () => ({ ids: [(await server.make.aGroup()).id], body: { id: UNKNOWN, type: 'USER' } }),
  },
  'DELETE groups/{id}/owners/{id}': {
    204: async () => ({ ids: await anOwnedGroup() }),
    404: async () => ({ ids: [(await anOwnedGroup())[0], await aPerson()] }),
  },

  'PUT users/{id}': {
    200: async () => {
      const userId = await aPerson()
      const { profile } = (await call('getUser', { params: { userId } })).body
      return { ids: [userId], body: { profile: { ...profile, nickName: 'W' } } }
    },
  },
  'POST users/{id}': { 200: async () => ({ ids: [await aPerson()], body: { profile: { nickName: 'W' } } }) },
  'POST users/{id}/credentials/change_password': {
    200: async () => ({
      ids: [await aPerson()],
      body: { oldPassword: { value: PASSWORD }, newPassword: { value: 'Another-Horse-8' } },
    }),
  },
  'POST users/{id}/credentials/change_recovery_question': {
    200: async () => ({
      ids: [await aPerson()],
      body: { password: { value: PASSWORD }, recovery_question: { question: 'Street?', answer: 'Long Lane' } },
    }),
  },
  'POST users/{id}/credentials/forgot_password': {
    200: async () => ({ ids: [await aPerson()], query: '?sendEmail=false' }),
  },
  'POST users/{id}/lifecycle/expire_password': { 200: ofPerson },
  'POST users/{id}/lifecycle/expire_password_with_temp_password': { 200: ofPerson },
  'POST users/{id}/lifecycle/reset_password': {
    200: async () => ({ ids: [await aPerson()], query: '?sendEmail=false' }),
  },
  'POST users/{id}/lifecycle/reset_factors': { 200: ofPerson },
  'POST users/{id}/lifecycle/unlock': { 403: ofPerson },
  'DELETE users/{id}/sessions': { 204: ofPerson },
  'GET users/{id}/appLinks': { 200: ofPerson },

  'GET authenticators/{id}/methods': { 200: async () => ({ ids: [await anAuthenticator('svc_password')] }) },
  'GET authenticators/{id}/methods/{id}': {
    200: async () => ({ ids: [await anAuthenticator('svc_password'), 'password'] }),
  },

  'GET apps?filter': { 200: { query: '?filter=status%20eq%20%22ACTIVE%22' } },
  'GET apps/{id}/sso/saml/metadata': {
    200: async () => ({ ids: [await anApp('SAML_2_0')] }),
    400: async () => ({ ids: [await anApp('BOOKMARK')] }),
  },
  'GET apps/{id}/credentials/keys': { 200: async () => ({ ids: [await anApp('SAML_2_0')] }) },
  'GET apps/{id}/credentials/keys/{id}': {
    200: async () => {
      const appId = await anApp('SAML_2_0')
      return { ids: [appId, ...(await kidsOf(appId))] }
    },
  },
  'POST apps/{id}/credentials/keys/generate': {
    201: async () => ({ ids: [await anApp('SAML_2_0')], query: '?validityYears=3' }),
  },
  'POST apps/{id}/credentials/csrs': { 201: async () => ({ ids: [await anApp('SAML_2_0')], body: REQUEST }) },
  'GET apps/{id}/credentials/csrs/{id}': {
    200: async () => {
      const appId = await anApp('SAML_2_0')
      return { ids: [appId, (await call('createAppCsr', { params: { appId }, body: REQUEST })).body.id] }
    },
  },
  'GET apps/{id}/credentials/secrets': { 200: async () => ({ ids: [await anApp('OPENID_CONNECT')] }) },
  'POST apps/{id}/credentials/secrets/{id}/lifecycle/deactivate': {
    200: async () => {
      const params = { appId: await anApp('OPENID_CONNECT') }
      // The last active one stays.
      const { id } = (await call('createClientSecret', { params, body: {} })).body
      return { ids: [params.appId, id] }
    },
  },

  ...contentCalls('scopes', 'Scope', () => ({ name: unique('scope') })),
  ...contentCalls('claims', 'Claim', () => ({
    ...{ name: unique('claim'), claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.login' },
    ...{ status: 'ACTIVE', alwaysIncludeInToken: true, conditions: { scopes: [] } },
  })),
  'GET authorizationServers/default/scopes': { 200: {} },
  'GET authorizationServers/{id}/associatedServers': { 200: () => Promise.resolve({ ids: ['default'] }) },

  'GET idps/{id}/metadata.xml': { 200: async () => ({ ids: [await aProvider()] }) },
  'POST idps/{id}/credentials/keys/generate': {
    201: async () => ({ ids: [await aProvider()], query: '?validityYears=2' }),
  },
  'GET idps/{id}/credentials/keys/{id}': {
    200: async () => {
      const idpId = await aProvider()
      const keys = (await call('listIdentityProviderSigningKeys', { params: { idpId } })).body
      return { ids: [idpId, keys[0]?.kid ?? ''] }
    },
  },
  'POST idps/{id}/credentials/csrs': { 201: async () => ({ ids: [await aProvider()], body: REQUEST }) },
  'GET idps/{id}/credentials/csrs/{id}': {
    200: async () => {
      const idpId = await aProvider()
      return { ids: [idpId, (await call('createIdentityProviderCsr', { params: { idpId }, body: REQUEST })).body.id] }
    },
    404: async () => ({ ids: [await aProvider(), UNKNOWN] }),
  },
  'POST idps/credentials/keys': { 200: async () => ({ body: { x5c: [await aCertificate()] } }) },
  'GET idps/credentials/keys/{id}': { 200: async () => ({ ids: [await aTrustedKey()] }), 404: { ids: [UNKNOWN] } },
  'DELETE idps/credentials/keys/{id}': { 204: async () => ({ ids: [await aTrustedKey()] }) },

  ...roleCalls('users', async () => [(await server.make.aUser()).id]),
  ...roleCalls('groups', async () => [(await server.make.aGroup()).id]),
  ...clientRoleCalls(),

  'GET api-tokens/{id}': { 200: async () => ({ ids: [await aToken()] }), 404: { ids: [UNKNOWN] } },
  'GET api-tokens': { 200: {} },
  'DELETE api-tokens/{id}': { 204: async () => ({ ids: [await aToken()] }), 404: { ids: [UNKNOWN] } },
  'PUT api-tokens/{id}': {
    200: async () => {
      const id = await aToken()
      const { body } = await call('getApiToken', { params: { apiTokenId: id } })
      const { name, userId, clientName, created, network } = body
      return { ids: [id], body: { name, userId, clientName, created, network } }
    },
  },
}

describe('a call that clients were recorded to make', () => {
  it('stands in the table with every status that it was answered with', () => {
    const told = RECORDED.map(({ call: name, statuses }) => [name, statuses.toSorted((a, b) => a - b)])
    expect(Object.entries(CALLS).map(([name, byStatus]) => [name, Object.keys(byStatus).map(Number)])).toEqual(
      expect.arrayContaining(told),
    )
    expect(RECORDED).toHaveLength(Object.keys(CALLS).length)
  })

  for (const { row, call: name, method, path, statuses } of RECORDED)
    it(`is answered as then: ${name} [spec/5 ${row}]`, async () => {
      for (const status of statuses) {
        const asking = CALLS[name]?.[status]
        const { ids = [], query = '', body } = (typeof asking === 'function' ? await asking() : asking) ?? {}
        const left = [...ids]
        const address = `${path.startsWith('oauth2/') ? '/' : '/api/v1/'}${path.replaceAll(/\{\w+\}/g, () => left.shift() ?? UNKNOWN)}${query}`
        // As those clients send it: without asking for strictness, with a type where there is a body.
        const reply = await server.client.fetch(address, {
          method,
          headers: { ...LENIENT, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        expect([reply.status, left], `${method} ${address}: ${await reply.text()}`).toEqual([status, []])
      }
    })
})
