import { ApiError, invalid } from '../../contract/api-error.ts'
import { isAuthenticatorKey } from '../../contract/authenticator-table.ts'
import { authenticatorTraits } from '../../contract/supporting/authenticator.ts'
import type { Service, Unit } from '../service.ts'
import type { PolicyView, Snapshot } from '../snapshot.ts'
import type { SupportingChecks, SupportingRow } from './objects.ts'

/** What an organization may not do with its authenticators (spec/4 §1.2). */
export const authenticatorChecks: SupportingChecks = { create: requireFreeKey, deactivate: requireUnused, remove }

async function requireFreeKey(unit: Unit, key: string | null): Promise<void> {
  if (!key || (isAuthenticatorKey(key) && authenticatorTraits(key).several)) return
  const sql = `SELECT 1 FROM supporting_objects WHERE kind = 'authenticator' AND key = ?`
  if (await unit.statements.first(sql, [key])) throw invalid('key', `the organization has ${key} already`)
}

/** @throws E0000148 with the names of the policies that use it; password and email stay whatever policies say */
async function requireUnused(service: Service, row: SupportingRow): Promise<void> {
  if (row.system === 1) throw invalid('status', `${row.key} stays active`)
  const sql = `SELECT 1 FROM supporting_objects WHERE kind = 'authenticator' AND status = 'ACTIVE' AND key = ? AND id <> ?`
  const isLast = !(await service.store.read.first(sql, [row.key, row.id]))
  const users = policiesUsing(await service.snapshot(), { ...row, isLast }).map((policy) => policy.name)
  if (users.length === 0) return
  const names = users.join(', ')
  throw new ApiError('E0000148', {
    values: { names },
    causes: [{ errorSummary: `${row.name} is used by ${users.length === 1 ? 'the policy' : 'the policies'} ${names}` }],
  })
}

function remove(row: SupportingRow): void {
  if (row.system === 1) throw new ApiError('E0000006')
  if (row.status === 'ACTIVE')
    throw new ApiError('E0000107', {
      causes: [{ errorSummary: `${row.name} is active; deactivate it first`, location: 'status' }],
    })
}

interface EnrollmentSettings {
  authenticators?: { key: string; id?: string; enroll?: { self: string } }[]
}

interface AppSignOn {
  verificationMethod?: {
    constraints?: Partial<Record<'knowledge' | 'possession', { authenticationMethods?: { key: string }[] }>>[]
  }
}

interface Used extends Pick<SupportingRow, 'id' | 'key'> {
  /** Whether no other of its key is enabled: what names only the key would be left with none. */
  isLast: boolean
}

function enrolls({ settings }: PolicyView, { id, key, isLast }: Used): boolean {
  return ((settings as EnrollmentSettings | null)?.authenticators ?? []).some(
    (entry) =>
      entry.key === key && (entry.id ? entry.id === id : isLast) && entry.enroll && entry.enroll.self !== 'NOT_ALLOWED',
  )
}

interface PasswordReset {
  requirement?: { primary?: { methodConstraints?: { allowedAuthenticators: { key: string }[] }[] } }
}

function resetsBy({ rules }: PolicyView, { key, isLast }: Used): boolean {
  if (!isLast) return false
  return rules.some((rule) =>
    (rule.actions['selfServicePasswordReset'] as PasswordReset | undefined)?.requirement?.primary?.methodConstraints
      ?.flatMap(({ allowedAuthenticators }) => allowedAuthenticators)
      .some((allowed) => allowed.key === key),
  )
}

function asksFor({ rules }: PolicyView, { key, isLast }: Used): boolean {
  if (!isLast) return false
  return rules.some((rule) =>
    ((rule.actions['appSignOn'] as AppSignOn | undefined)?.verificationMethod?.constraints ?? [])
      .flatMap((constraint) => [constraint.knowledge, constraint.possession])
      .some((side) => side?.authenticationMethods?.some((method) => method.key === key)),
  )
}

/** Policies, active or not, that let people enroll the authenticator or whose rules ask for it by its key. */
export function policiesUsing({ byType }: Snapshot, used: Used): PolicyView[] {
  return [
    ...(byType.get('MFA_ENROLL') ?? []).filter((policy) => enrolls(policy, used)),
    ...(byType.get('PASSWORD') ?? []).filter((policy) => resetsBy(policy, used)),
    ...(byType.get('ACCESS_POLICY') ?? []).filter((policy) => asksFor(policy, used)),
  ]
}
