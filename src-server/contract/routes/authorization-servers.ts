import { z } from 'zod'
import { authorizationServerSchema, authorizationServerWriteSchema } from '../access/authorization-server.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { AS_SENT, NO_SELF } from '../interface/list-links.ts'
import { LIMITS } from '../interface/limits.ts'
import { policySchema, policyWriteOf, ruleSchema, ruleWriteOf } from '../policy/policy.ts'
import { defineRoute } from '../interface/route.ts'
import { FIXED_PARTS, policyListing } from './policies.ts'

const servers = collection('authorizationServer', {
  tag: 'Authorization servers',
  noun: 'an authorization server',
  read: authorizationServerSchema,
  write: authorizationServerWriteSchema,
  created: 201,
  id: idSchema.meta({ description: 'Identifier, or `default` for the organization’s own server' }),
})
const { reading: read, managing: manage, params: serverParams } = servers

const POLICIES = `${servers.one}/policies` as const
const POLICY = `${POLICIES}/{policyId}` as const
const RULES = `${POLICY}/rules` as const
const RULE = `${RULES}/{ruleId}` as const

const policyParams = serverParams.extend({ policyId: idSchema })
const ruleParams = policyParams.extend({ ruleId: idSchema })
const activate = z.object({ activate: queryBooleanSchema(true) })
const policyBody = policyWriteOf('OAUTH_AUTHORIZATION_POLICY')
const ruleBody = ruleWriteOf('OAUTH_AUTHORIZATION_POLICY')

const lifecycle = <Path extends string, Params extends z.ZodObject>(path: Path, params: Params, noun: string) =>
  ({
    activate: defineRoute({
      ...manage,
      method: 'POST',
      path: `${path}/lifecycle/activate`,
      summary: `Activate ${noun}`,
      params,
      responses: { 204: null },
    }),
    deactivate: defineRoute({
      ...manage,
      method: 'POST',
      path: `${path}/lifecycle/deactivate`,
      summary: `Deactivate ${noun}`,
      params,
      responses: { 204: null },
    }),
  }) as const

const noBody = { responses: { 204: null } } as const
const ofPolicy = lifecycle(POLICY, policyParams, 'a policy of an authorization server')
const ofRule = lifecycle(RULE, ruleParams, 'a rule of an authorization server’s policy')

/** Authorization servers with their policies and rules; creating answers 201 here (spec/4 §1.2). */
export const authorizationServerRoutes = {
  listAuthorizationServers: defineRoute({
    ...servers.list,
    links: AS_SENT,
    description: '`q` matches the beginning of the name.',
    query: z.object({
      q: z.string().min(1).max(LIMITS.nameLength).optional(),
      ...pageQueryOf('authorizationServer').shape,
    }),
  }),
  createAuthorizationServer: defineRoute(servers.create),
  getAuthorizationServer: defineRoute(servers.get),
  replaceAuthorizationServer: defineRoute(servers.replace),
  deleteAuthorizationServer: defineRoute({
    ...servers.remove,
    summary: 'Delete an authorization server with its policies',
  }),
  activateAuthorizationServer: defineRoute({ ...servers.activate, ...noBody }),
  deactivateAuthorizationServer: defineRoute({ ...servers.deactivate, ...noBody }),

  listServerPolicies: defineRoute({
    ...read,
    method: 'GET',
    path: POLICIES,
    summary: 'List the policies of an authorization server',
    description: policyListing.description,
    params: serverParams,
    query: z.object(policyListing.query),
    responses: { 200: z.array(policySchema) },
    links: NO_SELF,
  }),
  createServerPolicy: defineRoute({
    ...manage,
    subject: 'Policy',
    method: 'POST',
    path: POLICIES,
    summary: 'Create a policy of an authorization server',
    params: serverParams,
    query: activate,
    body: policyBody,
    responses: { 201: policySchema },
  }),
  getServerPolicy: defineRoute({
    ...read,
    method: 'GET',
    path: POLICY,
    summary: 'Read a policy of an authorization server',
    params: policyParams,
    query: z.object({ expand: z.enum(['rules']).optional() }),
    responses: { 200: policySchema },
  }),
  replaceServerPolicy: defineRoute({
    ...manage,
    subject: 'Policy',
    method: 'PUT',
    path: POLICY,
    summary: 'Replace a policy of an authorization server',
    params: policyParams,
    body: policyBody,
    responses: { 200: policySchema },
    errors: FIXED_PARTS,
  }),
  deleteServerPolicy: defineRoute({
    ...manage,
    method: 'DELETE',
    path: POLICY,
    summary: 'Delete a policy of an authorization server',
    params: policyParams,
    responses: { 204: null },
  }),
  activateServerPolicy: ofPolicy.activate,
  deactivateServerPolicy: ofPolicy.deactivate,

  listServerRules: defineRoute({
    ...read,
    method: 'GET',
    path: RULES,
    summary: 'List the rules of an authorization server’s policy',
    params: policyParams,
    responses: { 200: z.array(ruleSchema) },
    links: NO_SELF,
  }),
  createServerRule: defineRoute({
    ...manage,
    subject: 'PolicyRule',
    method: 'POST',
    path: RULES,
    summary: 'Create a rule of an authorization server’s policy',
    params: policyParams,
    query: activate,
    body: ruleBody,
    responses: { 201: ruleSchema },
  }),
  getServerRule: defineRoute({
    ...read,
    method: 'GET',
    path: RULE,
    summary: 'Read a rule of an authorization server’s policy',
    params: ruleParams,
    responses: { 200: ruleSchema },
  }),
  replaceServerRule: defineRoute({
    ...manage,
    subject: 'PolicyRule',
    method: 'PUT',
    path: RULE,
    summary: 'Replace a rule of an authorization server’s policy',
    params: ruleParams,
    body: ruleBody,
    responses: { 200: ruleSchema },
    errors: FIXED_PARTS,
  }),
  deleteServerRule: defineRoute({
    ...manage,
    method: 'DELETE',
    path: RULE,
    summary: 'Delete a rule of an authorization server’s policy',
    params: ruleParams,
    responses: { 204: null },
  }),
  activateServerRule: ofRule.activate,
  deactivateServerRule: ofRule.deactivate,
}
