import { beforeAll, describe, expect, it } from 'vitest'
import type { ServerClaimWrite } from '#contract/access/server-claim.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

type Body = Partial<ServerClaimWrite> & Pick<ServerClaimWrite, 'name' | 'claimType' | 'valueType' | 'value'>
const DEPARTMENT: Body = {
  name: 'department',
  claimType: 'RESOURCE',
  valueType: 'EXPRESSION',
  value: 'user.department',
}

const events = async (eventType: string) =>
  (await client.call('listLogEvents', { query: { limit: 1000 } })).body.filter((event) => event.eventType === eventType)
const listed = async (authServerId: string) =>
  (await client.call('listServerClaims', { params: { authServerId } })).body

describe('[spec/5 14/scopes and claims] a claim of an authorization server', () => {
  it('is created with 201, read, replaced and deleted, each with its event', async () => {
    const owner = await make.anAuthorizationServer()
    const params = { authServerId: owner.id }
    const created = await client.call('createServerClaim', { params, body: DEPARTMENT })
    expect(created.status).toBe(201)
    const { id } = created.body
    const href = `${server.url}/api/v1/authorizationServers/${owner.id}/claims/${id}`
    expect(id).toMatch(/^ocl[0-9A-Za-z]{17}$/)
    expect(created.body).toEqual({
      ...{ id, ...DEPARTMENT, status: 'ACTIVE', conditions: { scopes: [] }, system: false },
      ...{ alwaysIncludeInToken: true, apiResourceId: null },
      _links: { self: { href, hints: { allow: ['GET', 'PUT', 'DELETE'] } } },
    })
    const one = { ...params, claimId: id }
    expect((await client.call('getServerClaim', { params: one })).body).toEqual(created.body)

    const groups = { valueType: 'GROUPS', value: '^Team ', group_filter_type: 'REGEX' } as const
    const body: Body = { ...DEPARTMENT, ...groups, status: 'INACTIVE', conditions: { scopes: ['profile'] } }
    const replaced = (await client.call('replaceServerClaim', { params: one, body })).body
    expect(replaced).toMatchObject({ ...groups, status: 'INACTIVE', conditions: { scopes: ['profile'] } })
    const [changed] = await events('oauth2.claim.updated')
    expect(changed?.target).toMatchObject([
      { type: 'AuthorizationServer', id: owner.id },
      {
        ...{ type: 'OAuth2Claim', id, displayName: 'department' },
        changeDetails: {
          from: { status: 'ACTIVE', value: 'user.department', group_filter_type: null, conditions: { scopes: [] } },
          to: { status: 'INACTIVE', ...groups, conditions: { scopes: ['profile'] } },
        },
      },
    ])

    expect((await client.call('deleteServerClaim', { params: one })).status).toBe(204)
    const gone = await client.refused('getServerClaim', { params: one })
    expect([gone.code, gone.body.errorSummary]).toEqual(['E0000007', expect.stringContaining('OAuth2Claim')])
    const [deleted] = await events('oauth2.claim.deleted')
    expect(deleted?.target?.[1]?.changeDetails).toMatchObject({ from: groups, to: { value: null } })
  })

  it('is listed after that of every server, whole, without a Link', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    for (const name of ['b', 'a'])
      await client.call('createServerClaim', { params: { authServerId }, body: { ...DEPARTMENT, name } })
    const { body, headers } = await client.call('listServerClaims', { params: { authServerId } })
    expect(body.map(({ name }) => name)).toEqual(['sub', 'b', 'a'])
    expect(headers.get('link')).toBeNull()
  })

  it('has a name of its own in its token, and may have the same in the other', async () => {
    const params = { authServerId: (await make.anAuthorizationServer()).id }
    const create = (claimType: 'RESOURCE' | 'IDENTITY') => ({ params, body: { ...DEPARTMENT, claimType } })
    await client.call('createServerClaim', create('RESOURCE'))
    expect((await client.call('createServerClaim', create('IDENTITY'))).status).toBe(201)
    const taken = await client.refused('createServerClaim', create('RESOURCE'))
    expect([taken.code, taken.locations]).toEqual(['E0000001', ['name']])
    const [, , second] = await listed(params.authServerId)
    const one = { ...params, claimId: second?.id ?? '' }
    const moved = await client.refused('replaceServerClaim', { params: one, body: DEPARTMENT })
    expect([moved.code, moved.locations]).toEqual(['E0000001', ['name']])
  })

  it('is always in an access token, and in an ID token as it says', async () => {
    const params = { authServerId: (await make.anAuthorizationServer()).id }
    for (const [claimType, sent, told] of [
      ['RESOURCE', false, true],
      ['IDENTITY', undefined, false],
      ['IDENTITY', true, true],
    ] as const) {
      const more = sent === undefined ? {} : { alwaysIncludeInToken: sent }
      const body = { ...DEPARTMENT, name: `${claimType}${sent}`, claimType, ...more }
      const { alwaysIncludeInToken } = (await client.call('createServerClaim', { params, body })).body
      expect([claimType, sent, alwaysIncludeInToken]).toEqual([claimType, sent, told])
    }
  })

  it('is one of so many', async () => {
    const params = { authServerId: (await make.anAuthorizationServer()).id }
    for (let count = 1; count < LIMITS.serverClaims; count += 1)
      await client.call('createServerClaim', { params, body: { ...DEPARTMENT, name: `c${count}` } })
    const refusal = await client.refused('createServerClaim', { params, body: DEPARTMENT })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
  })

  it.each([
    ['a name that the server makes itself', { name: 'aud' }, ['name']],
    ['the subject of an ID token', { name: 'sub', claimType: 'IDENTITY' as const }, ['name']],
    ['a name that is empty', { name: '' }, ['name']],
    ['an expression that cannot be read', { value: 'user.department ==' }, ['value']],
    ['an object for a value', { value: 'appuser' }, ['value']],
    ['every unknown name of an expression', { value: 'nothing.here + nobody.there' }, ['value', 'value']],
    ['a value that is empty', { value: ' ' }, ['value']],
    ['a template', { value: '${user.department}' }, ['value']],
    ['a value of the server', { valueType: 'SYSTEM' as const }, ['valueType']],
    ['groups without a filter', { valueType: 'GROUPS' as const }, ['group_filter_type']],
    ['a filter without groups', { group_filter_type: 'EQUALS' as const }, ['group_filter_type']],
    [
      'a pattern that looks back',
      { valueType: 'GROUPS' as const, group_filter_type: 'REGEX' as const, value: '(a)\\1' },
      ['value'],
    ],
    ['a scope that the server does not have', { conditions: { scopes: ['openid', 'none'] } }, ['conditions.scopes']],
    ['a scope twice', { conditions: { scopes: ['openid', 'openid'] } }, ['conditions.scopes']],
  ])('is not made of %s', async (_, over, locations) => {
    const params = { authServerId: 'default' }
    const refusal = await client.refused('createServerClaim', { params, body: { ...DEPARTMENT, ...over } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', locations])
  })
})

it('the subject of access tokens is a claim that every server has: it is neither changed nor deleted', async () => {
  const [subject] = await listed('default')
  expect(subject).toMatchObject({
    ...{ name: 'sub', claimType: 'RESOURCE', valueType: 'EXPRESSION', system: true, alwaysIncludeInToken: true },
    value: '(appuser != null) ? appuser.userName : app.clientId',
  })
  const params = { authServerId: 'default', claimId: subject?.id ?? '' }
  expect((await client.refused('deleteServerClaim', { params })).code).toBe('E0000006')
  const body = { ...(subject as NonNullable<typeof subject>) }
  expect((await client.call('replaceServerClaim', { params, body })).body).toEqual(subject)
  for (const [part, value] of [
    ['value', 'user.login'],
    ['status', 'INACTIVE'],
    ['name', 'subject'],
  ] as const) {
    const refusal = await client.refused('replaceServerClaim', { params, body: { ...body, [part]: value } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000077', [part]])
  }
})
