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

const base = {
  name: nameOfLength(LIMITS.zoneNameLength),
  status: activeStatusSchema.optional().meta({ description: 'A new zone is ACTIVE when absent; an old one stays' }),
  usage: z.enum(ZONE_USAGES).optional().meta({ description: 'A new zone is for POLICY when absent; an old one stays' }),
}

/** A network zone as a request carries it; how many addresses it may hold depends on {@link zoneAddressLimit}. */
export const zoneWriteSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('IP'), ...base, gateways: addresses, proxies: addresses }),
    z.object({
      type: z.literal('DYNAMIC'),
      ...base,
      locations: z.array(locationSchema).max(LIMITS.zoneLocations).nullish(),
      proxyType: z.enum(ZONE_PROXY_TYPES).nullish(),
      asns: z.array(asn).max(LIMITS.zoneLocations).nullish(),
    }),
  ])
  .meta({ id: 'NetworkZoneWrite' })
export type ZoneWrite = z.output<typeof zoneWriteSchema>

/** How many gateways, and how many proxies, a zone may hold (spec/4 §2.4). */
export function zoneAddressLimit({ usage, system }: { usage: ZoneUsage; system: boolean }): number {
  if (usage === 'POLICY') return LIMITS.zoneAddressesPolicy
  return system ? LIMITS.zoneAddressesSystemBlocklist : LIMITS.zoneAddressesBlocklist
}

/** A network zone (spec/4 §2.4). */
export const zoneSchema = z
  .object({
    type: z.enum(['IP', 'DYNAMIC']),
    id: z.string(),
    name: z.string(),
    status: activeStatusSchema,
    usage: z.enum(ZONE_USAGES),
    system: z.boolean(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    gateways: z.array(zoneAddressSchema).nullish(),
    proxies: z.array(zoneAddressSchema).nullish(),
    locations: z.array(z.object({ country: z.string(), region: z.string().nullish() })).nullish(),
    proxyType: z.string().nullish(),
    asns: z.array(z.string()).nullish(),
    _links: linksSchema,
  })
  .meta({ id: 'NetworkZone' })
export type Zone = z.output<typeof zoneSchema>

/** What a zone holds beyond its columns. */
export type ZoneDefinition = Pick<Zone, 'gateways' | 'proxies' | 'locations' | 'proxyType' | 'asns'>
