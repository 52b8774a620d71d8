import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { zoneAddressProblem } from '#policy/networks/address-problem.ts'
import { holds, mergeRanges, parseAddress, parseZoneAddress } from '#policy/networks/address.ts'
import { runs } from '../../helpers/runs.ts'

describe('an address', () => {
  it.each([
    ['0.0.0.0', 0],
    ['10.0.0.1', 167_772_161],
    ['255.255.255.255', 4_294_967_295],
    ['::ffff:10.0.0.1', 167_772_161],
    ['::1', 1n],
    ['::192.0.2.5', 0xc0000205n],
    ['::c000:205', 0xc0000205n],
    ['64:ff9b::192.0.2.5', 0x64ff9b_00000000_00000000_c0000205n],
    ['::FFFF:10.0.0.1', 167_772_161],
    ['2001:db8::', 0x20010db8_00000000_00000000_00000000n],
  ])('%s is read as a number', (text, value) => {
    expect(parseAddress(text)).toBe(value)
  })

  it.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.1.2',
    '010.0.0.1',
    '10..0.1',
    '10.0.0.',
    '.1.2.3',
    '1.2.3.4 ',
    'fe80::1%eth0',
    ':::',
    'zone',
    '0x10.1.1.1',
    '::ffff:0xc0.0.2.1',
    '::ffff:0300.0.2.1',
    '::ffff:192.0.02.1',
    '1:2:3:4:5:6:7:192.0.2.1',
    '00001::',
    '::192.0.2.5%eth0',
  ])('%j is refused', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
})

describe('an entry of a zone', () => {
  it.each([
    ['CIDR', '10.0.0.7/24', '10.0.0.0', '10.0.0.255'],
    ['CIDR', '10.0.0.7', '10.0.0.7', '10.0.0.7'],
    ['CIDR', '0.0.0.0/0', '0.0.0.0', '255.255.255.255'],
    ['CIDR', '2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['CIDR', '::ffff:10.0.0.0/104', '10.0.0.0', '10.255.255.255'],
    ['CIDR', '::192.0.2.0/120', '::c000:200', '::c000:2ff'],
    ['RANGE', '10.0.0.1-10.0.0.9', '10.0.0.1', '10.0.0.9'],
    ['RANGE', '10.0.0.1 - 10.0.0.9', '10.0.0.1', '10.0.0.9'],
    ['RANGE', '10.0.0.1', '10.0.0.1', '10.0.0.1'],
  ] as const)('%s %s reaches from %s to %s', (type, value, from, to) => {
    expect(parseZoneAddress({ type, value })).toEqual({ from: parseAddress(from), to: parseAddress(to) })
  })

  it.each([
    ['CIDR', '10.0.0.0/33'],
    ['CIDR', '10.0.0.0/-1'],
    ['CIDR', '10.0.0.0/'],
    ['CIDR', '2001:db8::/129'],
    ['CIDR', 'here/8'],
    ['CIDR', '::ffff:0xc0.0.2.0/120'],
    ['CIDR', '::ffff:0300.0.2.0/120'],
    ['CIDR', '10.0.0.1-10.0.0.9'],
    ['RANGE', '10.0.0.9-10.0.0.1'],
    ['RANGE', '10.0.0.1-2001:db8::1'],
    ['RANGE', '10.0.0.0/8'],
  ] as const)('%s %s is refused', (type, value) => {
    expect(parseZoneAddress({ type, value })).toBeNull()
  })
})

describe('what may be written into a zone (spec/5 decision 8)', () => {
  it.each(['192.0.2.0/024', '192.0.2.0/00', '2001:db8::/032', '192.0.2.0/24 ', ' 192.0.2.0/24', '192.0.2.0/24\n'])(
    '%j is not, for it is not in its plain form',
    (value) => expect(zoneAddressProblem({ type: 'CIDR', value })).toMatch(/^is not a valid CIDR block, because /),
  )

  it.each(['192.0.2.0/24', '192.0.2.0/0', '::192.0.2.0/120', '::ffff:192.0.2.0/120', '2001:0db8::/32'])(
    '%j is',
    (value) => expect(zoneAddressProblem({ type: 'CIDR', value })).toBeNull(),
  )

  it('what a file holds from before still protects', () => {
    expect(parseZoneAddress({ type: 'CIDR', value: '192.0.2.0/024 ' })).toEqual({ from: 3221225984, to: 3221226239 })
  })
})

it('a search in merged ranges finds what any single range holds', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(12)).map(([from, size]) => ({ from, to: from + size }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), fc.nat(80), (ranges, address) => {
      const merged = mergeRanges<number>(ranges)
      expect(holds<number>(merged, address)).toBe(ranges.some(({ from, to }) => from <= address && address <= to))
    }),
    { numRuns: runs(2) },
  )
})
