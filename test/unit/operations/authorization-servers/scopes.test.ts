import { beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Client } from '../../../helpers/client.ts'
import { ruleBody, type Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const events = async (eventType: string) =>
  (await client.call('listLogEvents', { query: { limit: 1000 } })).body.filter((event) => event.eventType === eventType)
const listed = async (authServerId: string) =>
  (await client.call('listServerScopes', { params: { authServerId } })).body
const systemOf = async (authServerId: string, name: string) =>
  (await listed(authServerId)).find((scope) => scope.name === name)?.id ?? ''

describe('[spec/5 14/scopes and claims] a scope of an authorization server', () => {
  it('is created with 201, read, replaced and deleted, each with its event', async () => {
    const owner = await make.anAuthorizationServer()
    const params = { authServerId: owner.id }
    const created = await client.call('createServerScope', { params, body: { name: 'invoices.read' } })
    expect(created.status).toBe(201)
    const { id } = created.body
    const href = `${server.url}/api/v1/authorizationServers/${owner.id}/scopes/${id}`
    expect(id).toMatch(/^scp[0-9A-Za-z]{17}$/)
    expect(created.body).toEqual({
      ...{ id, name: 'invoices.read', displayName: null, description: null, system: false },
      ...{ metadataPublish: 'NO_CLIENTS', consent: 'IMPLICIT', optional: false, apiResourceId: null, default: false },
      _links: { self: { href, hints: { allow: ['GET', 'PUT', 'DELETE'] } } },
    })
    const one = { ...params, scopeId: id }
    expect((await client.call('getServerScope', { params: one })).body).toEqual(created.body)

    const body = { name: 'invoices.view', displayName: 'See invoices', consent: 'REQUIRED', default: true } as const
    const replaced = (await client.call('replaceServerScope', { params: one, body })).body
    expect(replaced).toMatchObject(body)
    const [changed] = await events('oauth2.scope.updated')
    expect(changed?.target).toMatchObject([
      { type: 'AuthorizationServer', id: owner.id },
      {
        ...{ type: 'OAuth2Scope', id, displayName: 'invoices.view' },
        changeDetails: {
          from: { name: 'invoices.read', displayName: null, consent: 'IMPLICIT', default: false },
          to: body,
        },
      },
    ])

    expect((await client.call('deleteServerScope', { params: one })).status).toBe(204)
    const gone = await client.refused('getServerScope', { params: one })
    expect([gone.code, gone.body.errorSummary]).toEqual(['E0000007', expect.stringContaining('OAuth2Scope')])
    const [deleted] = await events('oauth2.scope.deleted')
    expect(deleted?.target?.[1]?.changeDetails).toMatchObject({ from: { name: 'invoices.view' }, to: { name: null } })
    expect(await events('oauth2.scope.created')).toHaveLength(1)
  })

  it('is listed after those that every server has, whole, without a Link', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    for (const name of ['b', 'a']) await client.call('createServerScope', { params: { authServerId }, body: { name } })
    const { body, headers } = await client.call('listServerScopes', { params: { authServerId } })
    expect(body.map(({ name }) => name)).toEqual([...Object.keys(SYSTEM_SCOPES), 'b', 'a'])
    expect(body.filter(({ system }) => system)).toHaveLength(7)
    expect(headers.get('link')).toBeNull()
    const own = await listed('default')
    expect(own.map(({ name }) => name)).toEqual(Object.keys(SYSTEM_SCOPES))
    expect(own.every(({ _links }) => JSON.stringify(_links).includes('/authorizationServers/aus'))).toBe(true)
  })

  it('has a name of its own on its server, with its case', async () => {
    const [mine, other] = [await make.anAuthorizationServer(), await make.anAuthorizationServer()]
    const create = (authServerId: string, name: string) =>
      client.call('createServerScope', { params: { authServerId }, body: { name } })
    await create(mine.id, 'orders')
    expect((await create(mine.id, 'Orders')).status).toBe(201)
    const { body } = await create(other.id, 'orders')
    const params = { authServerId: mine.id }
    const taken = await client.refused('createServerScope', { params, body: { name: 'orders' } })
    expect([taken.code, taken.locations]).toEqual(['E0000001', ['name']])
    const elsewhere = { params: { authServerId: mine.id, scopeId: body.id } }
    expect((await client.refused('getServerScope', elsewhere)).code).toBe('E0000007')
    expect((await client.refused('deleteServerScope', elsewhere)).code).toBe('E0000007')
  })

  it.each(['two words', 'quo"te', 'back\\slash', 'Ünicode', '', 'svc.users.read', 'x'.repeat(256)])(
    'is not called “%s”',
    async (name) => {
      const refusal = await client.refused('createServerScope', { params: { authServerId: 'default' }, body: { name } })
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
    },
  )

  it('is one of so many', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const room = LIMITS.serverScopes - Object.keys(SYSTEM_SCOPES).length
    for (let count = 0; count < room; count += 1)
      await client.call('createServerScope', { params: { authServerId }, body: { name: `s${count}` } })
    const refusal = await client.refused('createServerScope', { params: { authServerId }, body: { name: 'more' } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
  })

  it('goes on to be named by claims and rules when it is deleted', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const params = { authServerId }
    const { id: scopeId } = (await client.call('createServerScope', { params, body: { name: 'orders' } })).body
    const claim = { name: 'region', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '"EU"' } as const
    const conditions = { scopes: ['orders'] }
    const made = (await client.call('createServerClaim', { params, body: { ...claim, conditions } })).body
    const policy = await make.aServerPolicy(authServerId)
    const over = { conditions: { grantTypes: { include: ['client_credentials'] }, scopes: { include: ['orders'] } } }
    const rule = await make.aServerRule(authServerId, policy.id, { ...ruleBody('OAUTH_AUTHORIZATION_POLICY'), ...over })
    await client.call('deleteServerScope', { params: { ...params, scopeId } })
    const claimParams = { ...params, claimId: made.id }
    expect((await client.call('getServerClaim', { params: claimParams })).body).toEqual(made)
    const ruleParams = { ...params, policyId: policy.id, ruleId: rule.id }
    expect((await client.call('getServerRule', { params: ruleParams })).body.conditions).toEqual(rule.conditions)
    const body = { ...claim, conditions, value: '"US"' }
    expect((await client.call('replaceServerClaim', { params: claimParams, body })).body.value).toBe('"US"')
  })
})

describe('a scope that every server has', () => {
  it('is neither deleted nor renamed; the rest of it can change', async () => {
    const params = { authServerId: 'default', scopeId: await systemOf('default', 'email') }
    expect((await client.refused('deleteServerScope', { params })).code).toBe('E0000006')
    expect((await events('oauth2.scope.deleted')).at(-1)?.outcome.result).toBe('FAILURE')
    const renamed = await client.refused('replaceServerScope', { params, body: { name: 'mail' } })
    expect([renamed.code, renamed.locations]).toEqual(['E0000077', ['name']])
    const body = { name: 'email', consent: 'REQUIRED', metadataPublish: 'NO_CLIENTS' } as const
    expect((await client.call('replaceServerScope', { params, body })).body).toMatchObject({ ...body, system: true })
  })
})

it('scopes and claims go with their server, each with its event but for those of every server', async () => {
  const { id: authServerId } = await make.anAuthorizationServer()
  const params = { authServerId }
  await client.call('createServerScope', { params, body: { name: 'gone' } })
  const claim = { name: 'also', claimType: 'IDENTITY', valueType: 'EXPRESSION', value: 'user.login' } as const
  await client.call('createServerClaim', { params, body: claim })
  const before = (await events('oauth2.scope.deleted')).length
  await client.call('deleteAuthorizationServer', { params })
  expect(await events('oauth2.scope.deleted')).toHaveLength(before + 1)
  expect(await events('oauth2.claim.deleted')).toHaveLength(1)
  expect((await client.refused('listServerScopes', { params })).code).toBe('E0000007')
})
