import { z } from 'zod'
import { activeStatusSchema, linksSchema, nameSchema, spacedTimestampSchema } from '../../interface/fields.ts'

export const BEHAVIOR_TYPES = ['ANOMALOUS_LOCATION', 'ANOMALOUS_DEVICE', 'ANOMALOUS_IP', 'VELOCITY'] as const
export type BehaviorType = (typeof BEHAVIOR_TYPES)[number]

export const LOCATION_GRANULARITIES = ['LAT_LONG', 'CITY', 'COUNTRY', 'SUBDIVISION'] as const

/** Sign-ins of the past that a new one is held against. */
const history = (fallback: number) => ({
  maxEventsUsedForEvaluation: z.int().min(1).max(100).default(fallback),
  minEventsNeededForEvaluation: z.int().min(0).max(10).default(0),
})

const locationSettingsSchema = z
  .strictObject({
    ...history(20),
    granularity: z.enum(LOCATION_GRANULARITIES).default('CITY'),
    radiusKilometers: z.int().min(1).max(20_000).optional(),
  })
  .superRefine(({ granularity, radiusKilometers }, context) => {
    if ((granularity === 'LAT_LONG') === (radiusKilometers !== undefined)) return
    const message = granularity === 'LAT_LONG' ? 'is required for LAT_LONG' : `does not go with ${granularity}`
    context.addIssue({ code: 'custom', path: ['radiusKilometers'], message })
  })

/** What each type of behavior can be set to; the numbers are the interface's own defaults. */
const SETTINGS = {
  ANOMALOUS_LOCATION: locationSettingsSchema,
  ANOMALOUS_DEVICE: z.strictObject(history(20)),
  ANOMALOUS_IP: z.strictObject(history(50)),
  VELOCITY: z.strictObject({ velocityKph: z.int().min(1).max(10_000).default(805) }),
} as const satisfies Record<BehaviorType, z.ZodType>

const base = {
  name: nameSchema,
  status: activeStatusSchema
    .optional()
    .meta({ description: 'A new one is ACTIVE when absent; of an old one only the lifecycle changes it' }),
}

export const behaviorWriteSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('ANOMALOUS_LOCATION'), ...base, settings: SETTINGS.ANOMALOUS_LOCATION.prefault({}) }),
    z.object({ type: z.literal('ANOMALOUS_DEVICE'), ...base, settings: SETTINGS.ANOMALOUS_DEVICE.prefault({}) }),
    z.object({ type: z.literal('ANOMALOUS_IP'), ...base, settings: SETTINGS.ANOMALOUS_IP.prefault({}) }),
    z.object({ type: z.literal('VELOCITY'), ...base, settings: SETTINGS.VELOCITY.prefault({}) }),
  ])
  .meta({ id: 'BehaviorWrite' })

/** A behavior: how a sign-in is compared with earlier ones, so that `risk.behaviors` can name unusual ones (spec/4 §1.1). */
export const behaviorSchema = z
  .object({
    id: z.string(),
    type: z.enum(BEHAVIOR_TYPES),
    name: z.string(),
    status: activeStatusSchema,
    settings: z.strictObject({
      maxEventsUsedForEvaluation: z.int().optional(),
      minEventsNeededForEvaluation: z.int().optional(),
      granularity: z.enum(LOCATION_GRANULARITIES).optional(),
      radiusKilometers: z.int().optional(),
      velocityKph: z.int().optional(),
    }),
    created: spacedTimestampSchema,
    lastUpdated: spacedTimestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'Behavior' })
export type Behavior = z.output<typeof behaviorSchema>
