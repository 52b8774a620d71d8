import { expect, it } from 'vitest'
import { zoneWriteSchema, type Zone } from '#contract/policy/zone.ts'
import { bodyOf, draftOf } from '#ui/features/networks/zone-draft.ts'

const base = {
  id: 'nzo1',
  name: 'Office',
  status: 'ACTIVE' as const,
  usage: 'POLICY' as const,
  system: false,
  created: '2026-03-02T09:00:00.000Z',
  lastUpdated: '2026-03-02T09:00:00.000Z',
  _links: {},
}
const zones: Zone[] = [
  {
    ...base,
    type: 'IP',
    gateways: [
      { type: 'CIDR', value: '203.0.113.0/24' },
      { type: 'RANGE', value: '198.51.100.10-198.51.100.40' },
    ],
    proxies: null,
  },
  {
    ...base,
    type: 'DYNAMIC',
    locations: [
      { country: 'DE', region: null },
      { country: 'US', region: 'US-CA' },
    ],
    proxyType: 'Tor',
    asns: ['64500'],
  },
  { ...base, type: 'DYNAMIC', locations: null, proxyType: null },
  {
    ...base,
    type: 'DYNAMIC_V2',
    locations: { include: [{ country: 'AF', region: null }], exclude: [{ country: 'US', region: 'US-CA' }] },
    asns: { include: [], exclude: ['64500'] },
    ipServiceCategories: { include: ['VPN_ANONYMIZER', 'SOME_VENDORS_VPN'], exclude: [] },
  },
]

it.each(zones)('a zone that is opened and saved untouched stays what it was', (zone) => {
  const body = bodyOf(draftOf(zone))
  expect(zoneWriteSchema.safeParse(body).success).toBe(true)
  const { id, status, system, created, lastUpdated, _links, ...expected } = zone
  expect({ id, status, system, created, lastUpdated, _links }).toEqual({ ...base, name: undefined, usage: undefined })
  const absent = zone.type === 'DYNAMIC' && !zone.asns ? { asns: null } : {}
  expect(body).toEqual({ ...expected, ...absent })
})

it('locations are taken as they are typed, whatever their case', () => {
  const body = bodyOf({ ...draftOf(null), type: 'DYNAMIC', locations: ['de', ' us-ca '] })
  expect(body).toMatchObject({
    locations: [
      { country: 'DE', region: null },
      { country: 'US', region: 'US-CA' },
    ],
  })
})
