import type { Zone, ZoneAddress, ZoneOf, ZoneSides } from '#contract/policy/zone.ts'
import { zoneAddressProblem } from '#policy/index.ts'

/** An address of a zone and the line, from 1, on which it was written. */
interface AddressLine {
  line: number
  address: ZoneAddress
}

/**
 * Reads addresses as they are pasted: one per line, empty lines and those that begin with `#` left out. A slash makes a
 * CIDR block, all else is a range or a single address.
 */
export function readLines(text: string): AddressLine[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const value = raw.trim()
    if (!value || value.startsWith('#')) return []
    return [{ line: index + 1, address: { type: value.includes('/') ? ('CIDR' as const) : ('RANGE' as const), value } }]
  })
}

/** What is wrong with one line, as the service says it. */
interface LineProblem {
  line: number
  words: string
}

/** The lines that are no addresses, from the first on: by the same rules as the service has, which need not be asked. */
export function lineProblems(lines: readonly AddressLine[]): LineProblem[] {
  return lines.flatMap(({ line, address }) => {
    const problem = zoneAddressProblem(address)
    return problem ? [{ line, words: `${address.value} ${problem}` }] : []
  })
}

/** One place in one word: a region's code begins with its country's. */
export function placeName(country: string, region: string | null | undefined): string {
  if (!region) return country
  return region.startsWith(`${country}-`) ? region : `${country}-${region}`
}

/** What kinds of proxies are called. */
export const PROXY_LABELS: Readonly<Record<string, string>> = {
  Any: 'Any proxy',
  Tor: 'Tor',
  TorAnonymizer: 'Tor anonymizers',
  NotTorAnonymizer: 'Anonymizers other than Tor',
}

/** What kinds of services that hide an address are called; vendors' own ones go by their codes. */
export const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  ALL_ANONYMIZERS: 'All anonymizers',
  ALL_ANONYMIZERS_EXCEPT_TOR: 'Anonymizers other than Tor',
  ALL_IP_SERVICES: 'All services that hide an address',
  TOR_ANONYMIZER: 'Tor anonymizers',
  VPN_ANONYMIZER: 'VPN anonymizers',
}

/** An address as people write it: a single one once, though it is kept as a range from itself to itself. */
export function addressText({ value }: ZoneAddress): string {
  const [from, to] = value.split('-')
  return to !== undefined && from === to ? to : value
}

type Places = readonly { country: string; region?: string | null | undefined }[]

/** What a dynamic zone is made of, in one line. */
function summary(kinds: readonly string[], places: Places | null, asns: readonly string[] = []): string {
  const names = (places ?? []).map(({ country, region }) => placeName(country, region))
  return [kinds.join(', '), names.join(', '), asns.length ? `AS ${asns.join(', ')}` : ''].filter(Boolean).join(' · ')
}

/** One side of an enhanced dynamic zone, in one line. */
function sideText(
  { ipServiceCategories, locations, asns }: ZoneOf<'DYNAMIC_V2'>,
  side: keyof ZoneSides<string>,
): string {
  const kinds = ipServiceCategories[side].map((kind) => CATEGORY_LABELS[kind] ?? kind)
  return summary(kinds, locations[side], asns[side])
}

/** What a zone covers, in one line; empty where it is made of nothing. */
export function coverText(zone: Zone): string {
  if (zone.type === 'IP') return (zone.gateways ?? []).map(addressText).join(', ')
  if (zone.type === 'DYNAMIC_V2') return sideText(zone, 'include')
  return summary(zone.proxyType ? [PROXY_LABELS[zone.proxyType] ?? zone.proxyType] : [], zone.locations, zone.asns)
}

/** What a zone leaves out of what it covers, in one line; empty where it has no exceptions. */
export function exceptionText(zone: Zone): string {
  return zone.type === 'DYNAMIC_V2' ? sideText(zone, 'exclude') : ''
}

/** A zone in one line for the list. */
export function contentText(zone: Zone): string {
  const except = exceptionText(zone)
  return [coverText(zone), except && `except ${except}`].filter(Boolean).join(' · ')
}
