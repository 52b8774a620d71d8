import { z } from 'zod'
import { appSchema } from '../apps/app.ts'
import { collection } from '../interface/collection.ts'
import {
  activeStatusSchema,
  cursorSchema,
  limitSchema,
  optionalLimitSchema,
  queryBooleanSchema,
} from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { typeQuerySchema } from '../policy/policy-types.ts'
import { AS_SENT, NO_SELF, rebuilt } from '../interface/list-links.ts'
import { mappingSchema, policySchema, policyWriteSchema, ruleSchema, ruleWriteSchema } from '../policy/policy.ts'
import { defineRoute } from '../interface/route.ts'
import { SIMULATION_EXPANSIONS, simulationRequestSchema, simulationSchema } from '../policy/simulation.ts'

const policies = collection('policy', {
  tag: 'Policies',
  noun: 'a policy',
  read: policySchema,
  write: policyWriteSchema,
  created: 200,
})
const { reading: read, managing: manage, params: policyParams } = policies
const noBody = { responses: { 204: null } } as const
const ruleParams = z.object({ policyId: idSchema, ruleId: idSchema })
const mappingParams = z.object({ policyId: idSchema, mappingId: idSchema })
const activate = z.object({ activate: queryBooleanSchema(true) })

/** A type of policy that there is none of, or that the engine does not have. */
const UNKNOWN_TYPE = ['E0000002'] as const
/** A part of a default object that stays as it is, and an object of which nothing changes. */
export const FIXED_PARTS = ['E0000077', 'E0000111'] as const

/** How policies are listed, wherever they live. */
export const policyListing = {
  description: 'In priority order. `q` matches the beginning of the name; `sortBy=name` sorts by name instead.',
  query: {
    status: activeStatusSchema.optional(),
    q: z.string().max(LIMITS.nameLength).optional(),
    sortBy: z.enum(['name', 'priority']).optional(),
    limit: optionalLimitSchema(LIMITS.page.policies),
    after: cursorSchema,
  },
}

/** Every operation of spec/1's tables, with the statuses that spec/4 §1.3 settles. */
export const policyRoutes = {
  listPolicies: defineRoute({
    ...read,
    errors: UNKNOWN_TYPE,
    method: 'GET',
    path: '/api/v1/policies',
    summary: 'List the policies of a type',
    description: policyListing.description,
    query: z.object({
      type: typeQuerySchema,
      ...policyListing.query,
    }),
    responses: { 200: z.array(policySchema) },
    links: AS_SENT,
  }),
  createPolicy: defineRoute({ ...policies.create, query: activate, errors: UNKNOWN_TYPE }),
  getPolicy: defineRoute({
    ...policies.get,
    description: '`expand=rules` embeds its rules, at most 20.',
    query: z.object({ expand: z.enum(['rules']).optional() }),
  }),
  replacePolicy: defineRoute({
    ...policies.replace,
    description: 'A `priority` moves it; without one it stays where it is.',
    errors: FIXED_PARTS,
  }),
  deletePolicy: defineRoute({ ...policies.remove, summary: 'Delete a policy and its rules' }),
  activatePolicy: defineRoute({ ...policies.activate, ...noBody }),
  deactivatePolicy: defineRoute({ ...policies.deactivate, ...noBody }),
  clonePolicy: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/policies/{policyId}/clone',
    summary: 'Clone an authentication policy with its rules',
    params: policyParams,
    responses: { 200: policySchema },
    errors: UNKNOWN_TYPE,
  }),
  listPolicyApps: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/policies/{policyId}/app',
    summary: 'List the applications mapped to a policy',
    description: 'Use the mappings instead.',
    deprecated: true,
    params: policyParams,
    query: z.object({ limit: limitSchema(LIMITS.page.apps), after: cursorSchema }),
    links: rebuilt(LIMITS.page.apps),
    responses: { 200: z.array(appSchema) },
  }),
  listPolicyMappings: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/policies/{policyId}/mappings',
    summary: 'List the resources mapped to a policy',
    params: policyParams,
    responses: { 200: z.array(mappingSchema) },
    links: NO_SELF,
  }),
  createPolicyMapping: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/policies/{policyId}/mappings',
    summary: 'Map an application to a policy',
    params: policyParams,
    body: z
      .object({ resourceId: idSchema, resourceType: z.enum(['ACCESS_POLICY', 'APP']) })
      .meta({ id: 'PolicyMappingWrite' }),
    responses: { 200: mappingSchema },
  }),
  getPolicyMapping: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/policies/{policyId}/mappings/{mappingId}',
    summary: 'Read a mapping',
    params: mappingParams,
    responses: { 200: mappingSchema },
  }),
  deletePolicyMapping: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/api/v1/policies/{policyId}/mappings/{mappingId}',
    summary: 'Delete a mapping: the application goes back to the default policy',
    params: mappingParams,
    responses: { 204: null },
  }),
  listRules: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/policies/{policyId}/rules',
    summary: 'List the rules of a policy, in priority order',
    params: policyParams,
    responses: { 200: z.array(ruleSchema) },
    links: NO_SELF,
  }),
  createRule: defineRoute({
    ...manage,
    subject: 'PolicyRule',
    method: 'POST',
    path: '/api/v1/policies/{policyId}/rules',
    summary: 'Create a rule',
    params: policyParams,
    query: activate,
    body: ruleWriteSchema,
    responses: { 200: ruleSchema },
  }),
  getRule: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/policies/{policyId}/rules/{ruleId}',
    summary: 'Read a rule',
    params: ruleParams,
    responses: { 200: ruleSchema },
  }),
  replaceRule: defineRoute({
    ...manage,
    subject: 'PolicyRule',
    method: 'PUT',
    path: '/api/v1/policies/{policyId}/rules/{ruleId}',
    summary: 'Replace a rule',
    description: 'A `priority` moves it; without one it stays where it is.',
    params: ruleParams,
    body: ruleWriteSchema,
    responses: { 200: ruleSchema },
    errors: FIXED_PARTS,
  }),
  deleteRule: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/api/v1/policies/{policyId}/rules/{ruleId}',
    summary: 'Delete a rule',
    params: ruleParams,
    responses: { 204: null },
  }),
  activateRule: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/policies/{policyId}/rules/{ruleId}/lifecycle/activate',
    summary: 'Activate a rule',
    params: ruleParams,
    responses: { 204: null },
  }),
  deactivateRule: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/policies/{policyId}/rules/{ruleId}/lifecycle/deactivate',
    summary: 'Deactivate a rule',
    params: ruleParams,
    responses: { 204: null },
  }),
  simulatePolicies: defineRoute({
    ...read,
    subject: 'Policy',
    method: 'POST',
    path: '/api/v1/policies/simulate',
    summary: 'Simulate which policies and rules a sign-in would match',
    description:
      '`expand=EVALUATED` adds what was passed over, `expand=RULE` the conditions of each rule; both may be given. Nothing is changed.',
    query: z.object({
      expand: z
        .preprocess(
          (value) => (value === undefined || Array.isArray(value) ? value : String(value).split(',')),
          z.array(z.enum(SIMULATION_EXPANSIONS)).max(10).optional(),
        )
        .optional(),
    }),
    body: simulationRequestSchema,
    responses: { 200: simulationSchema },
    // An application, group or zone that there is none of.
    errors: [...UNKNOWN_TYPE, 'E0000007'],
  }),
}
