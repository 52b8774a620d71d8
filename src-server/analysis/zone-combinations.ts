import { parseZoneAddress, type Address, type AddressRange, type ZoneRecord } from '#policy/index.ts'

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

/**
 * Every combination of zones that some IPv4 or IPv6 address is in, among zones with addresses; that of no zone is one where an address is in none.
 * @returns null where there are too many, so that zones have to be taken as if any could hold any address
 */
export function zoneCombinations(zones: readonly ZoneRecord[]): ReadonlySet<string>[] | null {
  const ranges = zones.flatMap(({ id, gateways }) =>
    (gateways ?? []).flatMap((gateway) => {
      const range = parseZoneAddress(gateway)
      return range ? [{ zone: id, range }] : []
    }),
  )
  const found = new Map<string, ReadonlySet<string>>()
  for (const { first, last } of FAMILIES) {
    const own = ranges.filter(({ range }) => typeof range.from === typeof first)
    if (!sweep(edgesOf(own, last), first, found)) return null
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

/** Goes through one family from its first address to its last. @returns false where there is too much */
function sweep(edges: readonly Edge[], first: Address, found: Map<string, ReadonlySet<string>>): boolean {
  // How many ranges of each zone are open: those of one zone may overlap.
  const open = new Map<string, number>()
  let from = first
  let steps = 0
  const enter = () => {
    const zones = [...open.keys()].sort()
    found.set(JSON.stringify(zones), new Set(zones))
    return found.size <= MOST_COMBINATIONS && (steps += open.size) <= MOST_STEPS
  }
  for (const { at, zone, by } of edges) {
    if (at > from) {
      if (!enter()) return false
      from = at
    }
    const depth = (open.get(zone) ?? 0) + by
    if (depth > 0) open.set(zone, depth)
    else open.delete(zone)
  }
  return enter()
}
