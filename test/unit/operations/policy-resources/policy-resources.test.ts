import { beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '#contract/routes/index.ts'
import { LENIENT, linksOf, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

/** Names of events of one family, in order. */
function told(family: string, verbs: string): string[] {
  return verbs.split(' ').map((verb) => `${family}.${verb}`)
}

/** Each collection with its operations, one body, another way to be the same thing, and how it tells its changes. */
const COLLECTIONS = [
  {
    noun: 'Authenticator',
    param: 'authenticatorId',
    created: 200,
    body: { key: 'custom_otp', name: 'Paper codes' },
    change: { settings: { allowedFor: 'recovery' } },
    fixed: ['key', { key: 'external_idp' }],
    events: told('security.authenticator.lifecycle', 'create update update activate deactivate update'),
    startsAs: 'INACTIVE',
    prefix: 'aut',
  },
  {
    noun: 'Behavior',
    param: 'behaviorId',
    created: 200,
    body: { type: 'VELOCITY', name: 'Faster than a plane' },
    change: { settings: { velocityKph: 950 } },
    fixed: ['type', { type: 'ANOMALOUS_IP' }],
    events: told('security.behavior.settings', 'create update update update update delete'),
    startsAs: 'ACTIVE',
    prefix: 'bhv',
  },
  {
    noun: 'DeviceAssurance',
    param: 'deviceAssuranceId',
    created: 200,
    body: { platform: 'MACOS', name: 'Laptops of the company', osVersion: { minimum: '14.2' } },
    change: { screenLockType: { include: ['BIOMETRIC'] } },
    fixed: ['platform', { platform: 'WINDOWS' }],
    events: told('policy.lifecycle', 'create update update delete'),
    startsAs: null,
    prefix: 'dae',
  },
  {
    noun: 'IdentityProvider',
    param: 'idpId',
    created: 200,
    body: { type: 'SAML2', name: 'Parent company' },
    change: { policy: { maxClockSkew: 1_000 } },
    fixed: ['type', { type: 'OIDC' }],
    events: told('system.idp.lifecycle', 'create update update deactivate activate delete'),
    startsAs: 'ACTIVE',
    prefix: '0oa',
  },
] as const

type Shown = { id: string; name: string; status?: string; _links: Record<string, { hints: { allow: string[] } }> }

/** The operations of a collection, typed no closer than "an object of it". */
function operationsOf(noun: string, param: string) {
  const call = (verb: string, input: object = {}) =>
    client.call(`${verb}${noun}` as OperationId, input as never) as unknown as Promise<{ status: number; body: Shown }>
  const refused = (verb: string, input: object = {}) => client.refused(`${verb}${noun}` as OperationId, input)
  const at = (id: string) => ({ params: { [param]: id } })
  return { call, refused, at }
}

/** Without moments and authors, which not every answer holds. */
const stripStamps = (object: Shown) => ({
  ...object,
  ...{ created: null, lastUpdated: null, lastUpdate: null, createdDate: null, createdBy: null },
})

describe.each(COLLECTIONS)('$noun', ({ noun, param, created, body, change, fixed, events, startsAs, prefix }) => {
  it('is made, read, listed, replaced, switched and deleted, and the log tells each change', async () => {
    const { call, refused, at } = operationsOf(noun, param)
    const log = await client.call('listLogEvents', { query: { limit: 1000 } })

    const made = await call('create', { body })
    expect(made.status).toBe(created)
    expect(made.body).toMatchObject(body)
    expect(made.body.id).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{17}$`))
    expect(made.body.status).toBe(startsAs ?? undefined)
    const one = at(made.body.id)
    expect((await call('get', one)).body).toEqual(made.body)

    server.clock.advance(60_000)
    const replaced = (await call('replace', { ...one, body: { ...made.body, ...change } })).body
    expect(replaced).toMatchObject({ ...body, ...change, id: made.body.id })
    const again = (await call('replace', { ...one, body: made.body })).body
    expect(stripStamps(again)).toEqual(stripStamps(made.body))

    const there = startsAs === 'ACTIVE' ? 'deactivate' : 'activate'
    const back = startsAs === 'ACTIVE' ? 'activate' : 'deactivate'
    for (const verb of startsAs === null ? [] : [there, there, back]) {
      const switched = await call(verb, one)
      const status = verb === 'activate' ? 'ACTIVE' : 'INACTIVE'
      expect([switched.status, switched.body.status]).toEqual([200, status])
      const lifecycle = Object.keys(switched.body._links).filter((name) => name.endsWith('activate'))
      expect(lifecycle).toEqual([status === 'ACTIVE' ? 'deactivate' : 'activate'])
    }
    await call('delete', one)
    for (const verb of ['get', 'delete'])
      expect((await refused(verb, one)).body.errorSummary).toContain(`${made.body.id} (`)

    const heard = (
      await client.follow<{ eventType: string; target: object[] }[]>(linksOf(log.headers)['next'] as string)
    ).body
    expect(heard.map((event) => event.eventType)).toEqual(events)
    for (const event of heard) expect(event.target).toMatchObject([{ id: made.body.id, displayName: body.name }])
  })

  it('keeps what it is', async () => {
    const { call, refused, at } = operationsOf(noun, param)
    const [field, other] = fixed
    const { id } = (await call('create', { body: { ...body, name: 'Stays' } })).body
    const refusal = await refused('replace', { ...at(id), body: { name: 'Stays', ...other } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [field]])
    await call('delete', at(id))
  })

  it('has a name that no other has, whatever its case', async () => {
    const { call, refused, at } = operationsOf(noun, param)
    const first = (await call('create', { body: { ...body, name: 'One of a kind' } })).body
    const second = (await call('create', { body: { ...body, name: 'Another' } })).body
    for (const [verb, input] of [
      ['create', {}],
      ['replace', at(second.id)],
    ] as const) {
      const refusal = await refused(verb, { ...input, body: { ...body, name: 'ONE of a kind' } })
      expect([refusal.status, refusal.code, refusal.locations], verb).toEqual([400, 'E0000001', ['name']])
    }
    const recased = await call('replace', { ...at(first.id), body: { ...body, name: 'ONE of a kind' } })
    expect(recased.body.name).toBe('ONE of a kind')
    for (const { id } of [first, second]) await call('delete', at(id))
  })

  it('ignores what is read-only or unknown at the top', async () => {
    const { call, at } = operationsOf(noun, param)
    const odd = { ...body, name: 'Odd', id: 'mine', created: 'never', system: true, colour: 'blue', _links: {} }
    const { id, ...made } = (await call('create', { body: odd, headers: LENIENT })).body
    expect(id).not.toBe('mine')
    expect(made).not.toHaveProperty('colour')
    expect(made).not.toHaveProperty('system')
    await call('delete', at(id))
  })

  it('comes in pages, in order of ids', async () => {
    const { call, at } = operationsOf(noun, param)
    const list = `list${noun}s` as OperationId
    const ids: string[] = []
    for (const name of ['P1', 'P2', 'P3']) ids.push((await call('create', { body: { ...body, name } })).body.id)
    const whole = (await client.call(list)).body as Shown[]
    expect(whole.map(({ id }) => id)).toEqual([...whole.map(({ id }) => id)].sort())
    const first = await client.call(list, { query: { limit: '2' } } as never)
    const pages = [first.body as Shown[]]
    for (let { next } = linksOf(first.headers); next;) {
      const reply = await client.follow<Shown[]>(next)
      pages.push(reply.body)
      next = linksOf(reply.headers)['next']
    }
    expect(pages.flat()).toEqual(whole)
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true)
    for (const query of [{ limit: 0 }, { limit: 201 }, { limit: 'many' }]) {
      const refusal = await client.refused(list, { query })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['limit']])
    }
    const lost = await client.refused(list, { query: { after: 'nothing' } })
    expect([lost.status, lost.code]).toEqual([400, 'E0000029'])
    for (const id of ids) await call('delete', at(id))
  })
})

describe('a change', () => {
  it('tells what it changed, before and after', async () => {
    const provider = await make.anIdentityProvider('OIDC', { name: 'Told' })
    const params = { idpId: provider.id }
    await client.call('replaceIdentityProvider', { params, body: { ...provider, name: 'Told anew' } })
    await client.call('deactivateIdentityProvider', { params })
    const events = (await client.call('listLogEvents', { query: { limit: 1000 } })).body
    expect(events.slice(-2).map((event) => event.target?.[0]?.changeDetails)).toEqual([
      { from: { name: 'Told' }, to: { name: 'Told anew' } },
      { from: { status: 'ACTIVE' }, to: { status: 'INACTIVE' } },
    ])
  })
})

describe('a behavior', () => {
  it('is filled with the settings of its type', async () => {
    const settings = async (type: 'ANOMALOUS_LOCATION' | 'ANOMALOUS_DEVICE' | 'ANOMALOUS_IP' | 'VELOCITY') =>
      (await make.aBehavior(type)).settings
    const history = { maxEventsUsedForEvaluation: 20, minEventsNeededForEvaluation: 0 }
    expect(await settings('ANOMALOUS_LOCATION')).toEqual({ ...history, granularity: 'CITY' })
    expect(await settings('ANOMALOUS_DEVICE')).toEqual(history)
    expect(await settings('ANOMALOUS_IP')).toEqual({ ...history, maxEventsUsedForEvaluation: 50 })
    expect(await settings('VELOCITY')).toEqual({ velocityKph: 805 })
  })

  it('takes a status of its own', async () => {
    expect((await make.aBehavior('VELOCITY', { status: 'INACTIVE' })).status).toBe('INACTIVE')
  })

  it.each([
    ['type', { type: 'MOOD' }],
    ['settings.velocityKph', { type: 'VELOCITY', settings: { velocityKph: 0 } }],
    ['settings.granularity', { type: 'VELOCITY', settings: { granularity: 'CITY' } }],
    ['settings.granularity', { type: 'ANOMALOUS_LOCATION', settings: { granularity: 'PLANET' } }],
    ['settings.radiusKilometers', { type: 'ANOMALOUS_LOCATION', settings: { granularity: 'LAT_LONG' } }],
    ['settings.radiusKilometers', { type: 'ANOMALOUS_LOCATION', settings: { radiusKilometers: 5 } }],
    ['settings.maxEventsUsedForEvaluation', { type: 'ANOMALOUS_IP', settings: { maxEventsUsedForEvaluation: 101 } }],
    ['settings.minEventsNeededForEvaluation', { type: 'ANOMALOUS_IP', settings: { minEventsNeededForEvaluation: -1 } }],
    ['status', { type: 'VELOCITY', status: 'ASLEEP' }],
  ])('is refused for its %s', async (location, body) => {
    const refusal = await client.refused('createBehavior', { body: { name: 'Refused', ...body } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })
})

describe('a device assurance', () => {
  it('may ask for all that its platform tells', async () => {
    const android = {
      osVersion: { minimum: '14' },
      diskEncryptionType: { include: ['FULL', 'USER'] },
      screenLockType: { include: ['PASSCODE', 'BIOMETRIC'] },
      jailbreak: false,
      secureHardwarePresent: true,
    }
    expect(await make.aDeviceAssurance('ANDROID', android)).toMatchObject(android)
  })

  it.each([
    ['platform', { platform: 'TOASTER' }],
    ['jailbreak', { platform: 'WINDOWS', jailbreak: false }],
    ['diskEncryptionType', { platform: 'IOS', diskEncryptionType: { include: ['FULL'] } }],
    ['diskEncryptionType.include[0]', { platform: 'MACOS', diskEncryptionType: { include: ['USER'] } }],
    ['diskEncryptionType.include', { platform: 'MACOS', diskEncryptionType: { include: [] } }],
    ['screenLockType.include', { platform: 'MACOS', screenLockType: { include: ['PASSCODE', 'PASSCODE'] } }],
    ['screenLockType.exclude', { platform: 'MACOS', screenLockType: { include: ['PASSCODE'], exclude: [] } }],
    ['osVersion.minimum', { platform: 'MACOS', osVersion: { minimum: 'the latest' } }],
  ])('is refused for its %s', async (location, body) => {
    const refusal = await client.refused('createDeviceAssurance', { body: { name: 'Refused', ...body } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })
})

describe('an identity provider', () => {
  it('gets the protocol of its type and a sane policy', async () => {
    const provider = await make.anIdentityProvider('GOOGLE')
    expect(provider).toMatchObject({ status: 'ACTIVE', issuerMode: 'DYNAMIC', protocol: { type: 'OIDC' } })
    expect(provider.policy).toEqual({
      accountLink: { action: 'AUTO', filter: null },
      provisioning: {
        action: 'AUTO',
        profileMaster: false,
        groups: { action: 'NONE' },
        conditions: { deprovisioned: { action: 'NONE' }, suspended: { action: 'NONE' } },
      },
      subject: {
        userNameTemplate: { template: 'idpuser.email' },
        filter: null,
        matchType: 'USERNAME',
        matchAttribute: null,
      },
      maxClockSkew: 0,
      transformedUsernameMatchingEnabled: false,
    })
    expect(await make.anIdentityProvider('IWA')).not.toHaveProperty('protocol')
  })

  it('is found by the beginning of its name, whatever its case, and by its type', async () => {
    await make.anIdentityProvider('SAML2', { name: 'Zebra_100% sure' })
    await make.anIdentityProvider('OIDC', { name: 'zebra crossing' })
    const names = async (query: object) =>
      (await client.call('listIdentityProviders', { query })).body.map(({ name }) => name).sort()
    expect(await names({ q: 'ZEBRA' })).toEqual(['Zebra_100% sure', 'zebra crossing'])
    expect(await names({ q: 'zebra_' })).toEqual(['Zebra_100% sure'])
    expect(await names({ q: 'bra' })).toEqual([])
    expect(await names({ q: 'zebra', type: 'OIDC' })).toEqual(['zebra crossing'])
    expect((await client.refused('listIdentityProviders', { query: { type: 'SVC' } })).locations).toEqual(['type'])
  })

  it.each([
    ['type', { type: 'SVC' }],
    ['protocol.type', { type: 'SAML2', protocol: { type: 'OIDC' } }],
    ['protocol.type', { type: 'IWA', protocol: { type: 'SAML2' } }],
    ['protocol.credentials.password', { type: 'OIDC', protocol: { type: 'OIDC', credentials: { password: 'x' } } }],
    ['policy.subject.matchAttribute', { type: 'OIDC', policy: { subject: { matchType: 'CUSTOM_ATTRIBUTE' } } }],
    ['policy.mood', { type: 'OIDC', policy: { mood: 'good' } }],
    ['issuerMode', { type: 'OIDC', issuerMode: 'NONE' }],
  ])('is refused for its %s', async (location, body) => {
    const refusal = await client.refused('createIdentityProvider', { body: { name: 'Refused', ...body } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })

  it('and an application of the same prefix are not mistaken for each other', async () => {
    const app = await make.anApp()
    const provider = await make.anIdentityProvider()
    expect((await client.refused('getIdentityProvider', { params: { idpId: app.id } })).code).toBe('E0000007')
    expect((await client.refused('getApp', { params: { appId: provider.id } })).code).toBe('E0000007')
  })
})

describe('on the classic engine', () => {
  it('there are behaviors and identity providers, but neither authenticators nor device assurances', async () => {
    const classic = await startServer({ engine: 'classic' })
    expect((await classic.make.aBehavior()).status).toBe('ACTIVE')
    expect((await classic.make.anIdentityProvider()).status).toBe('ACTIVE')
    for (const [noun, param, body] of [
      ['Authenticator', 'authenticatorId', { key: 'webauthn', name: 'X' }],
      ['DeviceAssurance', 'deviceAssuranceId', { platform: 'IOS', name: 'X', osVersion: { minimum: '1' } }],
    ] as const) {
      const calls = [`list${noun}s`, `create${noun}`, `get${noun}`, `replace${noun}`, `delete${noun}`] as OperationId[]
      for (const id of calls) {
        const refusal = await classic.client.refused(id, { params: { [param]: 'nothing' }, body: idBody(id, body) })
        expect([refusal.status, refusal.code], id).toEqual([401, 'E0000015'])
      }
    }
  })
})

const idBody = (id: string, body: object) => (/^(create|replace)/.test(id) ? body : undefined)
