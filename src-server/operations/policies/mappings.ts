import { sqlCondition } from '#db/tables/table.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { appTarget, changeDetails, policyTarget } from '#contract/log/targets.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps, policyMappings, type AppRecord, type PolicyMappingRecord } from '#db/tables/apps.ts'
import { policies, type PolicyRow } from '#db/tables/policies.ts'
import type { AppWithPolicies } from '../snapshot/apps.sql.ts'
import { mapToDefaults } from '../apps/default-mappings.ts'
import { requirePolicyRow } from '../snapshot/read-policies.ts'
import { readAppsOfPolicy, readMappingsOf } from './policies.sql.ts'

const MAX_APPS = 10_000

/** Applications that a policy decides for by its own mapping, not by fallback. */
export async function listAppsOfPolicy(
  reader: Reader,
  policyId: string,
  { limit = MAX_APPS, after }: { limit?: number; after?: string },
): Promise<Page<AppWithPolicies & { mappingId: string }>> {
  await requirePolicyRow(reader, policyId)
  const condition = reader.visible('read', 'app').on('a.id')
  const page = { policyId, condition, after: startAfter('app', after), limit: limit + 1 }
  const { items, next } = cutPage(await readAppsOfPolicy(reader, page), limit, ({ id }) => id)
  const ids = items.map(({ id }) => id)
  const mappings = await readMappingsOf(reader, policyId, ids)
  const byApp = new Map(mappings.map(({ id, appId }) => [appId, id]))
  return { items: items.map((app) => ({ ...app, mappingId: byApp.get(app.id) as string })), next }
}

/** The mappings of a policy, by id. @throws ApiError E0000007 for an unknown policy */
export async function listMappings(reader: Reader, policyId: string): Promise<PolicyMappingRecord[]> {
  await requirePolicyRow(reader, policyId)
  const { condition } = reader.visible('read', 'mapping')
  return policyMappings.findAll(reader, { where: { policyId, ...sqlCondition(condition) }, order: ['id'] })
}

/** @throws ApiError E0000007 */
export async function requireMapping(
  reader: Reader,
  policyId: string,
  mappingId: string,
): Promise<PolicyMappingRecord> {
  await requirePolicyRow(reader, policyId)
  const found = await policyMappings.findOne(reader, { where: { policyId, id: mappingId } })
  return found ?? policyMappings.missing(mappingId)
}

function assertMappable({ type, resourceType }: PolicyRow): void {
  if (policyType(type).selection !== 'app')
    throw invalid('policyId', `policies of type ${type} are not found through applications`, 'path')
  if (resourceType !== null && resourceType !== 'APP')
    throw invalid('policyId', `this policy is for ${resourceType}, not for applications`, 'path')
}

function assertOwn({ system, label }: AppRecord): void {
  if (system) throw invalid('Policy', `the policy of ${label} cannot be changed`, 'path')
}

/**
 * Gives an application another authentication or profile enrollment policy; asking for the mapping that it has leaves no event.
 * @throws ApiError E0000001 for an application of the platform itself, a type that is not found through applications, or the
 *   policy of account management (spec/4 §1.3, §1.5)
 * @param id of a mapping that comes back: its own again
 */
export async function mapApplication(
  tx: Tx,
  appId: string,
  policyId: string,
  id: string = tx.newId('mapping'),
): Promise<PolicyMappingRecord> {
  const policy = await requirePolicyRow(tx, policyId)
  const app = await apps.require(tx, appId)
  tx.authorize('policy.mapping.create', [policyTarget(policy), appTarget(app)])
  assertMappable(policy)
  assertOwn(app)
  const before = await mappingOf(tx, appId, policy.type)
  if (before?.policyId === policyId) return before
  const mapping = { id, appId, policyId, policyType: policy.type }
  const details = changeDetails(await nameOfPolicy(tx, before), { policyId, policyName: policy.name })
  if (before) await policyMappings.remove(tx, before)
  await policyMappings.insert(tx, mapping)
  tx.record({ type: 'policy.mapping.create', targets: [policyTarget(policy), appTarget(app, details)] })
  return mapping
}

/** Removes a mapping; the application is mapped to the default policy of the type instead, if its kind gets one. */
export async function deleteMapping(tx: Tx, policyId: string, mappingId: string): Promise<void> {
  const mapping = await requireMapping(tx, policyId, mappingId)
  const policy = await requirePolicyRow(tx, policyId)
  const app = await apps.require(tx, mapping.appId)
  const type = 'application.policy.sign_on.update'
  tx.authorize(type, [policyTarget(policy), appTarget(app)])
  assertOwn(app)
  await policyMappings.remove(tx, mapping)
  await mapToDefaults(tx, app.id)
  const after = await mappingOf(tx, app.id, policy.type)
  const details = changeDetails({ policyId, policyName: policy.name }, await nameOfPolicy(tx, after))
  tx.record({ type, targets: [policyTarget(policy), appTarget(app, details)] })
}

function mappingOf(reader: Reader, appId: string, type: PolicyType): Promise<PolicyMappingRecord | undefined> {
  return policyMappings.findOne(reader, { where: { appId, policyType: type } })
}

/** The policy of a mapping as events show it; nothing without a mapping. */
async function nameOfPolicy(reader: Reader, mapping: PolicyMappingRecord | undefined) {
  const policy = mapping && (await policies.get(reader, mapping.policyId))
  return policy ? { policyId: policy.id, policyName: policy.name } : {}
}
