import type {
  Zone,
  ZoneLocation,
  ZoneOf,
  ZoneSides,
  ZoneType,
  ZoneUsage,
  ZoneWrite,
  ZoneWriteOf,
} from '#contract/policy/zone.ts'
import { addressText, placeName, readLines } from './address-lines.ts'

/** Lists as they are typed: one, or one of what counts and one of what does not. */
type TypedLists = string[] | Partial<ZoneSides<string>>

/** A zone as its form holds it. */
export interface ZoneDraft {
  type: ZoneType
  name: string
  usage: ZoneUsage
  gateways: string
  proxies: string
  /** `DE`, or `US-CA` for a part of a country. */
  locations: TypedLists
  proxyType: string
  asns: TypedLists
  ipServiceCategories: TypedLists
  /** Whether it is one of the platform's own, of which less can be changed. */
  system: boolean
}

const lines = (addresses: ZoneOf<'IP'>['gateways']) => (addresses ?? []).map(addressText).join('\n')
const names = (places: readonly ZoneLocation[]) => places.map(({ country, region }) => placeName(country, region))

const EMPTY = { gateways: '', proxies: '', locations: [], proxyType: '', asns: [], ipServiceCategories: {} }

type Content = Pick<ZoneDraft, keyof typeof EMPTY>

/** What the form shows of each type of zone. */
const CONTENT: { [Type in ZoneType]: (zone: ZoneOf<Type>) => Partial<Content> } = {
  IP: ({ gateways, proxies }) => ({ gateways: lines(gateways), proxies: lines(proxies) }),
  DYNAMIC: ({ locations, proxyType, asns }) => ({
    locations: names(locations ?? []),
    proxyType: proxyType ?? '',
    asns: asns ?? [],
  }),
  DYNAMIC_V2: ({ locations: { include, exclude }, asns, ipServiceCategories }) => ({
    locations: { include: names(include), exclude: names(exclude) },
    asns,
    ipServiceCategories,
  }),
}

/** The draft of a zone, or of a new one. */
export function draftOf(zone: Zone | null): ZoneDraft {
  const content = zone && (CONTENT[zone.type] as (zone: Zone) => Partial<Content>)(zone)
  return {
    type: zone?.type ?? 'IP',
    name: zone?.name ?? '',
    usage: zone?.usage ?? 'POLICY',
    system: zone?.system ?? false,
    ...EMPTY,
    ...content,
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

const number = (asn: string) => asn.trim()
const category = (code: string) => code.trim().toUpperCase()

/** The one list, or null where nothing is typed. */
function listOf<Entry>(typed: TypedLists, read: (text: string) => Entry): Entry[] | null {
  return Array.isArray(typed) && typed.length ? typed.map(read) : null
}

/** Both lists. WHY a single one counts for none: it was typed for another type of zone. */
function sidesOf<Entry>(typed: TypedLists, read: (text: string) => Entry): ZoneSides<Entry> {
  const { include = [], exclude = [] } = Array.isArray(typed) ? {} : typed
  return { include: include.map(read), exclude: exclude.map(read) }
}

const BODIES: { [Type in ZoneType]: (draft: ZoneDraft) => Omit<ZoneWriteOf<Type>, 'type' | 'name' | 'usage'> } = {
  IP: ({ gateways, proxies }) => ({ gateways: addresses(gateways), proxies: addresses(proxies) }),
  DYNAMIC: ({ locations, proxyType, asns }) => ({
    locations: listOf(locations, location),
    proxyType: (proxyType || null) as ZoneWriteOf<'DYNAMIC'>['proxyType'],
    asns: listOf(asns, number),
  }),
  DYNAMIC_V2: ({ locations, asns, ipServiceCategories }) => ({
    locations: sidesOf(locations, location),
    asns: sidesOf(asns, number),
    ipServiceCategories: sidesOf(ipServiceCategories, category),
  }),
}

/** The body that a draft makes; of other types of zone nothing is sent. */
export function bodyOf(draft: ZoneDraft): ZoneWrite {
  const { type, name, usage } = draft
  return { type, name, usage, ...BODIES[type](draft) } as ZoneWrite
}
