import { z } from 'zod'
import { timestampSchema } from './fields.ts'

export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export const OUTCOMES = ['SUCCESS', 'FAILURE', 'SKIPPED', 'ALLOW', 'DENY', 'CHALLENGE', 'UNKNOWN'] as const

const map = z.record(z.string(), z.unknown())

const actorShape = {
  id: z.string(),
  type: z.string(),
  alternateId: z.string().nullable(),
  displayName: z.string().nullable(),
  detailEntry: map.nullable(),
}

const geographyShape = z.object({
  geolocation: z.object({ lat: z.number(), lon: z.number() }).optional(),
  city: z.string().nullable().optional(),
  state: z.string().nullable().optional(),
  country: z.string().nullable().optional(),
  postalCode: z.string().nullable().optional(),
})

/** One entry of the audit log (spec/3 "LogEvent"); read-only for ever. */
export const logEventSchema = z
  .object({
    uuid: z.string(),
    published: timestampSchema,
    eventType: z.string(),
    version: z.string(),
    severity: z.enum(SEVERITIES),
    legacyEventType: z.string().nullable(),
    displayMessage: z.string().nullable(),
    actor: z.object(actorShape),
    client: z
      .object({
        id: z.string().nullable(),
        userAgent: z
          .object({ browser: z.string().nullable(), os: z.string().nullable(), rawUserAgent: z.string().nullable() })
          .nullable(),
        geographicalContext: geographyShape.nullable(),
        zone: z.string().nullable(),
        ipAddress: z.string().nullable(),
        device: z.string().nullable(),
      })
      .nullable(),
    device: map.nullable(),
    request: z.object({
      ipChain: z.array(
        z.object({
          ip: z.string(),
          geographicalContext: geographyShape.nullable(),
          version: z.enum(['V4', 'V6']),
          source: z.string().nullable(),
        }),
      ),
    }),
    outcome: z.object({ result: z.enum(OUTCOMES), reason: z.string().nullable() }),
    target: z.array(z.object({ ...actorShape, changeDetails: z.object({ from: map, to: map }).optional() })).nullable(),
    transaction: z.object({ type: z.enum(['WEB', 'JOB']), id: z.string(), detail: map }),
    debugContext: z.object({ debugData: map }),
    authenticationContext: map.nullable(),
    securityContext: map.nullable(),
  })
  .meta({ id: 'LogEvent' })
export type LogEvent = z.output<typeof logEventSchema>
export type LogActor = LogEvent['actor']
export type LogTarget = NonNullable<LogEvent['target']>[number]
export type LogOutcome = LogEvent['outcome']
