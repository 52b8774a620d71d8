import { ruleDraftFindingsSchema, ruleDraftSchema } from '../gatehouse/rule-draft.ts'
import { z } from 'zod'
import { idSchema } from '../interface/ids.ts'
import { diagnosticsSchema } from '../gatehouse/diagnostics.ts'
import { POLICY_TYPE_NAMES } from '../policy/policy-types.ts'
import { defineRoute } from '../interface/route.ts'
import { explanationReplySchema, explanationRequestSchema } from '../policy/simulation.ts'
import { LIMITS } from '../interface/limits.ts'
import { signInMatrixRequestSchema, signInMatrixSchema } from '../gatehouse/sign-in-matrix.ts'
import { storySchema } from '../gatehouse/story.ts'
import {
  backupFindingSchema,
  workspaceFindingSchema,
  hookFindingSchema,
  policyAudienceSchema,
  audienceRequestSchema,
  audienceSchema,
  objectReferenceSchema,
  workspaceSchema,
} from '../gatehouse/workspace.ts'

const read = { tag: 'Gatehouse', scope: 'svc.policies.read' } as const

/** Gatehouse's own operations, beside the interface. */
export const workspaceRoutes = {
  getWorkspace: defineRoute({
    ...read,
    scope: 'svc.orgs.read',
    method: 'GET',
    path: '/gatehouse/v1/workspace',
    summary: 'Describe the service and the open workspace',
    responses: { 200: workspaceSchema },
  }),
  loadSample: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    // It brings administrators.
    permissions: ['svc.roles.manage'],
    method: 'POST',
    path: '/gatehouse/v1/workspace/sample',
    summary: 'Load the sample organization into an empty workspace',
    responses: { 200: workspaceSchema },
  }),
  listStories: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: '/gatehouse/v1/stories',
    summary: 'List the stories of the sample organization',
    description: 'What to try in it, step by step, and which page of this workspace each step is about.',
    responses: { 200: z.array(storySchema) },
  }),
  getDiagnostics: defineRoute({
    ...read,
    scope: 'svc.orgs.read',
    permissions: ['svc.orgs.manage'],
    method: 'GET',
    path: '/gatehouse/v1/diagnostics',
    summary: 'Read diagnostics of the program',
    description:
      'Versions, sizes, failed jobs and the last lines of the log; no names, no addresses of people, no secrets and no folders of the person at this machine.',
    responses: { 200: diagnosticsSchema },
  }),
  listFindings: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/findings',
    summary: 'List what needs an administrator’s attention',
    responses: {
      200: z.array(z.discriminatedUnion('kind', [workspaceFindingSchema, hookFindingSchema, backupFindingSchema])),
    },
  }),
  listPolicyAudiences: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/audience',
    summary: 'Tell whom each policy of a type reaches',
    query: z.object({
      type: z.enum(POLICY_TYPE_NAMES),
      policyId: idSchema.optional().meta({ description: 'Only this one of them' }),
    }),
    responses: { 200: z.array(policyAudienceSchema) },
    errors: ['E0000002', 'E0000007'],
  }),
  listReferences: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/references/{id}',
    summary: 'List the policies and rules that name an object',
    description:
      'The id of a group, user, user type, zone, application, behavior, device assurance, identity provider or authenticator, or an authenticator’s key. What no one names, or no one knows, has no uses.',
    params: z.object({ id: idSchema }),
    responses: { 200: z.array(objectReferenceSchema) },
  }),
  computeAudience: defineRoute({
    ...read,
    method: 'POST',
    path: '/gatehouse/v1/audience',
    summary: 'Count the people whom a draft rule can reach',
    body: audienceRequestSchema,
    responses: { 200: audienceSchema },
    errors: ['E0000002', 'E0000007'],
  }),
  checkRuleDraft: defineRoute({
    ...read,
    method: 'POST',
    path: '/gatehouse/v1/rule-drafts',
    summary: 'Say whether a draft rule can apply, and which rules could not apply any more',
    description: `Proved over all sign-ins, among the rules of its policy; nothing is said of a policy with more than ${LIMITS.provenRules} rules.`,
    body: ruleDraftSchema,
    responses: { 200: ruleDraftFindingsSchema },
    errors: ['E0000002', 'E0000007'],
  }),
  explainPolicies: defineRoute({
    ...read,
    method: 'POST',
    path: '/gatehouse/v1/explanations',
    summary: 'Simulate a sign-in for any type of policy and explain the verdict',
    body: explanationRequestSchema,
    responses: { 200: explanationReplySchema },
    errors: ['E0000002', 'E0000007'],
  }),
  simulateMany: defineRoute({
    ...read,
    method: 'POST',
    path: '/gatehouse/v1/sign-in-matrix',
    summary: 'Simulate the sign-ins of many people to many applications',
    description: `Computed in a worker, for at most ${LIMITS.matrixPeople} people and ${LIMITS.matrixApps} applications.`,
    body: signInMatrixRequestSchema,
    responses: { 200: signInMatrixSchema },
    errors: ['E0000002', 'E0000007'],
  }),
}
