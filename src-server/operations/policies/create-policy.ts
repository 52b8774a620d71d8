import { invalid } from '../../contract/api-error.ts'
import type { PolicyWrite } from '../../contract/policy.ts'
import { policyType, type PolicyType } from '../../contract/policy-types.ts'
import { newId } from '../../db/ids.ts'
import { policyTarget } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'
import { requireAuthenticators } from '../supporting/require-authenticators.ts'
import { placeOrRefuse, requireEngine, requireFreeName, type PolicyList } from './check.ts'
import { requireReferences } from './check-references.ts'
import { catchAllRule, completeSettings, withAddedPolicyConditions } from './defaults.ts'
import { rankedPolicies, storePriorities } from './ranking.ts'

/**
 * Makes a policy above the default of its list; types with a catch-all rule get theirs at once (spec/4 §1.9).
 * @param authorizationServerId the server of an OAuth authorization policy; null for all other types
 */
export function createPolicy(
  service: Service,
  act: Act,
  body: PolicyWrite,
  activate: boolean,
  authorizationServerId: string | null = null,
): Promise<string> {
  return service.write(act, async (unit) => {
    const definition = policyType(body.type)
    const list: PolicyList = { type: body.type, authorizationServerId }
    requireEngine(body.type, service.engine())
    if (definition.home === 'authorizationServers' && authorizationServerId === null)
      throw invalid('type', `policies of type ${body.type} are made under /api/v1/authorizationServers`)
    if (!definition.creatable) throw invalid('type', `an organization has exactly one policy of type ${body.type}`)
    await requireRoom(unit, service, body.type, definition.maxPolicies)
    await requireFreeName(unit, list, body.name)
    await requireReferences(unit, body.conditions)
    await requireAuthenticators(unit, body.settings, service.engine())

    const id = newId(definition.idKind)
    await service.store.models.Policy.create(
      {
        id,
        type: body.type,
        name: body.name,
        status: activate ? (body.status ?? 'ACTIVE') : 'INACTIVE',
        priority: await claimPriority(unit, list, id, body.priority ?? null),
        system: false,
        description: body.description ?? null,
        conditions: withAddedPolicyConditions(body.type, body.conditions),
        settings: completeSettings(body.type, body.settings, service.engine()),
        resourceType: body.type === 'ACCESS_POLICY' ? 'APP' : null,
        authorizationServerId,
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    if (definition.catchAllPerPolicy) await insertCatchAll(unit, service, id, body.type)
    unit.record({ type: 'policy.lifecycle.create', targets: [policyTarget({ ...body, id })] })
    return id
  })
}

/** Refuses one more policy than the type may have. */
async function requireRoom(unit: Unit, service: Service, type: PolicyType, max: number | null): Promise<void> {
  if (max === null) return
  const count = await service.store.models.Policy.count({ where: { type }, transaction: unit.transaction })
  if (count >= max) throw invalid('type', `an organization has at most ${max} policies of type ${type}`)
}

/** The number of a new policy, after the others have made room; in v2 types it is always 1 and means nothing. */
async function claimPriority(unit: Unit, list: PolicyList, id: string, wanted: number | null): Promise<number> {
  if (policyType(list.type).regime === 'v2') return 1
  const placement = placeOrRefuse(list.type, await rankedPolicies(unit, list), id, wanted)
  await storePriorities(unit, 'policies', placement)
  return placement.get(id) as number
}

async function insertCatchAll(unit: Unit, service: Service, policyId: string, type: PolicyType): Promise<void> {
  await service.store.models.PolicyRule.create(
    {
      id: newId(policyType(type).ruleIdKind),
      policyId,
      ...catchAllRule(type),
      created: unit.now,
      lastUpdated: unit.now,
    },
    { transaction: unit.transaction },
  )
}
