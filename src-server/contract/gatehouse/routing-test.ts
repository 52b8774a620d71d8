import { z } from 'zod'
import { lineSchema, activeStatusSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { OS_TYPES } from '../policy/conditions.ts'
import { explanationReplySchema, explanationSchema } from '../policy/simulation.ts'

/** People who are named where a routing test says who else goes to the same place. */
export const ROUTED_PEOPLE_SHOWN = 20

/** A sign-in that is to be routed. What is left out is unknown, so that conditions on it are UNDEFINED. */
export const routingTestRequestSchema = z
  .object({
    login: lineSchema().min(1).max(LIMITS.idLength).meta({ description: 'What is typed to sign in' }),
    ip: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' }).nullish(),
    platform: z.enum(OS_TYPES).nullish(),
    appInstance: idSchema.nullish().meta({ description: 'The application that the person wants to open' }),
  })
  .meta({ id: 'RoutingTestRequest' })
export type RoutingTestRequest = z.output<typeof routingTestRequestSchema>

const namedSchema = z.object({ id: z.string(), name: z.string() })
const routedProviderSchema = namedSchema.extend({ type: z.string(), status: activeStatusSchema })
const ruleSchema = namedSchema.extend({ policyId: z.string() })

/** Where a login is routed to, by which rule, and the whole path to it. */
export const routingTestSchema = z
  .object({
    person: namedSchema.nullable().meta({ description: 'Whose login it is; null where no person has it' }),
    /** Null where no rule decides. */
    rule: ruleSchema.nullable(),
    destinations: z
      .array(routedProviderSchema)
      .meta({ description: 'Active providers, in the order of the rule; none: the organization itself' }),
    /** Providers that the rule names and that no one is sent to, because they are inactive. */
    inactive: z.array(routedProviderSchema),
    /** Names that the rule came to, and of which there is no active provider. */
    unknownNames: z.array(z.string()),
    blockedBy: explanationReplySchema.shape.blockedBy,
    unreached: explanationReplySchema.shape.unreached,
    explanation: explanationSchema,
  })
  .meta({ id: 'RoutingTest' })
export type RoutingTest = z.output<typeof routingTestSchema>

/** Who else goes where a login goes, were they to sign in from the same place to the same application. */
export const routedPeopleSchema = z
  .object({
    people: z.int().meta({ description: 'How many go to the same place, of all who are not deprovisioned' }),
    total: z.int(),
    rules: z
      .array(ruleSchema.extend({ people: z.int() }))
      .meta({ description: 'The rules that send them there, in the order in which they are asked' }),
    sample: z.array(namedSchema).max(ROUTED_PEOPLE_SHOWN).meta({ description: 'The first of them by name' }),
  })
  .meta({ id: 'RoutedPeople' })
export type RoutedPeople = z.output<typeof routedPeopleSchema>
