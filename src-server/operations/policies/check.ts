import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import { POLICY_TYPES, currentTypeName, policyType, type PolicyType } from '../../contract/policy-types.ts'
import type { Engine } from '../../contract/workspace.ts'
import { place, PriorityError, type Placement, type Ranked } from '../../policy/priority.ts'
import type { Unit } from '../service.ts'
import type { PolicyView, RuleView, Snapshot } from '../snapshot.ts'

/**
 * The type behind a name in a request: deprecated names are understood; a name nobody knows, or one that the engine
 * does not have, is `E0000002` (spec/4 §1.3).
 */
export function resolveType(name: string, engine: Engine): PolicyType {
  const type = currentTypeName(name)
  if (!Object.hasOwn(POLICY_TYPES, type)) throw invalidType(name)
  requireEngine(type as PolicyType, engine)
  return type as PolicyType
}

/** @throws E0000002 for a type that the engine does not have (spec/4 §1.3) */
export function requireEngine(type: PolicyType, engine: Engine): void {
  if (policyType(type).engine === 'identity' && engine === 'classic') throw invalidType(type)
}

function invalidType(name: string): ApiError {
  return new ApiError('E0000002', {
    values: { why: 'invalid policy type' },
    causes: [{ errorSummary: `type: ${name} is not a policy type of this organization`, location: 'type' }],
  })
}

/** @throws E0000007 with the kind that the type's ids belong to */
export function requirePolicy(snapshot: Snapshot, policyId: string): PolicyView {
  const policy = snapshot.policies.get(policyId)
  if (!policy) throw notFound(policyId, policyId.startsWith('rst') ? 'RuleSetEntity' : 'Policy')
  return policy
}

/** @throws E0000007 for the policy, or for the rule where the policy exists but has no such rule (spec/4 §1.3) */
export function requireRule(
  snapshot: Snapshot,
  policyId: string,
  ruleId: string,
): { policy: PolicyView; rule: RuleView } {
  const policy = requirePolicy(snapshot, policyId)
  const rule = policy.rules.find((candidate) => candidate.id === ruleId)
  if (!rule) throw notFound(ruleId, 'PolicyRule')
  return { policy, rule }
}

/** Refuses what only Identity Engine can do: the requirements of a password reset (spec/4 §1.2). */
export function requireEngineActions(type: PolicyType, actions: Record<string, unknown>, engine: Engine): void {
  if (type !== 'PASSWORD' || engine === 'identity') return
  const { selfServicePasswordReset: reset } = actions as { selfServicePasswordReset?: { requirement?: unknown } }
  if (reset?.requirement !== undefined)
    throw invalid('actions.selfServicePasswordReset.requirement', 'is for Identity Engine only')
}

/** The list that a policy is ordered and named in: its type, and where the type has such, its authorization server. */
export interface PolicyList {
  type: PolicyType
  authorizationServerId: string | null
}

/** Refuses a name that another policy of the list has (spec/4 §1.3). */
export async function requireFreeName(
  unit: Unit,
  { type, authorizationServerId }: PolicyList,
  name: string,
  id = '',
): Promise<void> {
  const sql = 'SELECT 1 FROM policies WHERE type = ? AND authorization_server_id IS ? AND name = ? AND id <> ?'
  if (await unit.statements.first(sql, [type, authorizationServerId, name, id]))
    throw invalid('name', `another policy of this type is named ${name}`)
}

/** New numbers for a list, or 400 on `priority`. */
export function placeOrRefuse(
  type: PolicyType,
  items: readonly Ranked[],
  id: string,
  wanted: number | null,
): Placement {
  try {
    return place(policyType(type).regime, items, id, wanted)
  } catch (error) {
    if (error instanceof PriorityError) throw invalid('priority', error.message)
    throw error
  }
}

/** A part of a default object that stays as the service made it; sending it back unchanged is fine (spec/4 §1.3). */
export function requireUnchanged(name: string, given: unknown, kept: unknown): void {
  if (given === undefined || given === null || canonical(given) === canonical(kept)) return
  throw new ApiError('E0000077', {
    values: { name },
    causes: [{ errorSummary: `${name}: cannot be changed here`, location: name, locationType: 'body' }],
  })
}

/** JSON with sorted keys, so that equal objects compare equal however a client ordered them. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
