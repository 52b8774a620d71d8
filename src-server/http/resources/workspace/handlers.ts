import { computeReach, listPolicyReach } from '../../../operations/policies/reach.ts'
import { requireEngine } from '../../../operations/policies/check.ts'
import { explainPolicies } from '../../../operations/policies/simulate.ts'
import { listUses } from '../../../operations/policies/uses.ts'
import { loadSample } from '../../../operations/workspace/load-sample.ts'
import { describeWorkspace, listAttention } from '../../../operations/workspace/describe-workspace.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const workspaceHandlers: HandlerTable<'workspace'> = {
  getWorkspace: async ({ service }) => ({ body: await describeWorkspace(service) }),

  loadSample: async ({ service, act }) => {
    await loadSample(service, act)
    return { body: await describeWorkspace(service) }
  },

  listAttention: async ({ service }) => ({ body: await listAttention(service) }),

  listPolicyReach: async ({ service, query }) => {
    requireEngine(query.type, service.engine())
    return { body: await listPolicyReach(service, query.type, query.policyId) }
  },

  listUses: async ({ service, params }) => ({ body: await listUses(service, params.id) }),

  computeReach: async ({ service, body }) => ({ body: await computeReach(service, body) }),

  explainPolicies: async ({ service, body }) => ({ body: await explainPolicies(service, body) }),
}
