import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { POLICY_TYPES, currentTypeName, policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { policies } from '#db/tables/policies.ts'
import { assertUniqueName } from '../service/checks.ts'

/**
 * The type behind a name in a request: deprecated names are understood; a name no one knows, or one that the engine
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
export function assertUniquePolicyName(
  reader: Reader,
  { type, authorizationServerId }: PolicyList,
  name: string,
  except?: string,
): Promise<void> {
  const among = { type, authorizationServerId }
  return assertUniqueName(reader, policies, 'policy of this type', name, { among, except })
}
