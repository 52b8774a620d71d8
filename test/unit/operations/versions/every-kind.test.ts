import { beforeAll, describe, expect, it } from 'vitest'
import type { VersionKind } from '#contract/gatehouse/version.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { ruleBody } from '../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { staleObjects, versionsOf } from '../../../helpers/versions.ts'

let server: TestServer
let groupId: string
let serverId: string
beforeAll(async () => {
  server = await startServer()
  groupId = (await server.make.aGroup('Target')).id
  serverId = (await server.make.anAuthorizationServer()).id
})

type Body = Record<string, unknown>

async function send(method: string, path: string, body?: unknown): Promise<Body> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const reply = await server.client.fetch(path, { method, ...init })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text ? (JSON.parse(text) as Body) : {}
}

interface Story {
  path: () => string
  body: () => Body
  /** Of a PUT. */
  changed: (body: Body) => Body
  /** What the interface shows beside what the row of a version says. */
  beyond?: readonly string[]
  /** Requests that have to go before a deletion. */
  before?: readonly [method: string, end: string][]
  /** Why a deleted one does not come back; absent: it does. */
  gone?: RegExp
}

const named = (body: Body) => ({ ...body, name: 'Second' })
const OFF = [['POST', '/lifecycle/deactivate']] as const
const login = { login: 'ida@example.test', email: 'ida@example.test', lastName: 'Berg' }

const STORIES: Partial<Record<VersionKind, Story>> = {
  user: {
    path: () => '/api/v1/users',
    body: () => ({ profile: { ...login, firstName: 'Ida' } }),
    changed: () => ({ profile: { ...login, firstName: 'Ada' } }),
    beyond: ['lastLogin'],
    before: [['DELETE', '']],
    gone: /forgotten with the person/,
  },
  group: {
    path: () => '/api/v1/groups',
    body: () => ({ profile: { name: 'First', description: 'Some' } }),
    changed: () => ({ profile: { name: 'Second' } }),
    beyond: ['lastMembershipUpdated'],
  },
  groupRule: {
    path: () => '/api/v1/groups/rules',
    body: () => ruleBody('user.title == "x"', [groupId]),
    changed: (body) => ({ ...body, ...ruleBody('user.title == "y"', [groupId]) }),
  },
  userType: {
    path: () => '/api/v1/meta/types/user',
    body: () => ({ name: 'contractor', displayName: 'Contractor', description: 'First' }),
    changed: () => ({ name: 'contractor', displayName: 'Contractors', description: 'Second' }),
  },
  app: {
    path: () => '/api/v1/apps',
    body: () => soundApp('OPENID_CONNECT', 'First') as Body,
    changed: (body) => ({ ...body, label: 'Second' }),
    before: OFF as never,
    gone: /its assignments, secrets and keys went with it/,
  },
  identityProvider: {
    path: () => '/api/v1/idps',
    body: () => ({ type: 'OIDC', name: 'First' }),
    changed: named,
  },
  authenticator: {
    path: () => '/api/v1/authenticators',
    body: () => ({ key: 'external_idp', name: 'First' }),
    changed: named,
    before: OFF as never,
  },
  behavior: {
    path: () => '/api/v1/behaviors',
    body: () => ({ type: 'VELOCITY', name: 'First' }),
    changed: named,
    // Behaviors write their moments in another form on the wire.
    beyond: ['created', 'lastUpdated'],
  },
  deviceAssurance: {
    path: () => '/api/v1/device-assurances',
    body: () => ({ platform: 'MACOS', name: 'First', osVersion: { minimum: '1' } }),
    changed: named,
  },
  authorizationServer: {
    path: () => '/api/v1/authorizationServers',
    body: () => ({ name: 'First', audiences: ['api://first'] }),
    changed: (body) => ({ ...body, name: 'Second' }),
    beyond: ['credentials'],
    gone: /its keys, scopes, claims and policies went with it/,
  },
  serverScope: {
    path: () => `/api/v1/authorizationServers/${serverId}/scopes`,
    body: () => ({ name: 'orders.read', description: 'First' }),
    changed: (body) => ({ ...body, description: 'Second', default: true }),
  },
  serverClaim: {
    path: () => `/api/v1/authorizationServers/${serverId}/claims`,
    body: () => ({ name: 'level', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.title' }),
    changed: (body) => ({ ...body, value: 'user.city', status: 'INACTIVE' }),
  },
  eventHook: {
    path: () => '/api/v1/eventHooks',
    body: () => ({
      name: 'First',
      events: { type: 'EVENT_TYPE', items: ['user.session.start'] },
      channel: { type: 'HTTP', version: '1.0.0', config: { uri: 'https://hooks.example.test/a' } },
    }),
    changed: (body) => ({ ...body, name: 'Second' }),
    before: OFF as never,
  },
}

const shown = ({ beyond = [] }: Story, view: Body | null) =>
  view && Object.fromEntries(Object.entries(view).filter(([key]) => key !== '_links' && !beyond.includes(key)))

const TIMES = ['created', 'lastUpdated', 'createdDate', 'lastUpdate', 'lastUpdatedBy', 'createdBy']
const timeless = (story: Story, view: Body | null) =>
  Object.fromEntries(Object.entries(shown(story, view) ?? {}).filter(([key]) => !TIMES.includes(key)))

const restore = async (id: string, kind: VersionKind, number: number) => {
  const versions = await versionsOf(server.client, { id, kind })
  const versionId = versions[number - 1]?.id ?? ''
  const init = {
    body: JSON.stringify({ expectedVersion: versions.length }),
    headers: { 'Content-Type': 'application/json' },
  }
  return server.client.fetch(`/gatehouse/v1/versions/${versionId}/restore`, { method: 'POST', ...init })
}

describe.each(Object.entries(STORIES) as [VersionKind, Story][])('a %s', (kind, story) => {
  it('has a version of each state, as the interface shows it, and goes back to each', { timeout: 30_000 }, async () => {
    const { id } = (await send('POST', story.path(), story.body())) as { id: string }
    const address = `${story.path()}/${id}`
    const first = await send('GET', address)
    await send('PUT', address, story.changed(first))
    const second = await send('GET', address)
    expect(timeless(story, second)).not.toEqual(timeless(story, first))
    const before = await versionsOf(server.client, { id, kind })
    expect(before.map(({ version, action }) => [version, action])).toEqual([
      [1, 'created'],
      [2, 'updated'],
    ])
    expect(before.map(({ body }) => shown(story, body))).toEqual([shown(story, first), shown(story, second)])

    expect((await restore(id, kind, 1)).status).toBe(200)
    expect(timeless(story, await send('GET', address))).toEqual(timeless(story, first))

    for (const [method, end] of story.before ?? []) await send(method, `${address}${end}`)
    await send('DELETE', address)
    const [last, previous] = (await versionsOf(server.client, { id, kind })).reverse()
    expect([last?.action, last?.body]).toEqual(['deleted', null])
    const reply = await restore(id, kind, previous?.version ?? 0)
    const text = await reply.text()
    expect([reply.status, text]).toEqual(
      story.gone ? [400, expect.stringMatching(story.gone)] : [200, expect.anything()],
    )
    if (!story.gone) expect(Object.keys(await send('GET', address))).toContain('id')
    expect(await staleObjects(server.dataFile)).toEqual([])
  })
})

it('a schema has a version of each state by its owner, and says why it does not go back', async () => {
  const { id } = await send('POST', '/api/v1/meta/types/user', { name: 'guest', displayName: 'Guest' })
  const attribute = { title: 'Badge', type: 'string', required: false }
  const { _links } = (await send('GET', `/api/v1/meta/types/user/${String(id)}`)) as {
    _links: { schema: { href: string } }
  }
  const schema = new URL(_links.schema.href).pathname
  await send('POST', schema, { definitions: { custom: { properties: { badge: attribute } } } })
  const versions = await versionsOf(server.client, { id: String(id), kind: 'schema' })
  expect(versions.map(({ name, action }) => [name, action]).at(-1)?.[0]).toBe('Guest')
  expect(JSON.stringify(versions.at(-1)?.body)).toContain('"badge":{"title":"Badge"')
  const reply = await restore(String(id), 'schema', versions.length)
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('changed one by one')])
})

it('a deleted person lives on in versions by no more than their name', async () => {
  const profile = { ...login, login: 'gone@example.test', email: 'gone@example.test', firstName: 'Gone', city: 'Oslo' }
  const { id } = await send('POST', '/api/v1/users', { profile })
  await send('DELETE', `/api/v1/users/${String(id)}`)
  await send('DELETE', `/api/v1/users/${String(id)}`)
  const versions = await versionsOf(server.client, { id: String(id) })
  expect(versions.length).toBeGreaterThan(2)
  expect(versions.map(({ name, body }) => [name, body])).toEqual(versions.map(() => ['Gone Berg', null]))
})
