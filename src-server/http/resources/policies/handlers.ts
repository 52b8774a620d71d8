import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import type { PolicyWrite, RuleWrite } from '#contract/policy/policy.ts'
import { resolveType } from '#operations/policies/check.ts'
import { clonePolicy } from '#operations/policies/clone-policy.ts'
import { createPolicy } from '#operations/policies/create-policy.ts'
import { deletePolicy } from '#operations/policies/delete-policy.ts'
import { deleteRule } from '#operations/policies/delete-rule.ts'
import { setPolicyStatus, setRuleStatus } from '#operations/policies/set-status.ts'
import {
  deleteMapping,
  listAppsOfPolicy,
  listMappings,
  mapApplication,
  requireMapping,
} from '#operations/policies/mappings.ts'
import { replacePolicy } from '#operations/policies/replace-policy.ts'
import { simulatePolicies } from '#operations/simulation/simulate.ts'
import type { PolicyView } from '#operations/snapshot/read-policies.ts'
import { policyIn, ruleIn, type Snapshot } from '#operations/snapshot/snapshot.ts'
import { createRule, replaceRule } from '#operations/policies/write-rule.ts'
import { pageOf } from '#db/page.ts'
import type { Service } from '#operations/service/service.ts'
import type { policyRoutes } from '#contract/routes/policies.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentMappedApp } from '../apps/presenter.ts'
import { keptView, objectHandlers } from '../collection.ts'
import { presentMapping, presentPolicy, presentRule } from './presenter.ts'

const NOTHING = { body: undefined }

const presentOnce = keptView((policy: PolicyView, base) => presentPolicy(policy, base))

/** The policy as it is now. */
export async function policyReply(service: Service, base: string, policyId: string) {
  return { body: presentOnce(policyIn(await service.snapshot(), policyId), base, service.engine()), immutable: true }
}

function rulesOf(policy: PolicyView, { names }: Snapshot, base: string) {
  return policy.rules.map((rule) => presentRule(rule, policy, { base, nameOf: names.get }))
}

function byName(a: PolicyView, b: PolicyView): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

const policies = objectHandlers({
  param: 'policyId',
  require: async (_reader, id, { service }) => policyIn(await service.snapshot(), id),
  create: (tx, body: PolicyWrite, { activate = true }) => createPolicy(tx, body, { activate }),
  replace: replacePolicy,
  remove: deletePolicy,
  setStatus: setPolicyStatus,
  present: presentOnce,
})

interface OfPolicy {
  policyId: string
}

const rules = objectHandlers({
  param: 'ruleId',
  require: async (_reader, id, { service, params }: { service: Service; params: OfPolicy }) => {
    const snapshot = await service.snapshot()
    return { ...ruleIn(snapshot, params.policyId, id), nameOf: snapshot.names.get }
  },
  create: (tx, body: RuleWrite, { activate = true }, { params }) => createRule(tx, params.policyId, body, activate),
  replace: (tx, id, body: RuleWrite, { params }) => replaceRule(tx, params.policyId, id, body),
  remove: (tx, id, { params }) => deleteRule(tx, params.policyId, id),
  setStatus: (tx, id, status, { params }) => setRuleStatus(tx, params.policyId, id, status),
  present: ({ rule, policy, nameOf }, base) => presentRule(rule, policy, { base, nameOf }),
})

interface ListQuery {
  status?: ActiveStatus
  q?: string
  sortBy?: 'name' | 'priority'
  limit?: number
  after?: string
}

/** A page of the policies that a query asks for, out of a list in priority order. */
export function listOf(
  { reader, base }: Pick<HandlerInput<Route>, 'reader' | 'base'>,
  all: readonly PolicyView[],
  query: ListQuery,
) {
  const prefix = query.q?.toLowerCase()
  const shown = reader.visible('read', 'policy').of(all)
  const found = shown.filter(
    (policy) =>
      (!query.status || policy.status === query.status) && (!prefix || policy.name.toLowerCase().startsWith(prefix)),
  )
  const page = pageOf(query.sortBy === 'name' ? found.sort(byName) : found, query.limit, query.after)
  return {
    body: page.items.map((policy) => presentPolicy(policy, base, { resourceType: policy.resourceType })),
    next: page.next,
  }
}

type PolicyTable = HandlerTable<typeof policyRoutes>
type Shared =
  | 'getPolicy'
  | `${'replace' | 'delete' | 'activate' | 'deactivate'}Policy`
  | 'listRules'
  | `${'create' | 'get' | 'replace' | 'delete' | 'activate' | 'deactivate'}Rule`

/** What is done with one policy or its rules, wherever the policy lives; the caller has checked that it lives there. */
export const policyHandlersOfOne: Pick<PolicyTable, Shared> = {
  getPolicy: async ({ service, base, params, query }) => {
    if (!query.expand) return policyReply(service, base, params.policyId)
    const snapshot = await service.snapshot()
    const policy = policyIn(snapshot, params.policyId)
    if (policy.rules.length > LIMITS.expandedRules)
      throw invalid('expand', `embeds at most ${LIMITS.expandedRules} rules; list them instead`, 'query')
    return { body: presentPolicy(policy, base, { rules: rulesOf(policy, snapshot, base) }) }
  },

  replacePolicy: policies.replace,
  deletePolicy: policies.remove,
  activatePolicy: (input) => policies.activateQuietly(input, undefined),
  deactivatePolicy: (input) => policies.deactivateQuietly(input, undefined),

  listRules: async ({ service, reader, base, params }) => {
    const snapshot = await service.snapshot()
    const rules = rulesOf(policyIn(snapshot, params.policyId), snapshot, base)
    return { body: reader.visible('read', 'policyRule').of(rules) }
  },

  createRule: rules.create,
  getRule: rules.get,
  replaceRule: rules.replace,
  deleteRule: rules.remove,
  activateRule: (input) => rules.activateQuietly(input, undefined),
  deactivateRule: (input) => rules.deactivateQuietly(input, undefined),
}

/** Policies of authorization servers are not found here (spec/4 §1.2). */
function here<Input extends { service: Service; params: { policyId: string } }, Result>(
  handler: (input: Input) => Promise<Result>,
) {
  return async (input: Input): Promise<Result> => {
    const { policyId } = input.params
    const { policies } = await input.service.snapshot()
    if (policies.get(policyId)?.authorizationServerId) throw notFound(policyId, 'Policy')
    return handler(input)
  }
}

export const policyHandlers: PolicyTable = {
  listPolicies: async (input) => {
    const { service, query } = input
    const type = resolveType(query.type, service.engine())
    return listOf(input, (await service.snapshot()).byType.get(type) ?? [], query)
  },

  createPolicy: policies.create,

  getPolicy: here(policyHandlersOfOne.getPolicy),
  replacePolicy: here(policyHandlersOfOne.replacePolicy),
  deletePolicy: here(policyHandlersOfOne.deletePolicy),
  activatePolicy: here(policyHandlersOfOne.activatePolicy),
  deactivatePolicy: here(policyHandlersOfOne.deactivatePolicy),
  listRules: here(policyHandlersOfOne.listRules),
  createRule: here(policyHandlersOfOne.createRule),
  getRule: here(policyHandlersOfOne.getRule),
  replaceRule: here(policyHandlersOfOne.replaceRule),
  deleteRule: here(policyHandlersOfOne.deleteRule),
  activateRule: here(policyHandlersOfOne.activateRule),
  deactivateRule: here(policyHandlersOfOne.deactivateRule),

  clonePolicy: here(async ({ service, write, base, params }) => {
    const id = await write((tx) => clonePolicy(tx, params.policyId))
    const { body } = await policyReply(service, base, id)
    // The interface leaves the times of a clone out of this one reply (spec/4 §1.3).
    return { body: { ...body, created: null, lastUpdated: null } }
  }),

  listPolicyApps: here(async ({ reader, base, params, query }) => {
    const page = await listAppsOfPolicy(reader, params.policyId, query)
    return {
      body: page.items.map((app) => presentMappedApp(app, params.policyId, base, reader.engine)),
      next: page.next,
    }
  }),

  listPolicyMappings: here(async ({ reader, base, params }) => ({
    body: (await listMappings(reader, params.policyId)).map((mapping) => presentMapping(mapping, base)),
  })),

  createPolicyMapping: here(async ({ write, base, params, body }) => ({
    body: presentMapping(await write((tx) => mapApplication(tx, body.resourceId, params.policyId)), base),
  })),

  getPolicyMapping: async ({ reader, base, params }) => ({
    body: presentMapping(await requireMapping(reader, params.policyId, params.mappingId), base),
  }),

  deletePolicyMapping: async ({ write, params }) => {
    await write((tx) => deleteMapping(tx, params.policyId, params.mappingId))
    return NOTHING
  },

  simulatePolicies: async ({ service, body, query }) => {
    const expand = new Set(query.expand)
    const expansion = { evaluated: expand.has('EVALUATED'), rule: expand.has('RULE') }
    return { body: await simulatePolicies(service, body, expansion) }
  },
}
