import { checkRuleDraft, computeAudience, listPolicyAudiences } from '#operations/policies/compute-audience.ts'
import { requireEngine } from '#operations/policies/check.ts'
import { explainPolicies } from '#operations/simulation/simulate.ts'
import { simulateMany } from '#operations/simulation/sign-in-matrix.ts'
import { listReferences } from '#operations/policies/list-references.ts'
import { listStories } from '#operations/workspace/list-stories.ts'
import { loadSample } from '#operations/workspace/load-sample.ts'
import { diagnose } from '#operations/workspace/diagnose.ts'
import { describeWorkspace, listFindings } from '#operations/workspace/describe-workspace.ts'
import type { workspaceRoutes } from '#contract/routes/workspace.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const workspaceHandlers: HandlerTable<typeof workspaceRoutes> = {
  getWorkspace: async ({ service }) => ({ body: await describeWorkspace(service) }),

  loadSample: async ({ service, context }) => {
    await loadSample(service, await context())
    return { body: await describeWorkspace(service) }
  },

  listStories: async ({ reader }) => ({ body: reader.visible('read', 'policy').of(await listStories(reader)) }),

  getDiagnostics: async ({ service }) => ({ body: await diagnose(service) }),

  listFindings: async ({ service }) => ({ body: await listFindings(service) }),

  listPolicyAudiences: async ({ service, query }) => {
    requireEngine(query.type, service.engine())
    return { body: await listPolicyAudiences(service, query.type, query.policyId) }
  },

  listReferences: async ({ service, params }) => ({ body: await listReferences(service, params.id) }),

  checkRuleDraft: async ({ service, body }) => ({ body: await checkRuleDraft(service, body) }),
  computeAudience: async ({ service, body }) => ({ body: await computeAudience(service, body) }),

  explainPolicies: async ({ service, body }) => ({ body: await explainPolicies(service, body) }),

  simulateMany: async ({ service, body }) => ({ body: await simulateMany(service, body) }),
}
