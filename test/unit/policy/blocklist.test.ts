import { expect, it } from 'vitest'
import { blockedBy } from '#policy/index.ts'
import type { ZoneRecord } from '#policy/types.ts'

const zone = (id: string, fields: Partial<ZoneRecord>): ZoneRecord => ({
  id,
  name: `Zone ${id}`,
  type: 'IP',
  status: 'ACTIVE',
  usage: 'BLOCKLIST',
  gateways: [{ type: 'CIDR', value: '10.0.0.0/8' }],
  ...fields,
})

const blocker = (zones: ZoneRecord[], ip: string | null) => blockedBy({ zones }, ip)?.id

it('the first active blocklist that holds the address refuses it, by id and name', () => {
  const zones = [
    zone('asleep', { status: 'INACTIVE' }),
    zone('allowed', { usage: 'POLICY' }),
    zone('one', {}),
    zone('two', {}),
  ]
  expect(blockedBy({ zones }, '10.1.2.3')).toEqual({ id: 'one', name: 'Zone one' })
  expect(blocker(zones, '11.1.2.3')).toBeUndefined()
})

it('an address is looked for in ranges, in IPv6 and behind IPv4-mapped IPv6', () => {
  const zones = [
    zone('six', { gateways: [{ type: 'CIDR', value: '2001:db8::/32' }] }),
    zone('range', { gateways: [{ type: 'RANGE', value: '192.0.2.10-192.0.2.20' }] }),
  ]
  expect(blocker(zones, '2001:db8::7')).toBe('six')
  expect(blocker(zones, '::ffff:192.0.2.15')).toBe('range')
  expect(blocker(zones, '192.0.2.21')).toBeUndefined()
})

it('a blocklist that the context names refuses like an address inside it (spec/5 decision 8)', () => {
  const zones = [
    zone('asleep', { status: 'INACTIVE' }),
    zone('allowed', { usage: 'POLICY' }),
    zone('one', {}),
    zone('dynamic', { type: 'DYNAMIC', gateways: null }),
  ]
  const named = (...ids: string[]) => blockedBy({ zones }, null, ids)?.id
  expect([named('one'), named('allowed', 'dynamic'), named('allowed'), named('asleep'), named()]).toEqual([
    'one',
    'dynamic',
    undefined,
    undefined,
    undefined,
  ])
})

it('what no address decides refuses nothing', () => {
  expect(blocker([zone('d', { type: 'DYNAMIC', gateways: null })], '10.0.0.1')).toBeUndefined()
  expect(blocker([zone('empty', { gateways: null })], '10.0.0.1')).toBeUndefined()
  expect(blocker([zone('one', {})], null)).toBeUndefined()
  expect(blocker([zone('one', {})], 'nonsense')).toBeUndefined()
})
