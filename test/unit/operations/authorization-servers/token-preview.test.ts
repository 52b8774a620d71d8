import { beforeAll, expect, it } from 'vitest'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let params: { authServerId: string }
let appId: string
let userId: string
beforeAll(async () => {
  server = await startServer()
  const { client, make } = server
  params = { authServerId: (await make.anAuthorizationServer()).id }
  appId = (await client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Billing') as never })).body.id
  const group = (await client.call('createGroup', { body: { profile: { name: 'Team Ore' } } })).body
  userId = (await make.aUser({ login: 'ada@example.test', department: 'Ore' }, [group.id])).id
  const groups = { claimType: 'IDENTITY', valueType: 'GROUPS', group_filter_type: 'REGEX' } as const
  const expression = { claimType: 'RESOURCE', valueType: 'EXPRESSION' } as const
  for (const body of [
    { ...expression, name: 'department', value: 'user.department', conditions: { scopes: ['profile'] } },
    { ...expression, name: 'costCenter', value: 'user.costCenter' },
    { ...expression, name: 'off', value: '"x"', status: 'INACTIVE' as const },
    { ...groups, name: 'groups', value: 'Team .*' },
  ])
    await client.call('createServerClaim', { params, body })
})

const preview = async (query: { userId?: string; scope?: string[] }) =>
  (await server.client.call('previewTokens', { params, query: { appId, ...query } })).body

it('a preview tells what tokens would say of a person, and what is missing and why', async () => {
  const { accessToken, idToken, app, person } = await preview({ userId, scope: ['openid', 'profile'] })
  expect([app.name, person?.id]).toEqual(['Billing', userId])
  expect(accessToken).toEqual({
    claims: { sub: 'ada@example.test', department: 'Ore' },
    omitted: [{ name: 'costCenter', why: 'user.costCenter has no value' }],
  })
  expect(idToken).toEqual({ claims: { groups: ['Team Ore'] }, omitted: [] })
})

it('what asks for a scope that is not granted is left out, and without openid there is no ID token', async () => {
  const { accessToken, idToken } = await preview({ userId })
  expect(accessToken.claims).toEqual({ sub: 'ada@example.test' })
  expect(accessToken.omitted[0]).toEqual({ name: 'department', why: 'none of its scopes is granted: profile' })
  expect(idToken).toBeNull()
})

it('a client that acts for itself is its own subject', async () => {
  const { accessToken, idToken, person } = await preview({ scope: ['profile', 'openid'] })
  expect([accessToken.claims, idToken, person]).toEqual([{ sub: appId }, null, null])
  expect(accessToken.omitted.map(({ name }) => name)).toEqual(['department', 'costCenter'])
})

it('what does not exist is not previewed', async () => {
  const { client } = server
  for (const query of [{ appId: 'nothing' }, { appId, userId: 'nothing' }])
    expect((await client.refused('previewTokens', { params, query })).code).toBe('E0000007')
})

it('an access token can say which scopes it grants', async () => {
  const body = { name: 'granted', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'access.scope' } as const
  await server.client.call('createServerClaim', { params, body })
  const { accessToken } = await preview({ userId, scope: ['openid', 'profile'] })
  expect(accessToken.claims).toMatchObject({ granted: ['openid', 'profile'] })
})
