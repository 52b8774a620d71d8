import { beforeEach, describe, expect, it } from 'vitest'
import { linksOf, type Client } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeEach(async () => {
  server = await startServer()
  client = server.client
})

const pair = async () => {
  const [{ id: idpId }, { id: userId }] = [await server.make.anIdentityProvider('SAML2'), await server.make.aUser()]
  return { idpId, userId }
}
type Pair = Awaited<ReturnType<typeof pair>>

const linked = async (params: Pair, externalId: string) =>
  (await client.call('linkIdentityProviderUser', { params, body: { externalId } })).body
const idsOf = async ({ idpId }: Pick<Pair, 'idpId'>) =>
  (await client.call('listIdentityProviderUsers', { params: { idpId } })).body.map(({ id }) => id)
const providersOf = async ({ userId }: Pick<Pair, 'userId'>) =>
  (await client.call('listUserIdentityProviders', { params: { userId } })).body
const isMissing = async (params: Pair) => (await client.refused('getIdentityProviderUser', { params })).code

async function eventsOf({ userId }: Pair) {
  const filter = `eventType sw "gatehouse.identity_provider.user" and target.id eq "${userId}"`
  return (await client.call('listLogEvents', { query: { filter } })).body.map(({ eventType, target }) => [
    eventType.split('.').at(-1),
    target?.[0]?.changeDetails,
    target?.[1]?.id,
  ])
}

describe('a person and an identity provider', () => {
  it('are linked by the id that the person has there, and unlinked again [spec/6 22/users] [spec/6 22/of person]', async () => {
    const params = await pair()
    expect([await isMissing(params), await idsOf(params), await providersOf(params)]).toEqual(['E0000007', [], []])
    const made = await linked(params, 'ext-1')
    const provider = `${server.url}/api/v1/idps/${params.idpId}`
    expect(made).toEqual({
      ...{ id: params.userId, externalId: 'ext-1', profile: {} },
      ...{ created: expect.any(String) as string, lastUpdated: made.created },
      _links: {
        self: { href: `${provider}/users/${params.userId}`, hints: { allow: ['GET', 'DELETE'] } },
        idp: { href: provider, hints: { allow: ['GET'] } },
        user: { href: `${server.url}/api/v1/users/${params.userId}`, hints: { allow: ['GET'] } },
      },
    })
    expect((await client.call('getIdentityProviderUser', { params })).body).toEqual(made)
    expect(await idsOf(params)).toEqual([params.userId])
    expect((await providersOf(params)).map(({ id }) => id)).toEqual([params.idpId])
    expect((await client.call('unlinkIdentityProviderUser', { params })).status).toBe(204)
    expect([await isMissing(params), await idsOf(params), await providersOf(params)]).toEqual(['E0000007', [], []])
    expect((await client.refused('unlinkIdentityProviderUser', { params })).code).toBe('E0000007')
  })

  it('are found where the links of a SAML provider lead [spec/6 22/users]', async () => {
    const { idpId } = await pair()
    const { _links } = (await client.call('getIdentityProvider', { params: { idpId } })).body
    const { href } = _links['users'] as { href: string }
    expect((await client.fetch(href.slice(server.url.length))).status).toBe(200)
  })

  it('can get another id, which leaves an event; the same id leaves none', async () => {
    const params = await pair()
    await linked(params, 'ext-1')
    await linked(params, 'ext-1')
    const { externalId } = await linked(params, 'ext-2')
    await client.call('unlinkIdentityProviderUser', { params })
    const change = (from: string | null, to: string | null) => ({ from: { externalId: from }, to: { externalId: to } })
    expect([externalId, await eventsOf(params)]).toEqual([
      'ext-2',
      [
        ['link', change(null, 'ext-1'), params.idpId],
        ['link', change('ext-1', 'ext-2'), params.idpId],
        ['unlink', change('ext-2', null), params.idpId],
      ],
    ])
  })

  it('are not linked by an id that another person has there, but by one that they have elsewhere', async () => {
    const [one, other] = [await pair(), await pair()]
    await linked(one, 'ext')
    await linked(other, 'ext')
    const params = { idpId: one.idpId, userId: other.userId }
    const refusal = await client.refused('linkIdentityProviderUser', { params, body: { externalId: 'ext' } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['externalId']])
  })

  it('have no tokens of each other [spec/6 22/tokens]', async () => {
    const params = await pair()
    expect((await client.refused('listIdentityProviderTokens', { params })).code).toBe('E0000007')
    await linked(params, 'ext')
    expect((await client.call('listIdentityProviderTokens', { params })).body).toEqual([])
  })

  it('are linked no longer once one of them is deleted', async () => {
    const [one, other] = [await pair(), await pair()]
    await linked(one, 'ext')
    await linked(other, 'ext')
    for (const _twice of [1, 2]) await client.call('deleteUser', { params: { userId: one.userId } })
    await client.call('deleteIdentityProvider', { params: { idpId: other.idpId } })
    expect([await idsOf(one), await providersOf(other)]).toEqual([[], []])
  })
})

describe('the lists', () => {
  it('come in pages by cursors', async () => {
    const { idpId, userId } = await pair()
    const others = [await server.make.aUser(), await server.make.aUser()].map(({ id }) => id)
    const people = [userId, ...others].toSorted()
    for (const id of people) await linked({ idpId, userId: id }, `ext ${id}`)
    const providers = [idpId, (await server.make.anIdentityProvider('SAML2')).id].toSorted()
    for (const id of providers) await linked({ idpId: id, userId }, 'a person')

    const page = async (path: string) => {
      const reply = await client.fetch(path)
      const { next } = linksOf(reply.headers)
      return {
        ids: ((await reply.json()) as { id: string }[]).map(({ id }) => id),
        next: next?.slice(server.url.length),
      }
    }
    for (const [path, all] of [
      [`/api/v1/idps/${idpId}/users?limit=2`, people],
      [`/api/v1/users/${userId}/idps?limit=1`, providers],
    ] as const) {
      const first = await page(path)
      const second = await page(first.next ?? '')
      expect([[...first.ids, ...second.ids], second.next], path).toEqual([all, undefined])
    }
  })

  it('of a person tell no secret of a client', async () => {
    const { userId } = await pair()
    const client_secret = 'told only to those who manage it'
    const protocol = { type: 'OIDC', scopes: ['openid'], credentials: { client: { client_id: 'x', client_secret } } }
    const { id: idpId } = await server.make.anIdentityProvider('GOOGLE', { protocol })
    await linked({ idpId, userId }, 'ext')
    const text = JSON.stringify(await providersOf({ userId }))
    expect([text.includes(idpId), text.includes(client_secret)]).toEqual([true, false])
  })
})
