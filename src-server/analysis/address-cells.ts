import { parseZoneAddress, type Address, type AddressRange, type ZoneRecord } from '#policy/index.ts'

/** Addresses that the same zones hold, with one of them. */
export interface AddressCell {
  zones: ReadonlySet<string>
  address: string
}

/** More cells, or more zones around one address, are not worked out. */
const MOST_CELLS = 4_000
const MOST_STEPS = 2_000_000
/** Addresses for documentation, which no zone of an organization should hold (RFC 5737). */
const ELSEWHERE = [0xc0000201, 0xc6336401, 0xcb007101]

interface Edge {
  at: Address
  zone: string
  by: 1 | -1
}

/**
 * Every combination of zones that some address is in, among zones with addresses; the one of no zone among them.
 * @returns null where there are too many, so that zones have to be taken as if any could hold any address
 */
export function addressCells(zones: readonly ZoneRecord[]): AddressCell[] | null {
  const ranges = zones.flatMap(({ id, gateways }) =>
    (gateways ?? []).flatMap((gateway) => {
      const range = parseZoneAddress(gateway)
      return range ? [{ zone: id, range }] : []
    }),
  )
  const found = new Map<string, AddressCell>()
  const families = [
    { of: 'number', last: 0xffffffff as Address },
    { of: 'bigint', last: ((1n << 128n) - 1n) as Address },
  ]
  for (const { of, last } of families) {
    const own = ranges.filter(({ range }) => typeof range.from === of)
    if (!sweep(edgesOf(own, last), last, found)) return null
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
function sweep(edges: readonly Edge[], last: Address, found: Map<string, AddressCell>): boolean {
  const open = new Map<string, number>()
  let from: Address = typeof last === 'number' ? 0 : 0n
  let steps = 0
  for (const { at, zone, by } of [...edges, { at: null, zone: '', by: 1 }]) {
    if (at === null || at > from) {
      enter(open, from, at === null ? last : at, found)
      if (found.size > MOST_CELLS || (steps += open.size) > MOST_STEPS) return false
      if (at !== null) from = at
    }
    const depth = (open.get(zone) ?? 0) + by
    if (depth > 0) open.set(zone, depth)
    else open.delete(zone)
  }
  return true
}

function enter(open: ReadonlyMap<string, number>, from: Address, to: Address, found: Map<string, AddressCell>): void {
  const zones = new Set([...open.keys()].sort())
  const key = JSON.stringify([...zones])
  if (found.has(key) && !(zones.size === 0 && isElsewhere(from, to))) return
  const elsewhere = zones.size === 0 ? ELSEWHERE.find((address) => address >= from && address < to) : undefined
  // The first of a block is the name of the network, which reads oddly as that of a device.
  const address = elsewhere ?? (after(from) < to ? after(from) : from)
  found.set(key, { zones, address: addressText(address) })
}

const isElsewhere = (from: Address, to: Address) => ELSEWHERE.some((address) => address >= from && address < to)

/** An address as people write it. */
function addressText(address: Address): string {
  if (typeof address === 'number') return [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
  const hextets = Array.from({ length: 8 }, (_, index) => (address >> BigInt(112 - 16 * index)) & 0xffffn)
  return hextets.map((hextet) => hextet.toString(16)).join(':')
}
