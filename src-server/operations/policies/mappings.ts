import { invalid, notFound } from '../../contract/api-error.ts'
import { policyType } from '../../contract/policy-types.ts'
import { newId } from '../../db/ids.ts'
import { APP_COLUMNS, requireApp, type AppRow } from '../apps/apps.ts'
import type { PolicyView } from '../snapshot.ts'
import { appTarget, changeDetails, policyTarget } from '../audit/targets.ts'
import { cutPage, startAfter, type Page } from '../page.ts'
import type { Act, Service, Unit } from '../service.ts'
import { requirePolicy } from './check.ts'
import { mapToDefaults } from './default-mappings.ts'

/** A mapping as it is read. */
export interface MappingRow {
  id: string
  app_id: string
  policy_id: string
}

/** Applications that a policy decides for by its own mapping, not by fallback. */
export async function listAppsOfPolicy(
  service: Service,
  policyId: string,
  { limit, after }: { limit?: number; after?: string },
): Promise<Page<AppRow>> {
  requirePolicy(await service.snapshot(), policyId)
  const max = limit ?? 10_000
  const sql = `SELECT ${APP_COLUMNS} FROM policy_mappings m JOIN apps a ON a.id = m.app_id
    WHERE m.policy_id = ? AND a.id > ? ORDER BY a.id LIMIT ?`
  return cutPage(
    await service.store.read.all<AppRow>(sql, [policyId, startAfter('app', after), max + 1]),
    max,
    (row) => row.id,
  )
}

/** What links a policy to applications, by id. @throws E0000007 for an unknown policy */
export async function listMappings(service: Service, policyId: string): Promise<MappingRow[]> {
  requirePolicy(await service.snapshot(), policyId)
  return service.store.read.all<MappingRow>(
    'SELECT id, app_id, policy_id FROM policy_mappings WHERE policy_id = ? ORDER BY id',
    [policyId],
  )
}

/** @throws E0000007 */
export async function requireMapping(service: Service, policyId: string, mappingId: string): Promise<MappingRow> {
  const found = (await listMappings(service, policyId)).find((mapping) => mapping.id === mappingId)
  if (!found) throw notFound(mappingId, 'PolicyMapping')
  return found
}

function requireMappable({ type, resourceType }: PolicyView): void {
  if (policyType(type).selection !== 'app')
    throw invalid('policyId', `policies of type ${type} are not found through applications`, 'path')
  if (resourceType !== null && resourceType !== 'APP')
    throw invalid('policyId', `this policy is for ${resourceType}, not for applications`, 'path')
}

function requireOwnPolicy(app: AppRow): void {
  if (app.system === 1) throw invalid('Policy', `the policy of ${app.label} cannot be changed`, 'path')
}

/**
 * Gives an application another authentication or profile enrollment policy; mapping it to the default is as good as
 * any, and asking for the mapping that it has leaves no event. @throws E0000001 for an application of the platform itself, a type that is not found through
 * applications, or the policy of account management (spec/4 §1.3, §1.5)
 */
export function mapApplication(service: Service, act: Act, appId: string, policyId: string): Promise<MappingRow> {
  return service.write(act, async (unit) => {
    const policy = requirePolicy(await service.snapshot(), policyId)
    const app = await requireApp(service, appId)
    unit.attempt({ type: 'policy.mapping.create', targets: [policyTarget(policy), appTarget(app)] })
    requireMappable(policy)
    requireOwnPolicy(app)
    const sql = 'SELECT id, app_id, policy_id FROM policy_mappings WHERE app_id = ? AND policy_id = ?'
    const kept = await unit.statements.first<MappingRow>(sql, [appId, policyId])
    if (kept) return kept
    const before = await policyOfApp(unit, appId, policy.type)
    const id = newId('mapping')
    await unit.statements.run('DELETE FROM policy_mappings WHERE app_id = ? AND policy_type = ?', [appId, policy.type])
    await unit.statements.run('INSERT INTO policy_mappings (id, app_id, policy_id, policy_type) VALUES (?, ?, ?, ?)', [
      id,
      appId,
      policyId,
      policy.type,
    ])
    const details = changeDetails(nameOfPolicy(before), nameOfPolicy(policy))
    unit.record({ type: 'policy.mapping.create', targets: [policyTarget(policy), appTarget(app, details)] })
    return { id, app_id: appId, policy_id: policyId }
  })
}

/** Takes a mapping away; the application is mapped to the default policy of the type instead, if its kind gets one. */
export function deleteMapping(service: Service, act: Act, policyId: string, mappingId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const mapping = await requireMapping(service, policyId, mappingId)
    const policy = requirePolicy(await service.snapshot(), policyId)
    const app = await requireApp(service, mapping.app_id)
    const type = 'application.policy.sign_on.update'
    unit.attempt({ type, targets: [policyTarget(policy), appTarget(app)] })
    requireOwnPolicy(app)
    await unit.statements.run('DELETE FROM policy_mappings WHERE id = ?', [mappingId])
    await mapToDefaults(unit)
    const after = await policyOfApp(unit, app.id, policy.type)
    const details = changeDetails(nameOfPolicy(policy), nameOfPolicy(after))
    unit.record({ type, targets: [policyTarget(policy), appTarget(app, details)] })
  })
}

/** What an event tells of the policy that an application has; nothing of none. */
function nameOfPolicy(policy: { id: string; name: string } | undefined) {
  return policy ? { policyId: policy.id, policyName: policy.name } : {}
}

function policyOfApp({ statements }: Unit, appId: string, type: string) {
  const sql = `SELECT p.id, p.name FROM policy_mappings m JOIN policies p ON p.id = m.policy_id
    WHERE m.app_id = ? AND m.policy_type = ?`
  return statements.first<{ id: string; name: string }>(sql, [appId, type])
}
