import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { activeStatusSchema, descriptionSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import type { PolicyConditions, RuleConditions } from './conditions.ts'
import {
  POLICY_TYPES,
  POLICY_TYPE_NAMES,
  currentTypeName,
  policyConditionsSchema,
  policyType,
  ruleConditionsSchema,
  typeNameSchema,
  type PolicyType,
} from './policy-types.ts'

/** Priorities are checked against the priorityScheme by the operation; here only that it is a whole number. */
const prioritySchema = z.int().nullish()

/** Of a new one: active when absent. A replacement ignores it: only the lifecycle changes a status (spec/5 §13). */
const keptStatusSchema = activeStatusSchema.optional()

type Variant = z.core.$ZodTypeDiscriminable

function perType<S extends Variant>(build: (type: PolicyType) => S): Record<PolicyType, S> {
  return Object.fromEntries(POLICY_TYPE_NAMES.map((type) => [type, build(type)])) as Record<PolicyType, S>
}

function union<S extends Variant>(key: string, variants: Record<PolicyType, S>) {
  return z.discriminatedUnion(key, Object.values<S>(variants) as unknown as [S, ...S[]])
}

/**
 * Gives a schema that is built from the table the type that TypeScript cannot compute through the loop; the contract
 * tests hold the two together.
 */
function typed<Output, Input>(id: string, schema: z.ZodType): z.ZodType<Output, Input> {
  return schema.meta({ id }) as z.ZodType<Output, Input>
}

const policyWrites = perType((type) =>
  z
    .object({
      type: typeNameSchema(type),
      name: worded(nameSchema, 'shippedName'),
      status: keptStatusSchema,
      description: descriptionSchema,
      priority: prioritySchema,
      conditions: policyConditionsSchema(type),
      settings: policyType(type).settings?.nullish() ?? z.strictObject({}).nullish(),
    })
    .meta({ id: `${type}_PolicyWrite`, title: POLICY_TYPES[type].label }),
)

/** Reads a deprecated name of a type as the name that replaced it, in policies and in rules alike. */
function withCurrentType(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('type' in body) || typeof body.type !== 'string') return body
  return { ...body, type: currentTypeName(body.type) }
}

/**
 * A policy as a request carries it (spec/1 "Policy object"). Read-only and unknown top-level fields are ignored,
 * because clients echo what they read.
 */
export const policyWriteSchema = typed<PolicyWrite, PolicyWriteInput>(
  'PolicyWrite',
  z.preprocess(withCurrentType, union('type', policyWrites)),
)

/** The same for one type, where the path says which. */
export function policyWriteOf(type: PolicyType): z.ZodType<PolicyWrite, PolicyWriteInput> {
  return policyWrites[type] as unknown as z.ZodType<PolicyWrite, PolicyWriteInput>
}
export type PolicyWrite = {
  type: PolicyType
  name: string
  status?: 'ACTIVE' | 'INACTIVE'
  description?: string | null
  priority?: number | null
  conditions?: PolicyConditions | null
  settings?: Record<string, unknown> | null
}

/** What a client sends; the schema fills nothing in at the top level. */
export type PolicyWriteInput = PolicyWrite

const ruleWrites = perType((type) => {
  const definition = policyType(type)
  return z
    .object({
      type: typeNameSchema(definition.ruleType),
      name: nameSchema,
      status: keptStatusSchema,
      priority: prioritySchema,
      conditions: ruleConditionsSchema(type),
      actions: definition.actionsOptional ? definition.actions.nullish() : definition.actions,
    })
    .meta({ id: `${definition.ruleType}_RuleWrite`, title: `Rule of a ${POLICY_TYPES[type].label}` })
})

/**
 * A rule as a request carries it. Its `type` must be the rule type of the policy that it goes into; the operation
 * compares them.
 */
export const ruleWriteSchema = typed<RuleWrite, RuleWriteInput>(
  'RuleWrite',
  z.preprocess(withCurrentType, union('type', ruleWrites)),
)

/** The same for rules of one type of policy, where the path says which. */
export function ruleWriteOf(type: PolicyType): z.ZodType<RuleWrite, RuleWriteInput> {
  return ruleWrites[type] as unknown as z.ZodType<RuleWrite, RuleWriteInput>
}
export type RuleWrite = {
  type: string
  name: string
  status?: 'ACTIVE' | 'INACTIVE'
  priority?: number | null
  conditions?: RuleConditions | null
  actions?: Record<string, unknown> | null
}

export type RuleWriteInput = RuleWrite

/** A rule as the service returns it; `type` comes last on the wire (spec/4 §1.5). */
export const ruleSchema = typed<Rule, Rule>(
  'Rule',
  union(
    'type',
    perType((type) => {
      const definition = policyType(type)
      return z
        .object({
          id: z.string(),
          status: activeStatusSchema,
          name: z.string(),
          priority: z.int(),
          system: z.boolean(),
          created: timestampSchema.nullable(),
          lastUpdated: timestampSchema.nullable(),
          conditions: ruleConditionsSchema(type),
          actions: definition.actions,
          _links: linksSchema,
          type: z.literal(definition.ruleType),
        })
        .meta({ id: `${definition.ruleType}_Rule` })
    }),
  ),
)

/** A policy as the service returns it. */
export const policySchema = typed<Policy, Policy>(
  'Policy',
  union(
    'type',
    perType((type) => {
      const { settings } = policyType(type)
      return z
        .object({
          id: z.string(),
          status: activeStatusSchema,
          name: worded(z.string(), 'shippedName'),
          description: z.string().optional().meta({ description: 'Absent while there is none' }),
          priority: z.int(),
          system: z.boolean(),
          conditions: policyConditionsSchema(type),
          ...(settings ? { settings } : {}),
          created: timestampSchema.nullable(),
          lastUpdated: timestampSchema.nullable(),
          _embedded: z
            .object({ resourceType: z.string().optional(), rules: z.array(ruleSchema).optional() })
            .optional(),
          _links: linksSchema,
          type: z.literal(type),
        })
        .meta({ id: `${type}_Policy` })
    }),
  ),
)

/** A policy on the wire, whatever its type. */
export interface Policy {
  id: string
  status: 'ACTIVE' | 'INACTIVE'
  name: string
  description?: string
  priority: number
  system: boolean
  conditions?: PolicyConditions | null
  settings?: Record<string, unknown>
  created: string | null
  lastUpdated: string | null
  _embedded?: { resourceType?: string; rules?: Rule[] }
  _links: z.output<typeof linksSchema>
  type: PolicyType
}

/** A rule on the wire, whatever its type. */
export interface Rule {
  id: string
  status: 'ACTIVE' | 'INACTIVE'
  name: string
  priority: number
  system: boolean
  created: string | null
  lastUpdated: string | null
  conditions?: RuleConditions | null
  actions: Record<string, unknown>
  _links: z.output<typeof linksSchema>
  type: string
}

/** A link between a policy and an application (spec/4 §1.3). */
export const mappingSchema = z.object({ id: z.string(), _links: linksSchema }).meta({ id: 'PolicyMapping' })
