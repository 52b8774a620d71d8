import { z } from 'zod'
import { activeStatusSchema, linksSchema, timestampSchema, writableStatusSchema } from './fields.ts'
import { LIMITS } from './limits.ts'

/** Whether the value is a sound address range is the operation's check: it takes a library to tell. */
export const zoneAddressSchema = z.strictObject({ type: z.enum(['CIDR', 'RANGE']), value: z.string().min(1).max(100) })
export type ZoneAddress = z.output<typeof zoneAddressSchema>

const addresses = z.array(zoneAddressSchema).max(LIMITS.zoneAddressesBlocklist).nullish()
const location = z.strictObject({ country: z.string().length(2), region: z.string().max(10).nullish() })
const base = {
  name: z.string().trim().min(1).max(LIMITS.zoneNameLength),
  status: writableStatusSchema,
  usage: z.enum(['POLICY', 'BLOCKLIST']).default('POLICY'),
}

export const zoneWriteSchema = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('IP'), ...base, gateways: addresses, proxies: addresses })
      .superRefine((zone, context) => {
        const max = zone.usage === 'POLICY' ? LIMITS.zoneAddressesPolicy : LIMITS.zoneAddressesBlocklist
        for (const key of ['gateways', 'proxies'] as const)
          if ((zone[key]?.length ?? 0) > max)
            context.addIssue({ code: 'custom', path: [key], message: `must hold at most ${max} entries` })
      }),
    z.object({
      type: z.literal('DYNAMIC'),
      ...base,
      locations: z.array(location).max(LIMITS.zoneLocations).nullish(),
      proxyType: z.enum(['Any', 'Tor', 'NotTorAnonymizer']).nullish(),
      asns: z
        .array(z.string().regex(/^\d{1,10}$/, 'must be a number'))
        .max(LIMITS.zoneLocations)
        .nullish(),
    }),
  ])
  .meta({ id: 'NetworkZoneWrite' })
export type ZoneWrite = z.output<typeof zoneWriteSchema>

/** A network zone (spec/4 §2.4). */
export const zoneSchema = z
  .object({
    type: z.enum(['IP', 'DYNAMIC']),
    id: z.string(),
    name: z.string(),
    status: activeStatusSchema,
    usage: z.enum(['POLICY', 'BLOCKLIST']),
    system: z.boolean(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    gateways: z.array(zoneAddressSchema).nullish(),
    proxies: z.array(zoneAddressSchema).nullish(),
    locations: z.array(location).nullish(),
    proxyType: z.string().nullish(),
    asns: z.array(z.string()).nullish(),
    _links: linksSchema,
  })
  .meta({ id: 'NetworkZone' })
export type Zone = z.output<typeof zoneSchema>
