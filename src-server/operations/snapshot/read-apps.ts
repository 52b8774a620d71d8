import type { Reader } from '#audit-log/transaction.ts'
import type { SqlValue } from '#db/driver.ts'
import { apps, policyMappings, type AppRecord } from '#db/tables/apps.ts'
import { logos } from '#db/tables/logos.ts'
import { policies } from '#db/tables/policies.ts'
import { settings } from '#db/tables/settings.ts'
import { APP_LOGO, type AppLogo } from './app-logo.ts'
import { MAPPED_POLICIES, type MappedPolicies } from './mapped-policies.ts'

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

/** What {@link readApps} reads from, beside what a caller joins; with a policy go its mappings, by the file's own rules. */
export const APP_TABLES = [apps, policies, policyMappings, logos, settings] as const

/** @throws ApiError E0000007 */
export async function requireApp(reader: Reader, appId: string): Promise<AppWithPolicies> {
  return (await readApps(reader, 'WHERE a.id = ?', [appId]))[0] ?? apps.missing(appId)
}
