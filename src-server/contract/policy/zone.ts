import { z } from 'zod'
import { activeStatusSchema, linksSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

const ZONE_USAGES = ['POLICY', 'BLOCKLIST'] as const
export type ZoneUsage = (typeof ZONE_USAGES)[number]

export const ZONE_PROXY_TYPES = ['Any', 'Tor', 'TorAnonymizer', 'NotTorAnonymizer'] as const

/** The operation checks that the value is a valid address range: that takes a library. */
const zoneAddressSchema = z.strictObject({ type: z.enum(['CIDR', 'RANGE']), value: z.string().min(1).max(100) })
export type ZoneAddress = z.output<typeof zoneAddressSchema>

const addresses = z.array(zoneAddressSchema).max(LIMITS.zoneAddressesSystemBlocklist).nullish()
const locationSchema = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, such as DE')
      .meta({ description: 'ISO 3166-1 alpha-2 code' }),
    region: z
      .string()
      .regex(/^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/, 'must be a region code such as DE-BE')
      .nullish()
      .meta({ description: 'ISO 3166-2 code; the whole country when absent' }),
  })
  .refine(({ country, region }) => !region?.includes('-') || region.startsWith(`${country}-`), {
    path: ['region'],
    message: 'must be a region of the country',
  })
export type ZoneLocation = z.output<typeof locationSchema>

/** An autonomous system's number, as text: 32 bits without a sign. */
const asn = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a number')
  .refine((text) => !(Number(text) > 4_294_967_295), 'must be at most 4294967295')

const places = z.array(locationSchema).max(LIMITS.zoneLocations)
const networks = z.array(asn).max(LIMITS.zoneLocations)

/** Services that hide where a request comes from. WHY any word: vendors' names are among them, and more come every year. */
const ipServiceCategory = z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be a category such as VPN_ANONYMIZER')
const ipServiceCategories = z.array(ipServiceCategory).max(LIMITS.zoneLocations)

/** What counts and what does not: in `include` (all, where it is empty), and not in `exclude`. */
export interface ZoneSides<Entry> {
  include: Entry[]
  exclude: Entry[]
}

const sidesToWrite = <List extends z.ZodType>(list: List) =>
  z.strictObject({ include: list.nullish(), exclude: list.nullish() }).nullish()

const base = {
  name: nameOfLength(LIMITS.zoneNameLength),
  status: activeStatusSchema
    .optional()
    .meta({ description: 'A new zone is ACTIVE whatever is sent; without it an old one stays as it is' }),
  usage: z.enum(ZONE_USAGES).optional().meta({ description: 'A new zone is for POLICY when absent; an old one stays' }),
}

/** A network zone as a request carries it; how many addresses it may hold depends on {@link zoneAddressLimit}. */
export const zoneWriteSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('IP'), ...base, gateways: addresses, proxies: addresses }),
    z.object({
      type: z.literal('DYNAMIC'),
      ...base,
      locations: places.nullish(),
      proxyType: z
        .enum([...ZONE_PROXY_TYPES, ''])
        .nullish()
        .meta({ description: 'Whatever the proxy, when null or empty' }),
      asns: networks.nullish(),
    }),
    z.object({
      type: z.literal('DYNAMIC_V2'),
      ...base,
      locations: sidesToWrite(places),
      asns: sidesToWrite(networks),
      ipServiceCategories: sidesToWrite(ipServiceCategories),
    }),
  ])
  .meta({ id: 'NetworkZoneWrite' })
export type ZoneWrite = z.output<typeof zoneWriteSchema>
export type ZoneType = ZoneWrite['type']

/** The body of one type of zone. */
export type ZoneWriteOf<Type extends ZoneType> = Extract<ZoneWrite, { type: Type }>

/** How many gateways, and how many proxies, a zone may hold (spec/4 §2.4). */
export function zoneAddressLimit({ usage, system }: { usage: ZoneUsage; system: boolean }): number {
  if (usage === 'POLICY') return LIMITS.zoneAddressesPolicy
  return system ? LIMITS.zoneAddressesSystemBlocklist : LIMITS.zoneAddressesBlocklist
}

const common = {
  id: z.string(),
  name: z.string(),
  status: activeStatusSchema,
  usage: z.enum(ZONE_USAGES),
  system: z.boolean(),
  created: timestampSchema,
  lastUpdated: timestampSchema,
}
const place = z.object({ country: z.string(), region: z.string().nullable() })
const sidesToRead = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ include: z.array(entry), exclude: z.array(entry) })

/** A network zone (spec/4 §2.4, spec/5 §14). What a type does not have is absent; what it has, and is not set, is null. */
export const zoneSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('IP'),
      ...common,
      gateways: z.array(zoneAddressSchema).nullable(),
      proxies: z.array(zoneAddressSchema).nullable(),
      _links: linksSchema,
    }),
    z.object({
      type: z.literal('DYNAMIC'),
      ...common,
      locations: z.array(place).nullable(),
      proxyType: z.string().nullable(),
      asns: z.array(z.string()).optional().meta({ description: 'Absent unless it was sent' }),
      _links: linksSchema,
    }),
    z.object({
      type: z.literal('DYNAMIC_V2'),
      ...common,
      locations: sidesToRead(place),
      asns: sidesToRead(z.string()),
      ipServiceCategories: sidesToRead(z.string()),
      _links: linksSchema,
    }),
  ])
  .meta({ id: 'NetworkZone' })
export type Zone = z.output<typeof zoneSchema>
export type ZoneOf<Type extends ZoneType> = Extract<Zone, { type: Type }>

/** What each type of zone holds beyond the columns of its row. */
export interface ZoneDefinitions {
  IP: Pick<ZoneOf<'IP'>, 'gateways' | 'proxies'>
  DYNAMIC: Pick<ZoneOf<'DYNAMIC'>, 'locations' | 'proxyType' | 'asns'>
  DYNAMIC_V2: Pick<ZoneOf<'DYNAMIC_V2'>, 'locations' | 'asns' | 'ipServiceCategories'>
}
export type ZoneDefinition = ZoneDefinitions[ZoneType]
