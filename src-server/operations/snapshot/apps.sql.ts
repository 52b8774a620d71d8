import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { SqlValue } from '#db/driver.ts'
import { apps, policyMappings, type AppRecord } from '#db/tables/apps.ts'
import { logos } from '#db/tables/logos.ts'
import { policies } from '#db/tables/policies.ts'
import { settings } from '#db/tables/settings.ts'

/** The picture of an application; null where it has none of its own. */
export interface AppLogo {
  logoId: string | null
  /** The picture's media type. */
  logoType: string | null
}

/** The columns of {@link AppLogo} in a SELECT from `apps a`. */
export const APP_LOGO = `(SELECT id FROM logos WHERE app_id = a.id) AS logoId,
  (SELECT type FROM logos WHERE app_id = a.id) AS logoType`

/** The policies that an application is mapped to; null where it has none of the type. */
export interface MappedPolicies {
  accessPolicyId: string | null
  profileEnrollmentId: string | null
}

const mapped = (type: PolicyType) =>
  `(SELECT policy_id FROM policy_mappings WHERE app_id = a.id AND policy_type = '${type}')`

/** The columns of {@link MappedPolicies} in a SELECT from `apps a`. */
export const MAPPED_POLICIES = `${mapped('ACCESS_POLICY')} AS accessPolicyId,
  ${mapped('PROFILE_ENROLLMENT')} AS profileEnrollmentId`

/** An application with its policies, its picture, and the organization that it is of. */
export type AppWithPolicies = AppRecord & MappedPolicies & AppLogo & { organizationId: string }

const ORGANIZATION_ID = `(SELECT value ->> '$.id' FROM settings WHERE key = 'organization') AS organizationId`

/** Applications in the order of a tail such as `WHERE a.id = ?`. @param source what is joined to `apps a` */
export async function readApps(
  reader: Pick<Reader, 'all'>,
  tail: string,
  params: readonly SqlValue[],
  source = 'apps a',
): Promise<AppWithPolicies[]> {
  const columns = [apps.select('a'), MAPPED_POLICIES, APP_LOGO, ORGANIZATION_ID].join(', ')
  const rows = await reader.all<object>(`SELECT ${columns} FROM ${source} ${tail}`, params)
  return rows.map((row) => apps.fromRow<AppWithPolicies>(row))
}

/** The tables that {@link readApps} reads, besides those that a caller joins. Deleting a policy cascades to its mappings. */
export const APP_TABLES = [apps, policies, policyMappings, logos, settings] as const

/** @throws ApiError E0000007 */
export async function requireApp(reader: Reader, appId: string): Promise<AppWithPolicies> {
  return (await readApps(reader, 'WHERE a.id = ?', [appId]))[0] ?? apps.missing(appId)
}
