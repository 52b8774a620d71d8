import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoneCombinations } from '#analysis/zone-combinations.ts'
import {
  addressText,
  compileZones,
  parseAddress,
  parseZoneAddress,
  YES,
  type Address,
  type ZoneRecord,
} from '#policy/index.ts'
import { runs } from '../../helpers/runs.ts'

/** Gateways that touch, overlap and reach both ends of their family; addresses for documentation among them. */
const GATEWAYS = [
  { type: 'CIDR', value: '192.0.2.0/25' },
  { type: 'CIDR', value: '192.0.2.128/25' },
  { type: 'CIDR', value: '192.0.2.1/32' },
  { type: 'RANGE', value: '192.0.2.100-198.51.100.255' },
  { type: 'CIDR', value: '0.0.0.0/0' },
  { type: 'CIDR', value: '0.0.0.0/1' },
  { type: 'CIDR', value: '128.0.0.0/1' },
  { type: 'CIDR', value: '255.255.255.255/32' },
  { type: 'CIDR', value: '::/0' },
  { type: 'CIDR', value: '2001:db8::/32' },
  { type: 'CIDR', value: '::ffff:192.0.2.0/120' },
  { type: 'RANGE', value: '2001:db8::-2001:db9::1' },
  { type: 'CIDR', value: 'not an address' },
] as const

const zone = (id: string): fc.Arbitrary<ZoneRecord> =>
  fc.uniqueArray(fc.constantFrom(...GATEWAYS), { maxLength: 3 }).map((gateways) => ({
    ...{ id, name: id, type: 'IP' as const, status: 'ACTIVE' as const, usage: 'POLICY' as const, gateways },
  }))

/** Addresses at and around both ends of every gateway, and those at the ends of the families: no others lie between other zones. */
const PROBES: readonly Address[] = [
  ...[0, 2 ** 32 - 1],
  ...[0n, 2n ** 128n - 1n],
  ...GATEWAYS.flatMap((gateway): Address[] => {
    const range = parseZoneAddress(gateway)
    if (!range) return []
    return [range.from, range.to].flatMap((end): Address[] =>
      typeof end === 'number'
        ? [end - 1, end, end + 1].filter((each) => each >= 0 && each < 2 ** 32)
        : [end - 1n, end, end + 1n].filter((each) => each >= 0n && each < 2n ** 128n),
    )
  }),
]

describe('combinations of zones', () => {
  it('are those that some address is in, and no others', () => {
    fc.assert(
      fc.property(fc.tuple(zone('a'), zone('b'), zone('c')), (zones) => {
        const compiled = [...compileZones(zones).values()]
        const tried = PROBES.map((address) =>
          compiled.filter((each) => each.holds(address) === YES).map(({ id }) => id),
        )
        const textOf = (list: readonly (readonly string[])[]) => [...new Set(list.map((ids) => ids.join()))].sort()
        expect(textOf((zoneCombinations(zones) ?? []).map((each) => [...each.zones]))).toEqual(textOf(tried))
      }),
      { numRuns: runs(2) },
    )
  })

  it('are told with an address that lies in exactly these zones, written as it is read', () => {
    fc.assert(
      fc.property(fc.tuple(zone('a'), zone('b'), zone('c')), (zones) => {
        const compiled = [...compileZones(zones).values()]
        for (const { zones: held, example } of zoneCombinations(zones) ?? []) {
          expect(parseAddress(addressText(example)), addressText(example)).toBe(example)
          expect(compiled.filter((each) => each.holds(example) === YES).map(({ id }) => id)).toEqual([...held])
        }
      }),
      { numRuns: runs(2) },
    )
  })

  it('are not worked out where there are too many', () => {
    const many = Array.from({ length: 5_000 }, (_, index): ZoneRecord => ({
      ...{ id: `z${index}`, name: '', type: 'IP', status: 'ACTIVE', usage: 'POLICY' },
      gateways: [{ type: 'CIDR', value: `10.${index >> 8}.${index & 255}.0/24` }],
    }))
    expect(zoneCombinations(many)).toBeNull()
    expect(zoneCombinations(many.slice(0, 100))).toHaveLength(101)
  })
})
