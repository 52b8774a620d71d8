import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Parts of a path, each of which may be any. */
const PATH = /^\/api\/v1(?:(?:\/(?:\*|[^*/]+))+(?:\/\*\*)?|\/\*\*)$/
const seconds = z.int().min(0).max(LIMITS.faultSeconds)

/** What goes wrong with a request on purpose. */
const faultSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('STATUS'),
      status: z.literal([429, 500, 503]),
      retryAfterSeconds: seconds
        .optional()
        .meta({ description: 'When the client is told to come again, by 429 and 503; without it no header says so' }),
    }),
    z.object({ type: z.literal('SLOW'), seconds: z.number().min(0.001).max(LIMITS.faultSeconds) }),
    z.object({
      type: z.literal('CUT'),
      bytes: z.int().min(0).max(LIMITS.faultCutBytes).meta({ description: 'How much of the body is sent before' }),
    }),
    z.object({
      type: z.literal('CHANGED').meta({
        description: 'Before the request is answered, somebody else changes a text of the object at its path',
      }),
    }),
    z.object({
      type: z.literal('REPEATED_PAGE').meta({ description: 'The link to the next page of a list leads to this one' }),
    }),
  ])
  .meta({ id: 'Fault' })
export type Fault = z.infer<typeof faultSchema>

/** Which requests a fault meets, and how many of them. */
const faultRuleSchema = z
  .object({
    path: z
      .string()
      .regex(PATH, 'must be a path that begins with /api/v1/, with * for one part of it or ** for all at its end')
      .max(LIMITS.faultPathLength)
      .meta({ description: '`*` stands for one part of a path, `**` at the end for all that follow' }),
    methods: z.array(z.enum(METHODS)).min(1).optional().meta({ description: 'Absent: all' }),
    share: z.number().min(0).max(1).default(1).meta({ description: 'Of the requests that match' }),
    most: z.int().min(1).optional().meta({ description: 'How often at the most; absent: always' }),
    fault: faultSchema,
  })
  .meta({ id: 'FaultRule' })
export type FaultRule = z.infer<typeof faultRuleSchema>

/** Faults on demand: the same requests in the same order meet the same faults. Of several that match, a request meets the first. */
export const faultPlanSchema = z
  .object({
    seed: z.int().min(0).max(0xff_ff_ff_ff).default(1),
    rules: z.array(faultRuleSchema).min(1).max(LIMITS.faultRules),
  })
  .meta({ id: 'FaultPlan' })
export type FaultPlan = z.infer<typeof faultPlanSchema>

export const faultSettingSchema = z
  .object({ plan: faultPlanSchema.nullable().meta({ description: 'Null for no faults' }) })
  .meta({ id: 'FaultSetting' })

export const faultsViewSchema = z
  .object({
    plan: faultPlanSchema.nullable(),
    counts: z
      .array(z.object({ matched: z.int(), met: z.int() }))
      .meta({ description: 'By rule: the requests that matched, and those that met the fault' }),
  })
  .meta({ id: 'Faults' })
export type FaultsView = z.infer<typeof faultsViewSchema>
