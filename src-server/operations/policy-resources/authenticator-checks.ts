import { Op } from 'sequelize'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { isAuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { stepsOf, type MethodChain } from '#contract/policy/chain-match.ts'
import { authenticatorTraits } from '#contract/policy/resources/authenticator.ts'
import type { EnrollmentSettings } from '#contract/policy/settings.ts'
import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { readAuthenticators, readPolicies, type PolicyView } from '../snapshot/read-policies.ts'

/** Checks of one collection beyond those that all have. */
interface PolicyResourceChecks {
  create?: (reader: Reader, key: string | null) => Promise<void>
  deactivate?: (reader: Reader, record: PolicyResourceRecord) => Promise<void>
  remove?: (record: PolicyResourceRecord) => void
}

/** What each collection refuses (spec/4 §1.2). */
export const CHECKS: Readonly<Record<PolicyResourceKind, PolicyResourceChecks>> = {
  authenticator: { create: assertUniqueKey, deactivate: requireUnused, remove: assertRemovable },
  behavior: {},
  deviceAssurance: {},
  identityProvider: {},
}

async function assertUniqueKey(reader: Reader, key: string | null): Promise<void> {
  if (!key || (isAuthenticatorKey(key) && authenticatorTraits(key).several)) return
  if (await policyResources.exists(reader, { kind: 'authenticator', key }))
    throw invalid('key', `the organization has ${key} already`)
}

/** Whether another authenticator of a key is enabled. */
const isAnotherEnabled = (reader: Reader, key: string, id: string) =>
  policyResources.exists(reader, { kind: 'authenticator', status: 'ACTIVE', key, id: { [Op.ne]: id } })

/** @throws ApiError E0000148 with the names of the policies that use it, E0000060 for the password, which stays */
async function requireUnused(reader: Reader, record: PolicyResourceRecord): Promise<void> {
  const { id, key, name, system } = record
  if (system) throw new ApiError('E0000060')
  const isLast = key === null || !(await isAnotherEnabled(reader, key, id))
  const policies = await readPolicies(reader, {
    engine: reader.engine,
    authenticators: await readAuthenticators(reader),
  })
  const users = policiesUsing(policies, { id, key, isLast }).map((policy) => policy.name)
  if (users.length === 0) return
  const names = users.join(', ')
  throw new ApiError('E0000148', {
    values: { names },
    causes: [{ errorSummary: `${name} is used by ${users.length === 1 ? 'the policy' : 'the policies'} ${names}` }],
  })
}

function assertRemovable({ system, status, name }: PolicyResourceRecord): void {
  if (system) throw new ApiError('E0000006')
  if (status === 'ACTIVE')
    throw new ApiError('E0000107', {
      causes: [{ errorSummary: `${name} is active; deactivate it first`, location: 'status' }],
    })
}

interface AppSignOn {
  verificationMethod?: {
    constraints?: Partial<Record<'knowledge' | 'possession', { authenticationMethods?: { key: string }[] }>>[]
    chains?: MethodChain[]
  }
}

interface Used extends Pick<PolicyResourceRecord, 'id' | 'key'> {
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
  return rules.some((rule) => {
    const method = (rule.actions['appSignOn'] as AppSignOn | undefined)?.verificationMethod
    const named = [
      ...(method?.constraints ?? []).flatMap(({ knowledge, possession }) => [knowledge, possession]),
      ...(method?.chains ?? []).flatMap(stepsOf),
    ]
    return named.some((part) => part?.authenticationMethods?.some((one) => one.key === key))
  })
}

/** Policies, active or not, that let people enroll the authenticator or whose rules ask for it by its key. */
function policiesUsing(policies: readonly PolicyView[], used: Used): PolicyView[] {
  const byType = Map.groupBy(policies, ({ type }) => type)
  return [
    ...(byType.get('MFA_ENROLL') ?? []).filter((policy) => enrolls(policy, used)),
    ...(byType.get('PASSWORD') ?? []).filter((policy) => resetsBy(policy, used)),
    ...(byType.get('ACCESS_POLICY') ?? []).filter((policy) => asksFor(policy, used)),
  ]
}
