import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { LENIENT, refusalOf } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

interface Logged {
  msg: string
  ignored?: string[]
  count?: number
}

let server: TestServer
const logged: Logged[] = []
beforeAll(async () => {
  const lines = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(JSON.parse(chunk.toString()) as Logged)
      done()
    },
  })
  server = await startServer({ log: pino({ level: 'debug' }, lines) })
})

/** Sends a body as a client does that knows nothing of Gatehouse, or with headers of its own. */
async function send<Body>(method: string, path: string, body: unknown, headers: Record<string, string> = LENIENT) {
  const response = await server.client.fetch(`/api/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: JSON.parse(text || 'null') as Body,
    ignored: response.headers.get('X-Ignored-Fields')?.split(', ').map(decodeURIComponent),
    applied: response.headers.get('Preference-Applied'),
  }
}

const STRICT = { Prefer: 'handling=strict' }

let people = 0
function aProfile() {
  const login = `wire${(people += 1)}@example.test`
  return { login, email: login, firstName: 'Wire', lastName: 'Reader' }
}

describe('a request’s body', () => {
  it('may hold keys that no one knows, at any depth [spec/5 0.1/unknown-keys]', async () => {
    const policy = await server.make.theDefault('ACCESS_POLICY')
    const verificationMethod = { factorMode: '1FA', reauthenticateIn: 'PT2H', constraints: [], chain: {} }
    const { status, body, ignored } = await send<{ actions: object; id: string }>(
      'POST',
      `/policies/${policy.id}/rules`,
      {
        type: 'ACCESS_POLICY',
        name: 'From a newer client',
        colour: 'red',
        conditions: { weather: { fair: true }, network: { connection: 'ANYWHERE', vpn: [] } },
        actions: { appSignOn: { access: 'ALLOW', verificationMethod } },
      },
    )
    expect([status, ignored]).toEqual([
      200,
      ['colour', 'conditions.weather', 'conditions.network.vpn', 'actions.appSignOn.verificationMethod.chain'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/weather|vpn|chain|colour/)
  })

  it('but for a person’s profile, which says what it does not know', async () => {
    const profile = { ...aProfile(), shoeSize: 42 }
    const { status, body } = await send<object>('POST', '/users', { profile, hat: 1 })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errorCode: 'E0000001',
      errorCauses: [{ errorSummary: 'profile.shoeSize: is not known here' }],
    })
  })

  it('may say null for what is optional [spec/5 0.1/null]', async () => {
    const created = await send<User>('POST', '/users', {
      profile: { ...aProfile(), postalAddress: null },
      credentials: null,
      groupIds: null,
      type: null,
    })
    expect([created.status, created.ignored]).toEqual([200, undefined])
    const zone = { type: 'IP', name: 'Of nulls', status: null, usage: null, gateways: null }
    expect(await send('POST', '/zones', zone)).toMatchObject({ status: 200, body: { usage: 'POLICY', gateways: null } })
    const policy = await server.make.theDefault('ACCESS_POLICY')
    const rule = await send<{ conditions: object }>('POST', `/policies/${policy.id}/rules`, {
      type: 'ACCESS_POLICY',
      name: 'Of nulls',
      conditions: {
        people: { users: null, groups: { include: null } },
        elCondition: null,
        platform: {
          include: [{ type: 'MOBILE', os: { type: 'IOS', expression: null, version: null } }],
          exclude: null,
        },
      },
      actions: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA', inactivityPeriod: null } } },
    })
    expect(rule.status).toBe(200)
    expect(JSON.stringify(rule.body.conditions)).not.toContain('null')
  })

  it('may say {} for an optional object [spec/5 0.1/empty-object]', async () => {
    const body = { profile: aProfile(), credentials: { password: {} } }
    const created = await send<User>('POST', '/users', body)
    expect([created.status, created.body.status]).toEqual([200, 'PROVISIONED'])
    expect(created.body.credentials).not.toHaveProperty('password')
    const staged = await send<User>('POST', '/users?activate=false', { ...body, profile: aProfile() })
    expect(staged.body.status).toBe('STAGED')

    const policy = await server.make.theDefault('ACCESS_POLICY')
    const actions = { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA' } } }
    const rule = (name: string, conditions?: object) =>
      send<{ conditions: object }>('POST', `/policies/${policy.id}/rules`, {
        type: 'ACCESS_POLICY',
        name,
        conditions,
        actions,
      })
    const plain = await rule('Plain')
    const empty = await rule('Empty', {
      people: { users: {}, groups: {} },
      platform: {},
      elCondition: {},
      riskScore: {},
    })
    expect([plain.status, empty.status]).toEqual([200, 200])
    expect(empty.body.conditions).toEqual(plain.body.conditions)
    expect((await rule('Nothing', {})).body.conditions).toEqual(plain.body.conditions)
  })

  it('may echo what is read-only, also when it is asked to be strict [spec/5 0.1/read-only]', async () => {
    const { id } = await server.make.aPolicy('PASSWORD')
    const read = (await server.client.call('getPolicy', { params: { policyId: id } })).body
    const echoed = { ...read, created: '', lastUpdated: '', id: 'somebody else’s', system: true, name: 'Echoed' }
    for (const headers of [LENIENT, STRICT]) {
      const { status, body, ignored } = await send<typeof read>('PUT', `/policies/${id}`, echoed, headers)
      expect([status, body.id, body.system, body.name, body.created]).toEqual([200, id, false, 'Echoed', read.created])
      expect(ignored?.sort()).toEqual(['_links', 'created', 'id', 'lastUpdated', 'system'])
    }
    const user = await server.make.aUser()
    const again = { ...user, profile: aProfile() }
    expect((await send<User>('POST', '/users', again, STRICT)).status).toBe(200)
  })

  it('holds sets where it lists words of a choice or ids [spec/5 0.1/sets]', async () => {
    const [group, other] = [await server.make.aGroup(), await server.make.aGroup()]
    const include = [other.id, group.id, other.id]
    const policy = await send<{ conditions: { people: { groups: { include: string[] } } } }>('POST', '/policies', {
      type: 'SVC_SIGN_ON',
      name: 'Of sets',
      conditions: { people: { groups: { include } } },
    })
    expect(policy.status).toBe(200)
    expect(policy.body.conditions.people.groups.include.sort()).toEqual([group.id, other.id].sort())
    const assurance = await send<{ screenLockType: { include: string[] } }>('POST', '/device-assurances', {
      platform: 'IOS',
      name: 'Of sets',
      screenLockType: { include: ['PASSCODE', 'BIOMETRIC', 'PASSCODE'] },
    })
    expect(assurance.body.screenLockType.include.sort()).toEqual(['BIOMETRIC', 'PASSCODE'])
  })

  it('may hold an empty list where there may be none, and gets it back [spec/5 0.1/empty-list]', async () => {
    const zone = { type: 'IP', name: 'Of nowhere', gateways: [], proxies: [] }
    expect((await send('POST', '/zones', zone)).body).toMatchObject({ gateways: [], proxies: [] })
    const policy = await server.make.theDefault('ACCESS_POLICY')
    const people = { users: { include: [], exclude: [] }, groups: { include: [], exclude: [] } }
    const rule = await send('POST', `/policies/${policy.id}/rules`, {
      type: 'ACCESS_POLICY',
      name: 'Of no one in particular',
      conditions: { people },
      actions: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA' } } },
    })
    expect(rule.body).toMatchObject({ conditions: { people } })
  })
})

describe('what was ignored', () => {
  it('is named in a header of bounded size, whatever its letters, and in the log [spec/5 decisions/ignored-header]', async () => {
    const body = { profile: { name: 'Of odd keys' }, 'größe, \n"': 1, ['x'.repeat(2_000)]: 1 }
    const few = await send('POST', '/groups', body)
    expect([few.status, few.ignored]).toEqual([200, ['größe, \n"']])
    expect(logged.at(-1)).toMatchObject({ level: 20, msg: 'ignored fields', count: 2 })
    expect(logged.at(-1)?.ignored?.[0]).toBe('größe, \n"')

    const short = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]))
    expect((await send('POST', '/groups', { profile: { name: 'Of many keys' }, ...short })).ignored).toHaveLength(20)
    const long = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`${'k'.repeat(100)}${index}`, 1]))
    const { ignored } = await send('POST', '/groups', { profile: { name: 'Of long keys' }, ...long })
    expect(ignored?.join(', ').length).toBeLessThanOrEqual(1_024)
    expect(ignored?.length).toBeGreaterThan(5)
  })

  it('is named beside a refusal, too', async () => {
    const { status, ignored } = await send('POST', '/groups', { profile: { name: '' }, colour: 'red' })
    expect([status, ignored]).toEqual([400, ['colour']])
  })

  it('is nothing where nothing was', async () => {
    expect((await send('POST', '/groups', { profile: { name: 'Plain' } })).ignored).toBeUndefined()
  })
})

describe('Prefer: handling=strict', () => {
  it('refuses what no one knows by its path, and says that it was applied [spec/5 decisions/strict-reply]', async () => {
    const body = { profile: { name: 'Strict' }, colour: 'red', size: 1 }
    const { status, applied, ignored, body: refusal } = await send<object>('POST', '/groups', body, STRICT)
    expect([status, applied, ignored]).toEqual([400, 'handling=strict', undefined])
    expect(refusal).toMatchObject({
      errorCode: 'E0000001',
      errorCauses: [{ location: 'colour' }, { location: 'size' }],
    })
    expect((await send('POST', '/groups', { profile: { name: 'Strict' } }, STRICT)).applied).toBe('handling=strict')
    expect((await send('POST', '/groups', { profile: { name: 'Lenient' } })).applied).toBeNull()
  })

  it('is how Gatehouse’s own operations read in any case', async () => {
    const response = await server.client.fetch('/gatehouse/v1/workspace/developer', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...LENIENT },
      body: '{"allowLocalHooks": null}',
    })
    const refusal = await refusalOf(response)
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.locations.every((location) => location !== undefined)).toBe(true)
  })
})
