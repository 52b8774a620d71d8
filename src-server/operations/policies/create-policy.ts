import { invalid } from '#contract/interface/api-error.ts'
import { policyTarget } from '#contract/log/targets.ts'
import type { PolicyWrite } from '#contract/policy/policy.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { catchAllRule, completeSettings, withAddedPolicyConditions } from '#policy/index.ts'
import { assertQuota } from '../service/checks.ts'
import { requireAuthenticators } from '../policy-resources/require-authenticators.ts'
import { assertUniquePolicyName, requireEngine, type PolicyList } from './check.ts'
import { assertReferences } from './check-references.ts'
import { placeOrReject, rankedPolicies, storePolicyPriorities } from './ranking.ts'

interface Options {
  activate: boolean
  /** The server of an OAuth authorization policy; null for all other types. */
  authorizationServerId?: string | null
  /** Of a policy that comes back: its own ids again. */
  id?: string
  catchAllId?: string | undefined
}

/** Makes a policy above the default of its list; types with a catch-all rule get theirs at once (spec/4 §1.9). @returns the id */
export async function createPolicy(
  tx: Tx,
  body: PolicyWrite,
  { activate, authorizationServerId = null, id = tx.newId(policyType(body.type).idKind), catchAllId }: Options,
): Promise<string> {
  tx.authorize('policy.lifecycle.create', [], 'never')
  const definition = policyType(body.type)
  const list: PolicyList = { type: body.type, authorizationServerId }
  assertCreatable(tx, list)
  await assertPolicyQuota(tx, body.type)
  await assertUniquePolicyName(tx, list, body.name)
  await assertReferences(tx, body.conditions)
  await requireAuthenticators(tx, body.settings)

  const stamp = { created: tx.now, lastUpdated: tx.now }
  await policies.insert(tx, {
    id,
    type: body.type,
    name: body.name,
    status: activate ? (body.status ?? 'ACTIVE') : 'INACTIVE',
    priority: await claimPriority(tx, list, id, body.priority ?? null),
    system: false,
    description: body.description ?? null,
    conditions: withAddedPolicyConditions(body.type, body.conditions),
    settings: completeSettings(body.type, body.settings, tx.engine),
    resourceType: policyType(body.type).resourceType,
    authorizationServerId,
    ...stamp,
  })
  if (definition.catchAllPerPolicy)
    await policyRules.insert(tx, {
      id: catchAllId ?? tx.newId(definition.ruleIdKind),
      policyId: id,
      ...catchAllRule(body.type),
      ...stamp,
    })
  tx.record({ type: 'policy.lifecycle.create', targets: [policyTarget({ ...body, id })] })
  return id
}

function assertCreatable({ engine }: Tx, { type, authorizationServerId }: PolicyList): void {
  const { parent, creatable } = policyType(type)
  requireEngine(type, engine)
  if (parent === 'authorizationServers' && authorizationServerId === null)
    throw invalid('type', `policies of type ${type} are made under /api/v1/authorizationServers`)
  if (!creatable) throw invalid('type', `an organization has exactly one policy of type ${type}`)
}

/** Refuses one more policy than the type may have. */
export function assertPolicyQuota(tx: Tx, type: PolicyType): Promise<void> {
  const { maxPolicies: max } = policyType(type)
  const message = `an organization has at most ${max} policies of type ${type}`
  return assertQuota(tx, policies, { max, among: { type }, location: 'type', message })
}

/** The number of a new policy, after the others have made room; in v2 types it is always 1 and means nothing. */
async function claimPriority(tx: Tx, list: PolicyList, id: string, expected: number | null): Promise<number> {
  if (policyType(list.type).priorityScheme === 'v2') return 1
  const placement = placeOrReject(list.type, await rankedPolicies(tx, list), id, expected)
  await storePolicyPriorities(tx, placement)
  return placement.get(id) as number
}
