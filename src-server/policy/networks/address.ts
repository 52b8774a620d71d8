import ipaddr from 'ipaddr.js'
import type { ZoneAddress } from '#contract/policy/zone.ts'

/** An address as numbers: an IPv4 address is an unsigned 32-bit number, an IPv6 address a bigint below 2^128. */
export type Address = number | bigint

/** An inclusive range of one family. */
export interface AddressRange {
  from: Address
  to: Address
}

const DIGIT_0 = 48
const DOT = 46

/** Plain dotted quads without the library: this runs once for each evaluation. NaN where it is anything else. */
function parseDottedQuad(text: string): number {
  let value = 0
  let octet = 0
  let digits = 0
  let dots = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === DOT) {
      if (digits === 0 || ++dots > 3) return NaN
      value = value * 256 + octet
      octet = 0
      digits = 0
      continue
    }
    const digit = code - DIGIT_0
    // A leading zero is refused: some readers take it for octal.
    if (digit < 0 || digit > 9 || (digits > 0 && octet === 0)) return NaN
    octet = octet * 10 + digit
    digits++
    if (octet > 255) return NaN
  }
  return dots === 3 && digits > 0 ? value * 256 + octet : NaN
}

function numberOf(bytes: readonly number[]): Address {
  if (bytes.length === 4) return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

const MAPPED = 0xffffn << 32n

/** IPv4-mapped IPv6 counts as IPv4 (spec/4 §1.9.3). */
function unmap(address: bigint): Address {
  return address >> 32n === 0xffffn ? Number(address - MAPPED) : address
}

/** Reads one address; null when it is none. Zone indices (`%eth0`) are refused. */
export function parseAddress(text: string): Address | null {
  const quad = parseDottedQuad(text)
  if (!Number.isNaN(quad)) return quad
  const address = parseIPv6(text)
  return address === null ? null : unmap(address)
}

const HEXTETS = /^[\da-f:]+$/i
const LONG_HEXTET = /[\da-f]{5}/i

/**
 * IPv6 as a number; null where it is none. WHY its IPv4 part is not left to the library: that takes `::a.b.c.d`, which is
 * IPv4-compatible, for IPv4-mapped, and reads parts in hex and octal.
 */
function parseIPv6(text: string): bigint | null {
  const plain = text.includes('.') ? withoutQuad(text) : text
  if (plain === null || !HEXTETS.test(plain) || LONG_HEXTET.test(plain) || !ipaddr.IPv6.isValid(plain)) return null
  return numberOf(ipaddr.IPv6.parse(plain).toByteArray()) as bigint
}

/** `::192.0.2.5` as `::c000:205`; null where the end is no dotted quad. */
function withoutQuad(text: string): string | null {
  const start = text.lastIndexOf(':') + 1
  const quad = parseDottedQuad(text.slice(start))
  if (start === 0 || Number.isNaN(quad)) return null
  return `${text.slice(0, start)}${Math.floor(quad / 65_536).toString(16)}:${(quad % 65_536).toString(16)}`
}

function parseCidr(text: string): AddressRange | null {
  const slash = text.indexOf('/')
  if (slash < 0) return rangeOf(parseAddress(text), parseAddress(text))
  const base = text.slice(0, slash)
  const length = text.slice(slash + 1)
  if (!/^\d{1,3}$/.test(length)) return null
  const bits = Number(length)
  const quad = parseDottedQuad(base)
  if (!Number.isNaN(quad)) {
    if (bits > 32) return null
    const size = 2 ** (32 - bits)
    const from = Math.floor(quad / size) * size
    return { from, to: from + size - 1 }
  }
  const raw = parseIPv6(base)
  if (raw === null || bits > 128) return null
  const hostBits = BigInt(128 - bits)
  const from = (raw >> hostBits) << hostBits
  const to = from | ((1n << hostBits) - 1n)
  // A prefix shorter than 96 holds far more than the mapped block, so only longer ones are IPv4.
  return bits >= 96 ? { from: unmap(from), to: unmap(to) } : { from, to }
}

function rangeOf(from: Address | null, to: Address | null): AddressRange | null {
  if (from === null || to === null || typeof from !== typeof to || from > to) return null
  return { from, to }
}

/**
 * Reads a gateway or proxy of a network zone: a CIDR block, a range `from-to`, or a single address under either type.
 * @returns null when it is not sound: families mixed, ends reversed, a prefix too long
 */
export function parseZoneAddress(address: ZoneAddress): AddressRange | null {
  const text = address.value.trim()
  if (address.type === 'CIDR') return parseCidr(text)
  const dash = text.indexOf('-')
  if (dash < 0) return rangeOf(parseAddress(text), parseAddress(text))
  return rangeOf(parseAddress(text.slice(0, dash).trim()), parseAddress(text.slice(dash + 1).trim()))
}

/** Sorts ranges of one family and joins those that overlap, so that a search may halve the list. */
export function mergeRanges<T extends Address>(ranges: readonly { from: T; to: T }[]): { from: T; to: T }[] {
  const merged: { from: T; to: T }[] = []
  for (const range of [...ranges].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) {
      if (range.to > last.to) last.to = range.to
    } else merged.push({ ...range })
  }
  return merged
}

/** Whether one of the sorted, disjoint ranges holds the address. */
export function holds<T extends Address>(ranges: readonly { from: T; to: T }[], address: T): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle] as { from: T; to: T }
    if (address < range.from) high = middle - 1
    else if (address > range.to) low = middle + 1
    else return true
  }
  return false
}

/** The text of an address, as `parseAddress` reads it. */
export function addressText(address: Address): string {
  const isShort = typeof address === 'number'
  const bytes = Array.from({ length: isShort ? 4 : 16 }, (_, at) =>
    isShort ? Math.floor(address / 256 ** (3 - at)) % 256 : Number((address >> BigInt(120 - 8 * at)) & 0xffn),
  )
  return ipaddr.fromByteArray(bytes).toString()
}
