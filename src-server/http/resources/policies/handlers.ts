import { invalid, notFound } from '../../../contract/api-error.ts'
import type { ActiveStatus } from '../../../contract/fields.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Policy } from '../../../contract/policy.ts'
import type { PolicyView } from '../../../operations/snapshot.ts'
import { requirePolicy, requireRule, resolveType } from '../../../operations/policies/check.ts'
import { clonePolicy } from '../../../operations/policies/clone-policy.ts'
import { createPolicy } from '../../../operations/policies/create-policy.ts'
import { deletePolicy, setPolicyStatus } from '../../../operations/policies/delete-policy.ts'
import { deleteRule, setRuleStatus } from '../../../operations/policies/delete-rule.ts'
import {
  deleteMapping,
  listAppsOfPolicy,
  listMappings,
  mapApplication,
  requireMapping,
} from '../../../operations/policies/mappings.ts'
import { replacePolicy } from '../../../operations/policies/replace-policy.ts'
import { simulatePolicies } from '../../../operations/policies/simulate.ts'
import { createRule, replaceRule } from '../../../operations/policies/write-rule.ts'
import { pageOf } from '../../../operations/page.ts'
import type { Service } from '../../../operations/service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentApp } from '../apps/presenter.ts'
import { presentMapping, presentPolicy, presentRule } from './presenter.ts'

const NOTHING = { body: undefined }

/** Presentations of policies as they are now; a change makes a new view, and the old one goes with its presentation. */
const presented = new WeakMap<PolicyView, Policy>()

/** The policy as it is now, from the kept presentation where there is one. */
export async function policyReply(service: Service, base: string, policyId: string) {
  const policy = requirePolicy(await service.snapshot(), policyId)
  const body = presented.get(policy) ?? presentPolicy(policy, base)
  presented.set(policy, body)
  return { body, immutable: true }
}

async function ruleReply(service: Service, base: string, policyId: string, ruleId: string) {
  const { policy, rule } = requireRule(await service.snapshot(), policyId, ruleId)
  return { body: presentRule(rule, policy, base) }
}

function byName(a: PolicyView, b: PolicyView): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

interface ListQuery {
  status?: ActiveStatus
  q?: string
  sortBy?: 'name' | 'priority'
  limit?: number
  after?: string
}

/** A page of the policies that a query asks for, out of a list in priority order. */
export function listOf(all: readonly PolicyView[], query: ListQuery, base: string) {
  const prefix = query.q?.toLowerCase()
  const found = all.filter(
    (policy) =>
      (!query.status || policy.status === query.status) && (!prefix || policy.name.toLowerCase().startsWith(prefix)),
  )
  const page = pageOf(query.sortBy === 'name' ? found.sort(byName) : found, query.limit, query.after)
  return { body: page.items.map((policy) => presentPolicy(policy, base)), next: page.next }
}

type PolicyTable = HandlerTable<'policies'>
type Shared =
  | 'getPolicy'
  | `${'replace' | 'delete' | 'activate' | 'deactivate'}Policy`
  | 'listRules'
  | `${'create' | 'get' | 'replace' | 'delete' | 'activate' | 'deactivate'}Rule`

/** What is done with one policy or its rules, wherever the policy lives; the caller has checked that it lives there. */
export const policyActs: Pick<PolicyTable, Shared> = {
  getPolicy: async ({ service, base, params, query }) => {
    if (!query.expand) return policyReply(service, base, params.policyId)
    const policy = requirePolicy(await service.snapshot(), params.policyId)
    if (policy.rules.length > LIMITS.expandedRules)
      throw invalid('expand', `embeds at most ${LIMITS.expandedRules} rules; list them instead`, 'query')
    return { body: presentPolicy(policy, base, policy.rules) }
  },

  replacePolicy: async ({ service, act, base, params, body }) => {
    await replacePolicy(service, act, params.policyId, body)
    return policyReply(service, base, params.policyId)
  },

  deletePolicy: async ({ service, act, params }) => {
    await deletePolicy(service, act, params.policyId)
    return NOTHING
  },

  activatePolicy: async ({ service, act, params }) => {
    await setPolicyStatus(service, act, params.policyId, 'ACTIVE')
    return NOTHING
  },

  deactivatePolicy: async ({ service, act, params }) => {
    await setPolicyStatus(service, act, params.policyId, 'INACTIVE')
    return NOTHING
  },

  listRules: async ({ service, base, params }) => {
    const policy = requirePolicy(await service.snapshot(), params.policyId)
    return { body: policy.rules.map((rule) => presentRule(rule, policy, base)) }
  },

  createRule: async ({ service, act, base, params, body, query }) => {
    const id = await createRule(service, act, params.policyId, body, query.activate)
    return ruleReply(service, base, params.policyId, id)
  },

  getRule: ({ service, base, params }) => ruleReply(service, base, params.policyId, params.ruleId),

  replaceRule: async ({ service, act, base, params, body }) => {
    await replaceRule(service, act, params.policyId, params.ruleId, body)
    return ruleReply(service, base, params.policyId, params.ruleId)
  },

  deleteRule: async ({ service, act, params }) => {
    await deleteRule(service, act, params.policyId, params.ruleId)
    return NOTHING
  },

  activateRule: async ({ service, act, params }) => {
    await setRuleStatus(service, act, params.policyId, params.ruleId, 'ACTIVE')
    return NOTHING
  },

  deactivateRule: async ({ service, act, params }) => {
    await setRuleStatus(service, act, params.policyId, params.ruleId, 'INACTIVE')
    return NOTHING
  },
}

/** Policies of authorization servers are not found here (spec/4 §1.2). */
async function requireHere(service: Service, policyId: string): Promise<void> {
  const policy = (await service.snapshot()).policies.get(policyId)
  if (policy?.authorizationServerId) throw notFound(policyId, 'Policy')
}

function here<Input extends { service: Service; params: { policyId: string } }, Result>(
  handler: (input: Input) => Promise<Result>,
) {
  return async (input: Input): Promise<Result> => {
    await requireHere(input.service, input.params.policyId)
    return handler(input)
  }
}

export const policyHandlers: PolicyTable = {
  listPolicies: async ({ service, base, query }) => {
    const type = resolveType(query.type, service.engine())
    return listOf((await service.snapshot()).byType.get(type) ?? [], query, base)
  },

  createPolicy: async ({ service, act, base, body, query }) => {
    const id = await createPolicy(service, act, body, query.activate)
    return policyReply(service, base, id)
  },

  getPolicy: here(policyActs.getPolicy),
  replacePolicy: here(policyActs.replacePolicy),
  deletePolicy: here(policyActs.deletePolicy),
  activatePolicy: here(policyActs.activatePolicy),
  deactivatePolicy: here(policyActs.deactivatePolicy),
  listRules: here(policyActs.listRules),
  createRule: here(policyActs.createRule),
  getRule: here(policyActs.getRule),
  replaceRule: here(policyActs.replaceRule),
  deleteRule: here(policyActs.deleteRule),
  activateRule: here(policyActs.activateRule),
  deactivateRule: here(policyActs.deactivateRule),

  clonePolicy: here(async ({ service, act, base, params }) => {
    const id = await clonePolicy(service, act, params.policyId)
    const { body } = await policyReply(service, base, id)
    // The interface leaves the times of a clone out of this one reply (spec/4 §1.3).
    return { body: { ...body, created: null, lastUpdated: null } }
  }),

  listPolicyApps: here(async ({ service, base, params, query }) => {
    const page = await listAppsOfPolicy(service, params.policyId, query)
    return { body: page.items.map((app) => presentApp(app, base)), next: page.next }
  }),

  listPolicyMappings: here(async ({ service, base, params }) => ({
    body: (await listMappings(service, params.policyId)).map((mapping) => presentMapping(mapping, base)),
  })),

  createPolicyMapping: here(async ({ service, act, base, params, body }) => ({
    body: presentMapping(await mapApplication(service, act, body.resourceId, params.policyId), base),
  })),

  getPolicyMapping: async ({ service, base, params }) => ({
    body: presentMapping(await requireMapping(service, params.policyId, params.mappingId), base),
  }),

  deletePolicyMapping: async ({ service, act, params }) => {
    await deleteMapping(service, act, params.policyId, params.mappingId)
    return NOTHING
  },

  simulatePolicies: async ({ service, body, query }) => {
    const expand = new Set(query.expand)
    const expansion = { evaluated: expand.has('EVALUATED'), rule: expand.has('RULE') }
    return { body: await simulatePolicies(service, body, expansion) }
  },
}
