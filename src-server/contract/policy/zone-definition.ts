import type {
  ZoneAddress,
  ZoneDefinition,
  ZoneDefinitions,
  ZoneLocation,
  ZoneSides,
  ZoneType,
  ZoneWrite,
  ZoneWriteOf,
} from './zone.ts'

/** A single address is a range from itself to itself. */
function stored({ type, value }: ZoneAddress): ZoneAddress {
  return { type, value: type === 'RANGE' && !value.includes('-') ? `${value}-${value}` : value }
}

/** A place names its region, or says that it is the whole country. */
const place = ({ country, region }: ZoneLocation) => ({ country, region: region ?? null })

type GivenSides<Entry> = Partial<Record<keyof ZoneSides<Entry>, Entry[] | null | undefined>> | null | undefined

function sides<Entry, Kept>(given: GivenSides<Entry>, kept: (entry: Entry) => Kept): ZoneSides<Kept> {
  return { include: (given?.include ?? []).map(kept), exclude: (given?.exclude ?? []).map(kept) }
}

const asSent = (text: string) => text

const BY_TYPE: { [Type in ZoneType]: (body: ZoneWriteOf<Type>) => ZoneDefinitions[Type] } = {
  IP: ({ gateways, proxies }) => ({ gateways: gateways?.map(stored) ?? null, proxies: proxies?.map(stored) ?? null }),
  DYNAMIC: ({ locations, proxyType, asns }) => ({
    locations: locations?.map(place) ?? null,
    proxyType: proxyType ?? null,
    ...(asns ? { asns } : {}),
  }),
  DYNAMIC_V2: ({ locations, asns, ipServiceCategories }) => ({
    locations: sides(locations, place),
    asns: sides(asns, asSent),
    ipServiceCategories: sides(ipServiceCategories, asSent),
  }),
}

/** What a zone is kept as, and answered (spec/5 §14). */
export function zoneDefinitionOf(body: ZoneWrite): ZoneDefinition {
  const ofType = BY_TYPE[body.type] as (body: ZoneWrite) => ZoneDefinition
  return ofType(body)
}

/** The gateways of a zone of addresses; null for one without, and for zones of other types. */
export function gatewaysOf(definition: ZoneDefinition): ZoneAddress[] | null {
  return 'gateways' in definition ? definition.gateways : null
}
