import type { Zone, ZoneLocation, ZoneUsage, ZoneWrite } from '#contract/policy/zone.ts'
import { placeName, readLines } from './address-lines.ts'

/** A zone as its form holds it: lists as they are typed. */
export interface ZoneDraft {
  type: Zone['type']
  name: string
  usage: ZoneUsage
  gateways: string
  proxies: string
  /** `DE`, or `US-CA` for a part of a country. */
  locations: string[]
  proxyType: string
  asns: string[]
  /** Whether it is one of the platform's own, of which less can be changed. */
  system: boolean
}

const lines = (addresses: Zone['gateways']) => (addresses ?? []).map(({ value }) => value).join('\n')

/** The draft of a zone, or of a new one. */
export function draftOf(zone: Zone | null): ZoneDraft {
  return {
    type: zone?.type ?? 'IP',
    name: zone?.name ?? '',
    usage: zone?.usage ?? 'POLICY',
    gateways: lines(zone?.gateways),
    proxies: lines(zone?.proxies),
    locations: (zone?.locations ?? []).map(({ country, region }) => placeName(country, region)),
    proxyType: zone?.proxyType ?? '',
    asns: zone?.asns ?? [],
    system: zone?.system ?? false,
  }
}

function location(place: string): ZoneLocation {
  const code = place.trim().toUpperCase()
  return { country: code.split('-')[0] ?? code, region: code.includes('-') ? code : null }
}

function addresses(text: string) {
  const read = readLines(text).map(({ address }) => address)
  return read.length ? read : null
}

/** The body that a draft makes; of the other kind of zone nothing is sent. */
export function bodyOf(draft: ZoneDraft): ZoneWrite {
  const { name, usage } = draft
  if (draft.type === 'IP')
    return { type: 'IP', name, usage, gateways: addresses(draft.gateways), proxies: addresses(draft.proxies) }
  return {
    type: 'DYNAMIC',
    name,
    usage,
    locations: draft.locations.length ? draft.locations.map(location) : null,
    proxyType: (draft.proxyType || null) as Extract<ZoneWrite, { type: 'DYNAMIC' }>['proxyType'],
    asns: draft.asns.length ? draft.asns.map((asn) => asn.trim()) : null,
  }
}
