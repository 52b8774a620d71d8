import ipaddr from 'ipaddr.js'
import { parseAddress } from '#policy/index.ts'

/** Ranges that only the machine itself or its own network can reach; the developer switch opens them. */
const LOCAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal'])

/** Words for the ranges that people meet; the library's names do for the rest. */
const WORDS: Readonly<Record<string, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  multicast: 'a multicast address',
  unspecified: 'the unspecified address',
  carrierGradeNat: 'an address inside a provider’s network',
}

const IPV4_END = 0xffff_ffffn

/**
 * The range of an address; null for what is none. IPv4 inside IPv6 counts as itself, in the deprecated form `::a.b.c.d`
 * too, of which nothing is public.
 */
function rangeOf(text: string): string | null {
  const address = parseAddress(text.replace(/%.*$/, ''))
  if (address === null) return null
  if (typeof address === 'number') return ipv4(address).range()
  const range = ipv6(address).range()
  const isCompatible = address <= IPV4_END && range !== 'loopback' && range !== 'unspecified'
  if (!isCompatible) return range
  const inside = ipv4(Number(address)).range()
  return inside === 'unicast' ? 'private' : inside
}

const ipv4 = (address: number) => new ipaddr.IPv4([24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff))

const ipv6 = (address: bigint) =>
  new ipaddr.IPv6(Array.from({ length: 16 }, (_, index) => Number((address >> BigInt(120 - 8 * index)) & 0xffn)))

/**
 * Why a hook may not call this IP address, in one clause; null when it may. Only public unicast addresses will do:
 * one who can register a hook could otherwise reach what trusts this machine's network (spec/4 §3.2).
 */
export function addressProblem(address: string, { allowLocal }: { allowLocal: boolean }): string | null {
  const range = rangeOf(address)
  if (range === null) return `${address} is not an IP address`
  if (range === 'unicast') return null
  const isLocal = LOCAL_RANGES.has(range)
  if (isLocal && allowLocal) return null
  const advice = isLocal ? '; the developer switch of the workspace would allow it' : ''
  return `${address} is ${WORDS[range] ?? `in the range ${range}`}${advice}`
}

/** The IP address that a URL names directly, without the brackets of IPv6; null for a name. */
function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : null
}

/** Whether a URL names this very machine. */
function isLoopback(url: URL): boolean {
  const address = literalAddress(url)
  return address ? rangeOf(address) === 'loopback' : url.hostname === 'localhost'
}

/** Why a hook may not be at this address, as far as can be told without asking the network; null when it may. */
export function endpointProblem(uri: string, options: { allowLocal: boolean }): string | null {
  if (!URL.canParse(uri)) return 'is not an address'
  const url = new URL(uri)
  if (url.username || url.password) return 'must not hold a user name or password; use authScheme'
  if (url.protocol === 'http:') {
    if (!isLoopback(url)) return 'must begin with https://'
    if (!options.allowLocal) return 'must begin with https://; the developer switch would allow http to this machine'
  } else if (url.protocol !== 'https:') return 'must begin with https://'
  const address = literalAddress(url) ?? (isLoopback(url) ? '127.0.0.1' : null)
  return address && addressProblem(address, options)
}

/** An address for logs and events: without its query, which may hold secrets. */
export function shownAddress(uri: string): string {
  if (!URL.canParse(uri)) return ''
  const { origin, pathname, search } = new URL(uri)
  return `${origin}${pathname}${search ? '?…' : ''}`
}
