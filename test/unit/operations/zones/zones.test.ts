import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Zone, ZoneWrite } from '#contract/policy/zone.ts'
import { linksOf, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const read = async (zoneId: string) => (await client.call('getZone', { params: { zoneId } })).body
const systemZone = async (name: 'LegacyIpZone' | 'BlockedIpZone') =>
  (await client.call('listZones')).body.find((zone) => zone.name === name) as Zone
const cidrs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'CIDR' as const,
    value: `10.${index >> 8}.${index & 255}.0/24`,
  }))
/** Sends a zone back with something changed. */
const gatewaysIn = (zone: Zone) => (zone.type === 'IP' ? zone.gateways : null)
const replace = async (zone: Zone, over: object = {}) =>
  (await client.call('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, ...over } as ZoneWrite })).body
const verbsOf = ({ _links }: Zone) =>
  Object.fromEntries(Object.entries(_links).map(([name, link]) => [name, (link as { hints: object }).hints]))

describe('addresses', () => {
  it.each([
    ['CIDR', '203.0.113.0/24'],
    ['CIDR', '203.0.113.77/24'],
    ['CIDR', '203.0.113.77'],
    ['CIDR', '2001:db8::/32'],
    ['CIDR', '2001:db8::1'],
    ['RANGE', '203.0.113.1-203.0.113.9'],
    ['RANGE', '2001:db8::1-2001:db8::ffff'],
  ])('%s %s is kept as it was written', async (type, value) => {
    expect(await make.aZone({ gateways: [{ type, value }] })).toMatchObject({ gateways: [{ type, value }] })
  })

  it.each(['203.0.113.5', '2001:db8::1'])(
    '[spec/5 14/single address] the single address %s as RANGE is kept from itself to itself',
    async (value) => {
      const gateways = [{ type: 'RANGE', value }]
      const zone = await make.aZone({ gateways, proxies: gateways })
      const kept = [{ type: 'RANGE', value: `${value}-${value}` }]
      expect(zone).toMatchObject({ gateways: kept, proxies: kept })
      expect(await replace(zone)).toMatchObject({ gateways: kept, proxies: kept })
    },
  )

  it.each([
    ['CIDR', '203.0.113.0/33', 'prefix length is not between 0 and 32'],
    ['CIDR', '2001:db8::/129', 'prefix length is not between 0 and 128'],
    ['CIDR', '203.0.113.0/', 'prefix length'],
    ['CIDR', '203.0.113.256/24', '203.0.113.256 is not an IP address'],
    ['CIDR', '203.0.113.1-203.0.113.9', 'type is RANGE'],
    ['RANGE', '203.0.113.9-203.0.113.1', 'ends before it begins'],
    ['RANGE', '203.0.113.1-2001:db8::1', 'different families'],
    ['RANGE', '203.0.113.1-', 'nothing is not an IP address'],
    ['RANGE', '203.0.113.0/24', 'type is CIDR'],
  ])('%s %s is refused at its place, with the reason', async (type, value, reason) => {
    const fine = { type: 'CIDR', value: '192.0.2.0/24' }
    const gateways = [fine, fine, fine, { type, value }]
    const refusal = await client.refused('createZone', { body: { type: 'IP', name: 'Bad', gateways } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['gateways[3].value']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(reason)
  })

  it('a zone for policies holds 150, a blocklist 1,000, the blocklist of the organization 5,000', async () => {
    const zone = await make.aZone({ gateways: cidrs(150), proxies: cidrs(150) })
    const params = { zoneId: zone.id }
    const over = { ...zone, gateways: cidrs(151), proxies: cidrs(151) }
    expect((await client.refused('replaceZone', { params, body: over })).locations).toEqual(['gateways', 'proxies'])
    const blocking = await replace(zone, { ...over, usage: 'BLOCKLIST' })
    expect(gatewaysIn(blocking)).toHaveLength(151)
    const body = { ...blocking, gateways: cidrs(LIMITS.zoneAddressesBlocklist + 1) }
    expect((await client.refused('replaceZone', { params, body })).locations).toEqual(['gateways'])

    const system = await systemZone('BlockedIpZone')
    expect(gatewaysIn(await replace(system, { gateways: cidrs(5_000) }))).toHaveLength(5_000)
    const more = { ...system, gateways: cidrs(5_001) }
    const refusal = await client.refused('replaceZone', { params: { zoneId: system.id }, body: more })
    expect(refusal.locations).toEqual(['gateways'])
  })
})

it('a zone has a name that no other has, whatever its case', async () => {
  const refusal = await client.refused('createZone', { body: { type: 'IP', name: 'legacyipzone' } })
  expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
})

describe('a dynamic zone', () => {
  it('holds countries, regions, networks and a kind of proxy', async () => {
    const body = {
      type: 'DYNAMIC' as const,
      name: 'Abroad',
      locations: [{ country: 'AF', region: 'AF-BGL' }, { country: 'US' }],
      proxyType: 'NotTorAnonymizer' as const,
      asns: ['2232', '4294967295'],
    }
    const { body: zone } = await client.call('createZone', { body })
    const locations = [
      { country: 'AF', region: 'AF-BGL' },
      { country: 'US', region: null },
    ]
    expect(zone).toMatchObject({ ...body, locations, status: 'ACTIVE' })
  })

  it('[spec/5 14/dynamic zone] answers null for no locations and no proxy, and no networks unless they were sent', async () => {
    const bare = (await client.call('createZone', { body: { type: 'DYNAMIC', name: 'Bare' } })).body
    expect(bare).toMatchObject({ locations: null, proxyType: null })
    expect(bare).not.toHaveProperty('asns')
    const written = await replace(bare, { proxyType: '', asns: [], locations: [] })
    expect(written).toMatchObject({ locations: [], proxyType: '', asns: [] })
    expect(await replace(written, { proxyType: 'TorAnonymizer', asns: null })).not.toHaveProperty('asns')
    expect(await read(bare.id)).toMatchObject({ proxyType: 'TorAnonymizer' })
  })

  it.each([
    [{ locations: [{ country: 'XX' }] }, 'locations[0].country'],
    [{ locations: [{ country: 'us' }] }, 'locations[0].country'],
    [{ locations: [{ country: 'US', region: 'DE-BE' }] }, 'locations[0].region'],
    [{ asns: ['AS12'] }, 'asns[0]'],
    [{ asns: ['4294967296'] }, 'asns[0]'],
    [{ proxyType: 'VPN' }, 'proxyType'],
    [{ locations: Array.from({ length: 76 }, () => ({ country: 'FR' })) }, 'locations'],
    [{ asns: Array.from({ length: 76 }, (_, index) => String(index)) }, 'asns'],
  ])('%j is refused', async (over, location) => {
    const refusal = await client.refused('createZone', { body: { type: 'DYNAMIC', name: 'Nowhere', ...over } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })
})

describe('an enhanced dynamic zone', () => {
  const anEnhanced = async (over: object) =>
    (
      await client.call('createZone', {
        body: { type: 'DYNAMIC_V2', name: `Enhanced ${JSON.stringify(over).length}`, ...over },
      })
    ).body
  const none = { include: [], exclude: [] }

  it('[spec/5 14/DYNAMIC_V2] says what counts and what does not, an empty list for each part that was not sent', async () => {
    expect(await anEnhanced({})).toMatchObject({ locations: none, asns: none, ipServiceCategories: none })
    const zone = await anEnhanced({
      usage: 'BLOCKLIST',
      locations: { include: [{ country: 'AF' }], exclude: [{ country: 'US', region: 'US-CA' }] },
      asns: { include: ['64500'] },
      ipServiceCategories: { exclude: ['VPN_ANONYMIZER', 'SOME_VENDORS_VPN'] },
    })
    const content = {
      type: 'DYNAMIC_V2',
      usage: 'BLOCKLIST',
      locations: { include: [{ country: 'AF', region: null }], exclude: [{ country: 'US', region: 'US-CA' }] },
      asns: { include: ['64500'], exclude: [] },
      ipServiceCategories: { include: [], exclude: ['VPN_ANONYMIZER', 'SOME_VENDORS_VPN'] },
    }
    expect(zone).toMatchObject(content)
    expect(await read(zone.id)).toEqual(zone)
    expect(await replace(zone, { locations: null })).toMatchObject({ ...content, locations: none })
  })

  it.each([
    [{ locations: { include: [{ country: 'XX' }] } }, 'locations.include[0].country'],
    [{ locations: { exclude: [{ country: 'US', region: 'DE-BE' }] } }, 'locations.exclude[0].region'],
    [{ locations: [{ country: 'US' }] }, 'locations'],
    [{ asns: { include: ['AS12'] } }, 'asns.include[0]'],
    [{ asns: { exclude: Array.from({ length: 76 }, (_, index) => String(index)) } }, 'asns.exclude'],
    [{ ipServiceCategories: { include: ['vpn'] } }, 'ipServiceCategories.include[0]'],
  ])('%j is refused', async (over, location) => {
    const refusal = await client.refused('createZone', { body: { type: 'DYNAMIC_V2', name: 'Nowhere', ...over } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })
})

it('a zone sent as INACTIVE is made ACTIVE; replacing it takes the status', async () => {
  const zone = await make.aZone({ status: 'INACTIVE' })
  expect(zone.status).toBe('ACTIVE')
  for (const status of ['INACTIVE', 'ACTIVE'] as const)
    expect([(await replace(zone, { status })).status, (await read(zone.id)).status]).toEqual([status, status])
})

describe('replacing a zone', () => {
  it('keeps status and usage when they are not given, and says what changed', async () => {
    const zone = await make.aZone({ usage: 'BLOCKLIST' })
    await client.call('deactivateZone', { params: { zoneId: zone.id } })
    server.clock.advance(60_000)
    const body = { type: 'IP' as const, name: 'Branches', gateways: [{ type: 'CIDR' as const, value: '198.51.100.7' }] }
    const after = (await client.call('replaceZone', { params: { zoneId: zone.id }, body })).body
    expect(after).toMatchObject({ ...body, id: zone.id, usage: 'BLOCKLIST', status: 'INACTIVE', proxies: null })
    expect(after.lastUpdated > zone.lastUpdated).toBe(true)
    expect(await read(zone.id)).toEqual(after)
    const events = (await client.call('listLogEvents', { query: { limit: 1000 } })).body
    const details = events.find((event) => event.eventType === 'zone.update' && event.target?.[0]?.id === zone.id)
    expect(details?.target?.[0]?.changeDetails).toEqual({
      from: { name: zone.name, gateways: gatewaysIn(zone) },
      to: { name: 'Branches', gateways: body.gateways },
    })
  })

  it('cannot change the type, nor take the name of another', async () => {
    const [zone, other] = [await make.aZone(), await make.aZone()]
    const params = { zoneId: zone.id }
    expect(
      (
        await client.refused('replaceZone', {
          params,
          body: { ...zone, type: 'DYNAMIC', gateways: undefined, proxies: undefined },
        })
      ).locations,
    ).toEqual(['type'])
    const name = other.name.toUpperCase()
    expect((await client.refused('replaceZone', { params, body: { ...zone, name } })).locations).toEqual(['name'])
    expect((await replace(zone)).name).toBe(zone.name)
  })

  it('moves people in and out of it at once', async () => {
    const zone = await make.aZone({ gateways: [{ type: 'CIDR', value: '203.0.113.0/24' }] })
    const policy = await make.aPolicy('SVC_SIGN_ON')
    const network = { connection: 'ZONE' as const, include: [zone.id] }
    const rule = await make.aRule(policy, { conditions: { network }, priority: 1 })
    const user = await make.aUser()
    const body = {
      policyTypes: ['SVC_SIGN_ON' as const],
      policyContext: { user: { id: user.id }, ip: '198.51.100.9' },
      appInstance: (await make.anApp()).id,
    }
    await client.call('assignAppUser', { params: { appId: body.appInstance }, body: { id: user.id } })
    const decides = async () =>
      (await client.call('simulatePolicies', { body })).body.evaluation[0]?.result.policies[0]?.rules[0]?.id
    expect(await decides()).not.toBe(rule.id)
    await replace(zone, { gateways: [{ type: 'RANGE', value: '198.51.100.1-198.51.100.20' }] })
    expect(await decides()).toBe(rule.id)
    await client.call('deactivateZone', { params: { zoneId: zone.id } })
    expect(await decides()).not.toBe(rule.id)
  })
})

describe('the life of a zone', () => {
  it('goes both ways, as often as one likes, and links what is allowed now', async () => {
    const zone = await make.aZone()
    const params = { zoneId: zone.id }
    const self = { allow: ['GET', 'PUT', 'DELETE'] }
    expect(verbsOf(zone)).toEqual({ self, deactivate: { allow: ['POST'] } })
    for (let i = 0; i < 2; i++) {
      const off = await client.call('deactivateZone', { params })
      expect([off.status, off.body.status]).toEqual([200, 'INACTIVE'])
      expect(verbsOf(off.body)).toEqual({ self, activate: { allow: ['POST'] } })
    }
    for (let i = 0; i < 2; i++) expect((await client.call('activateZone', { params })).body.status).toBe('ACTIVE')
  })

  it('[spec/5 14/deleting a zone] ends with a deletion, while it is active too', async () => {
    const params = { zoneId: (await make.aZone()).id }
    expect((await client.call('deleteZone', { params })).status).toBe(204)
    expect((await client.refused('getZone', { params })).code).toBe('E0000007')
  })
})

describe('a zone of the organization itself', () => {
  it('takes addresses', async () => {
    const zone = await systemZone('LegacyIpZone')
    const addresses = { gateways: cidrs(2), proxies: cidrs(1) }
    expect(await replace(zone, addresses)).toMatchObject({ name: 'LegacyIpZone', ...addresses })
  })

  it('[spec/5 14/system zones] links what a zone of one’s own does, and can be switched off and on', async () => {
    const zone = await systemZone('LegacyIpZone')
    const params = { zoneId: zone.id }
    const self = { allow: ['GET', 'PUT', 'DELETE'] }
    expect(verbsOf(zone)).toEqual({ self, deactivate: { allow: ['POST'] } })
    const off = (await client.call('deactivateZone', { params })).body
    expect([off.status, verbsOf(off)]).toEqual(['INACTIVE', { self, activate: { allow: ['POST'] } }])
    expect((await client.call('activateZone', { params })).body.status).toBe('ACTIVE')
  })

  it('keeps name, usage and type, and is never deleted', async () => {
    const zone = await systemZone('LegacyIpZone')
    const params = { zoneId: zone.id }
    for (const [over, status, code, location] of [
      [{ name: 'Mine' }, 403, 'E0000077', 'name'],
      [{ usage: 'BLOCKLIST' }, 403, 'E0000077', 'usage'],
      [{ type: 'DYNAMIC', gateways: undefined, proxies: undefined }, 400, 'E0000001', 'type'],
    ] as const) {
      const refusal = await client.refused('replaceZone', { params, body: { ...zone, ...over } })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([status, code, [location]])
    }
    const deletion = await client.refused('deleteZone', { params })
    expect([deletion.status, deletion.code]).toEqual([403, 'E0000006'])
    expect(await read(zone.id)).toEqual(zone)
  })
})

describe('listing zones', () => {
  const named = async (filter: string) => (await client.call('listZones', { query: { filter } })).body

  it('by ids gives those that exist', async () => {
    const [one, two] = [await make.aZone(), await make.aZone()]
    expect(await named(`id eq "${one.id}"`)).toEqual([one])
    const both = await named(`id eq "${two.id}" or id eq "${one.id}" OR id eq "nzoNothing"`)
    expect(both.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
  })

  it('by usage gives those of it, page by page', async () => {
    const blocking = [await make.aZone({ usage: 'BLOCKLIST' }), await make.aZone({ usage: 'BLOCKLIST' })]
    const filter = 'usage eq "BLOCKLIST"'
    const all = await named(filter)
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(blocking.map(({ id }) => id)))
    expect(new Set(all.map(({ usage }) => usage))).toEqual(new Set(['BLOCKLIST']))
    const paged: Zone[] = []
    let reply = await client.call('listZones', { query: { filter, limit: 1 } })
    for (let page = 0; page < 20; page++) {
      paged.push(...reply.body)
      const next = linksOf(reply.headers)['next']
      if (!next) break
      reply = (await client.follow<Zone[]>(next)) as typeof reply
    }
    expect(paged).toEqual(all)
  })

  it.each([
    [''],
    ['id'],
    ['id eq nzo'],
    ['id eq "x" or'],
    ['name eq "x"'],
    ['id ne "x"'],
    ['not (id eq "x")'],
    ['id eq "x" id eq "y"'],
  ])('by %j is refused with the reason', async (filter) => {
    const response = await client.fetch(`/api/v1/zones?filter=${encodeURIComponent(filter)}`)
    const body = (await response.json()) as { errorCode: string; errorCauses: { errorSummary: string }[] }
    expect([response.status, body.errorCode]).toEqual([400, 'E0000053'])
    expect(body.errorCauses[0]?.errorSummary).toMatch(/^filter: ./)
  })
})
