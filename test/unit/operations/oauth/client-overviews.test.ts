import { beforeAll, describe, expect, it } from 'vitest'
import type { Consent } from '#contract/apps/client-overview.ts'
import { ADMIN_ROLES, type RoleType } from '#contract/access/admin-roles.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { userConsents } from '#db/tables/user-consents.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { linksOf } from '../../../helpers/client.ts'
import { consentingServer, type Consenting } from '../../../helpers/consenting.ts'
import { aServiceClient } from '../../../helpers/oauth-clients.ts'
import type { TestServer } from '../../../helpers/server.ts'

const at = (minute: number) => `2026-03-02T08:${String(minute).padStart(2, '0')}:00.000Z`
let minute = 0

async function consents(tx: Tx, userId: string, appId: string, serverId: string | null, scopes: string[]) {
  for (const scope of scopes) {
    const stamp = at((minute += 1))
    const row = { id: newId('appGrant'), userId, appId, serverId, scope, created: stamp, lastUpdated: stamp }
    await userConsents.insert(tx, row)
  }
}

const OTHER = { firstName: 'Bo', lastName: 'Berg', login: 'bo@example.test' }

let ids: Consenting
let server: TestServer
let otherId: string
let groupId: string
beforeAll(async () => {
  const { server: made, ...rest } = await consentingServer(async (tx, { userId, appId, otherAppId, serverId }) => {
    await consents(tx, userId, appId, serverId, ['profile', 'email'])
    await consents(tx, userId, appId, null, ['svc.users.read.self'])
    await consents(tx, userId, otherAppId, serverId, ['profile'])
  })
  ;[ids, server] = [rest, made]
  groupId = (await server.make.aGroup()).id
  otherId = (await server.make.aUser(OTHER, [groupId])).id
})

const listed = async (id: 'listClientOverviews' | 'listConsents', token?: string, query = '') => {
  const path = { listClientOverviews: 'clients', listConsents: 'consents' }[id]
  const headers = { Authorization: `SSWS ${token ?? server.token}` }
  const reply = await fetch(`${server.url}/gatehouse/v1/${path}?${query}`, { headers })
  return { status: reply.status, body: (await reply.json()) as { name: string }[] }
}

describe('the list of clients', () => {
  it('says of each what it may do, by name', async () => {
    const service = await aServiceClient(server, { scopes: ['svc.users.read', 'svc.groups.read'] })
    const params = { clientId: service.clientId }
    await server.client.call('assignClientRole', { params, body: { type: 'READ_ONLY_ADMIN' } })
    const limits = [{ kind: 'group' as const, id: groupId }]
    await server.client.call('assignLimitedRole', {
      body: { kind: 'CLIENT', id: service.clientId, type: 'HELP_DESK_ADMIN', limits },
    })
    const { body } = await server.client.call('listClientOverviews')
    expect(body.map(({ name }) => name.replace(/ .*/, ''))).toEqual(['Reader', 'Service', 'Writer'])
    const [reader, called] = body
    expect(reader).toEqual({
      ...{ id: ids.appId, clientId: ids.appId, name: 'Reader', status: 'ACTIVE', kind: 'web' },
      ...{ method: 'client_secret_basic', grantTypes: ['authorization_code'], scopes: [], roles: [], people: 1 },
    })
    expect(called).toMatchObject({
      ...{ kind: 'service', method: 'private_key_jwt', grantTypes: ['client_credentials'], people: 0 },
      scopes: ['svc.groups.read', 'svc.users.read'],
      roles: [
        { type: 'HELP_DESK_ADMIN', isLimited: true },
        { type: 'READ_ONLY_ADMIN', isLimited: false },
      ],
    })
  })

  it('is narrowed to a part of a name or of a client id, and to a kind', async () => {
    const named = async (query: { q?: string; kind?: 'web' | 'service' }) =>
      (await server.client.call('listClientOverviews', { query })).body.map(({ name }) => name)
    expect(await named({ q: 'ead' })).toEqual(['Reader'])
    expect(await named({ q: ids.otherAppId.slice(2, 12) })).toEqual(['Writer'])
    expect(await named({ q: '%' })).toEqual([])
    expect(await named({ kind: 'web' })).toEqual(['Reader', 'Writer'])
    expect(await named({ kind: 'service', q: 'reader' })).toEqual([])
  })

  it('comes in pages, and a cursor of another list is refused', async () => {
    const query = { kind: 'web', limit: '1' } as const
    const first = await server.client.call('listClientOverviews', { query })
    const next = linksOf(first.headers)['next'] ?? ''
    const rest = await server.client.follow<typeof first.body>(next)
    expect([...first.body, ...rest.body].map(({ name }) => name)).toEqual(['Reader', 'Writer'])
    expect(linksOf(rest.headers)['next']).toBeUndefined()
    const after = new URL(next).searchParams.get('after') ?? ''
    expect((await server.client.refused('listClientOverviews', { query: { after } })).code).toBe('E0000029')
  })
})

const partiesOf = ({ person, client, server: issuer, scopes }: Consent) => [
  person.name,
  client.name,
  issuer?.name ?? null,
  scopes.map(({ name }) => name),
]

describe('the list of consents', () => {
  it('has one entry for a person, a client and an authorization server, the newest first', async () => {
    const { body } = await server.client.call('listConsents')
    expect(body.map(partiesOf)).toEqual([
      ['Ada Byron', 'Writer', 'Papers', ['profile']],
      ['Ada Byron', 'Reader', null, ['svc.users.read.self']],
      ['Ada Byron', 'Reader', 'Papers', ['email', 'profile']],
    ])
    expect(body.at(-1)).toMatchObject({ since: at(1), person: { id: ids.userId, login: 'ada@example.test' } })
  })

  it('comes in pages, and of a person or a client alone', async () => {
    const whole = (await server.client.call('listConsents')).body
    const first = await server.client.call('listConsents', { query: { limit: '2' } })
    const rest = await server.client.follow<Consent[]>(linksOf(first.headers)['next'] ?? '')
    expect([...first.body, ...rest.body]).toEqual(whole)
    const ofApp = await server.client.call('listConsents', { query: { appId: ids.otherAppId } })
    expect(ofApp.body).toEqual(whole.slice(0, 1))
    expect((await server.client.call('listConsents', { query: { userId: otherId } })).body).toEqual([])
  })

  it('names the grants by which it is revoked', async () => {
    const [newest] = (await server.client.call('listConsents', { query: { appId: ids.otherAppId } })).body
    const { grantId = '' } = newest?.scopes[0] ?? {}
    const grant = await server.client.call('getUserGrant', { params: { userId: ids.userId, grantId } })
    expect(grant.body.scopeId).toBe('profile')
  })
})

describe('a limited administrator', () => {
  const limitedTo = async (type: RoleType, kind: 'app' | 'group', id: string) => {
    const { userId, token } = await anAdministrator(server, 'REPORT_ADMIN')
    await server.client.call('assignLimitedRole', { body: { kind: 'USER', id: userId, type, limits: [{ kind, id }] } })
    return token
  }

  it('of applications sees theirs, what was granted to them and who consented, but no roles', async () => {
    const token = await limitedTo('APP_ADMIN', 'app', ids.otherAppId)
    expect((await listed('listClientOverviews', token)).body).toEqual([
      expect.objectContaining({ name: 'Writer', scopes: [], roles: null, people: 1 }),
    ])
    const { body } = await listed('listConsents', token)
    expect((body as unknown as Consent[]).map(partiesOf)).toEqual([['Ada Byron', 'Writer', 'Papers', ['profile']]])
  })

  it('of groups sees the consents of their people alone, and no clients', async () => {
    const token = await limitedTo('HELP_DESK_ADMIN', 'group', groupId)
    expect(await listed('listConsents', token)).toEqual({ status: 200, body: [] })
    await server.client.call('addGroupMember', { params: { groupId, userId: ids.userId } })
    expect((await listed('listConsents', token)).body).toHaveLength(3)
    await server.client.call('removeGroupMember', { params: { groupId, userId: ids.userId } })
    expect((await listed('listClientOverviews', token)).status).toBe(403)
  })

  it(`who has the role ${ADMIN_ROLES.MOBILE_ADMIN.label} sees clients, but not what was granted to them`, async () => {
    const { token } = await anAdministrator(server, 'MOBILE_ADMIN')
    const [reader] = (await listed('listClientOverviews', token)).body
    expect(reader).toMatchObject({ name: 'Reader', scopes: null, roles: null, people: 1 })
  })

  it('who reads reports only sees neither', async () => {
    const { token } = await anAdministrator(server, 'REPORT_ADMIN')
    expect([(await listed('listClientOverviews', token)).status, (await listed('listConsents', token)).status]).toEqual(
      [403, 403],
    )
  })
})
