import { parseAddress, parseZoneAddress, type Address, type AddressRange, type ZoneRecord } from '#policy/index.ts'

/** More combinations, or more zones around one address, are not worked out. */
const MOST_COMBINATIONS = 4_000
const MOST_STEPS = 2_000_000

/** Where a range of a zone begins, or the first address behind it. */
interface Edge {
  at: Address
  zone: string
  by: 1 | -1
}

/** The first and the last address of each family. */
const FAMILIES: readonly { first: Address; last: Address }[] = [
  { first: 0, last: 2 ** 32 - 1 },
  { first: 0n, last: (1n << 128n) - 1n },
]

/** Addresses for documentation (RFC 5737, RFC 3849), which no zone of an organization should hold: the best example of one outside. */
const OUTSIDE: readonly Address[] = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'].flatMap(
  (text) => parseAddress(text) ?? [],
)

/** Zones that hold some address together, and one that no others hold. */
interface ZoneCombination {
  zones: ReadonlySet<string>
  example: Address
}

/**
 * Every combination of zones that some IPv4 or IPv6 address is in, among zones with addresses; that of no zone is one where an address is in none.
 * @returns null where there are too many, so that zones have to be taken as if any could hold any address
 */
export function zoneCombinations(zones: readonly ZoneRecord[]): ZoneCombination[] | null {
  const ranges = zones.flatMap(({ id, gateways }) =>
    (gateways ?? []).flatMap((gateway) => {
      const range = parseZoneAddress(gateway)
      return range ? [{ zone: id, range }] : []
    }),
  )
  const found = new Map<string, ZoneCombination>()
  for (const { first, last } of FAMILIES) {
    const own = ranges.filter(({ range }) => typeof range.from === typeof first)
    if (!sweep(edgesOf(own, last), { first, last }, found)) return null
  }
  return [...found.values()]
}

function edgesOf(ranges: readonly { zone: string; range: AddressRange }[], last: Address): Edge[] {
  const edges = ranges.flatMap(({ zone, range: { from, to } }): Edge[] => [
    { at: from, zone, by: 1 },
    ...(to < last ? [{ at: after(to), zone, by: -1 as const }] : []),
  ])
  return edges.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const after = (address: Address): Address => (typeof address === 'number' ? address + 1 : address + 1n)

const before = (address: Address): Address => (typeof address === 'number' ? address - 1 : address - 1n)

type Span = (typeof FAMILIES)[number]

/** Goes through one family from its first address to its last. @returns false where there is too much */
function sweep(edges: readonly Edge[], { first, last }: Span, found: Map<string, ZoneCombination>): boolean {
  // How many ranges of each zone are open: those of one zone may overlap.
  const open = new Map<string, number>()
  let from = first
  let steps = 0
  const enter = (to: Address) => {
    const zones = [...open.keys()].sort()
    const key = JSON.stringify(zones)
    const known = found.get(key)
    const outside = zones.length ? undefined : OUTSIDE.find((address) => isWithin(address, from, to))
    if (!known || (outside !== undefined && !OUTSIDE.includes(known.example)))
      found.set(key, { zones: new Set(zones), example: outside ?? exampleWithin(from, to) })
    return found.size <= MOST_COMBINATIONS && (steps += open.size) <= MOST_STEPS
  }
  for (const { at, zone, by } of edges) {
    if (at > from) {
      if (!enter(before(at))) return false
      from = at
    }
    const depth = (open.get(zone) ?? 0) + by
    if (depth > 0) open.set(zone, depth)
    else open.delete(zone)
  }
  return enter(last)
}

const isWithin = (address: Address, from: Address, to: Address) =>
  typeof address === typeof from && address >= from && address <= to

/** The second address where there is one: the first of a block is that of the network itself. */
function exampleWithin(from: Address, to: Address): Address {
  const second = after(from)
  // An address of the block of mapped ones is one of IPv4.
  if (typeof second === 'bigint' && second >> 32n === 0xffffn) return to
  return second <= to ? second : from
}
