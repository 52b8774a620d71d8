import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import type { Policy, PolicyWriteInput, Rule, RuleWriteInput } from '#contract/policy/policy.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import type { Reply } from '#contract/routes/lists.ts'
import { asApiError } from './api-error.ts'
import { api, type CallInput } from './client.ts'
import { reviewStep, type ReviewStep } from './review-steps.ts'

/** What is done with policies and their rules, and the same where they belong to an authorization server. */
const AT_SERVER = {
  createPolicy: 'createServerPolicy',
  getPolicy: 'getServerPolicy',
  replacePolicy: 'replaceServerPolicy',
  deletePolicy: 'deleteServerPolicy',
  activatePolicy: 'activateServerPolicy',
  deactivatePolicy: 'deactivateServerPolicy',
  listRules: 'listServerRules',
  createRule: 'createServerRule',
  getRule: 'getServerRule',
  replaceRule: 'replaceServerRule',
  deleteRule: 'deleteServerRule',
  activateRule: 'activateServerRule',
  deactivateRule: 'deactivateServerRule',
} as const

type PolicyOperation = keyof typeof AT_SERVER

/**
 * The operation and input as they are for a policy of a server; as given where there is no server. Both kinds take and
 * give the same, but for one more parameter of the path.
 */
export function policyOperation<Id extends PolicyOperation>(serverId: string | null, id: Id, input: CallInput<Id>) {
  if (!serverId) return { operation: id, input }
  const params = { authServerId: serverId, ...(input as { params?: object }).params }
  // WHY the casts: TypeScript cannot see that the two tables of routes differ by a parameter only.
  return {
    operation: AT_SERVER[id] as unknown as Id,
    input: { ...(input as object), params } as unknown as CallInput<Id>,
  }
}

/** A policy together with the authorization server it belongs to; null for all others. Told by the request that read it. */
export type LocatedPolicy = Policy & { readonly serverId: string | null }

/** Calls for the policies of one place: `policyApi(policy.serverId)('replaceRule', …)`. @throws ApiError */
export function policyApi(serverId: string | null) {
  return <Id extends PolicyOperation>(id: Id, input: CallInput<Id>): Promise<Reply<Id>> => {
    const there = policyOperation(serverId, id, input)
    return api.call(there.operation, there.input)
  }
}

/** The same as {@link policyApi}, as a step of a change that is reviewed first. */
export function policyStep<Id extends PolicyOperation & ReviewableOperation>(
  serverId: string | null,
  id: Id,
  input: CallInput<Id>,
): ReviewStep {
  const there = policyOperation(serverId, id, input)
  return reviewStep(there.operation, there.input)
}

type Status = Policy['status']

/** The operations that give a status. */
const LIFECYCLE = {
  policy: { ACTIVE: 'activatePolicy', INACTIVE: 'deactivatePolicy' },
  rule: { ACTIVE: 'activateRule', INACTIVE: 'deactivateRule' },
} as const satisfies Record<string, Record<Status, PolicyOperation>>

/** The operation of the lifecycle that a body asks for by another status; null where it asks for none. */
function lifecycleFor<Kind extends keyof typeof LIFECYCLE>(kind: Kind, before: Status, asked: Status | undefined) {
  return asked === undefined || asked === before ? null : LIFECYCLE[kind][asked]
}

/**
 * Replaces a policy, and then its status where the body has another one: a replacement ignores it (spec/5 §13). What is
 * refused is refused before the status changes.
 * @throws ApiError
 */
export async function savePolicy(policy: LocatedPolicy, body: PolicyWriteInput, reason = ''): Promise<Policy> {
  const call = policyApi(policy.serverId)
  const params = { policyId: policy.id }
  const saved = await call('replacePolicy', { params, body, reason })
  const operation = lifecycleFor('policy', saved.status, body.status)
  if (!operation) return saved
  await call(operation, { params, reason })
  return call('getPolicy', { params })
}

/** Replaces a rule, and its status, in the same way. @throws ApiError */
export async function saveRule(
  policy: LocatedPolicy,
  ruleId: string,
  body: RuleWriteInput,
  reason = '',
): Promise<Rule> {
  const call = policyApi(policy.serverId)
  const params = { policyId: policy.id, ruleId }
  const saved = await call('replaceRule', { params, body, reason })
  const operation = lifecycleFor('rule', saved.status, body.status)
  if (!operation) return saved
  await call(operation, { params, reason })
  return call('getRule', { params })
}

/** The steps of {@link savePolicy}. */
export function policySteps(policy: LocatedPolicy, body: PolicyWriteInput): ReviewStep[] {
  const params = { policyId: policy.id }
  const operation = lifecycleFor('policy', policy.status, body.status)
  return [
    policyStep(policy.serverId, 'replacePolicy', { params, body }),
    ...(operation ? [policyStep(policy.serverId, operation, { params })] : []),
  ]
}

/** The steps of {@link saveRule}; of a new rule, the one that makes it. */
export function ruleSteps(policy: LocatedPolicy, rule: Rule | null, body: RuleWriteInput): ReviewStep[] {
  if (!rule) return [policyStep(policy.serverId, 'createRule', { params: { policyId: policy.id }, body })]
  const params = { policyId: policy.id, ruleId: rule.id }
  const operation = lifecycleFor('rule', rule.status, body.status)
  return [
    policyStep(policy.serverId, 'replaceRule', { params, body }),
    ...(operation ? [policyStep(policy.serverId, operation, { params })] : []),
  ]
}

/** The id of an authorization server that may be given by its alias. */
async function serverIdOf(idOrAlias: string, signal?: AbortSignal): Promise<string> {
  if (idOrAlias !== DEFAULT_SERVER_ALIAS) return idOrAlias
  return (await api.call('getAuthorizationServer', { params: { authServerId: idOrAlias }, signal })).id
}

/**
 * All policies of a type, or of the type at one authorization server.
 * @param server its id or alias; ignored for the types whose policies belong to none
 * @throws ApiError
 */
export async function listPoliciesOf(type: PolicyType, server: string, signal?: AbortSignal): Promise<LocatedPolicy[]> {
  if (policyType(type).parent !== 'authorizationServers') {
    const policies = await api.all('listPolicies', { query: { type }, signal })
    return policies.map((policy) => ({ ...policy, serverId: null }))
  }
  const [serverId, policies] = await Promise.all([
    serverIdOf(server, signal),
    api.all('listServerPolicies', { params: { authServerId: server }, signal }),
  ])
  return policies.map((policy) => ({ ...policy, serverId }))
}

async function readPolicy(policyId: string, server: string | null, signal?: AbortSignal): Promise<LocatedPolicy> {
  const [serverId, policy] = await Promise.all([
    server && serverIdOf(server, signal),
    policyApi(server)('getPolicy', { params: { policyId }, signal }),
  ])
  return { ...policy, serverId }
}

/** The authorization server of a policy, by the search over all kinds of objects; null where it belongs to none. */
async function findServerOf(policyId: string, signal?: AbortSignal): Promise<string | null> {
  const hits = await api.call('searchObjects', { query: { q: policyId, kind: 'policy', limit: 1 }, signal })
  return hits.find(({ id }) => id === policyId)?.parent?.id ?? null
}

/**
 * A policy by its id, at the server where it is known to be. WHY the second look without one: policies of authorization
 * servers are not found where the others are (spec/4 §1.2), and a caller with only an id does not know which it is.
 * @param server its id or alias
 * @throws ApiError
 */
export async function findPolicy(
  policyId: string,
  signal?: AbortSignal,
  server: string | null = null,
): Promise<LocatedPolicy> {
  try {
    return await readPolicy(policyId, server, signal)
  } catch (thrown) {
    if (server || asApiError(thrown).status !== 404) throw thrown
    const found = await findServerOf(policyId, signal)
    if (!found) throw thrown
    return readPolicy(policyId, found, signal)
  }
}
