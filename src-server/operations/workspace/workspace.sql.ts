import type { KindName } from '#contract/kinds.ts'
import type { Workspace } from '#contract/gatehouse/workspace.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Reader } from '#db/connection.ts'

type Counts = Omit<Workspace['counts'], 'policies'>

/** The table and the condition of each count. */
const COUNTED: Readonly<Record<keyof Counts, { table: string; kind: KindName; only?: string }>> = {
  rules: { table: 'policy_rules', kind: 'policyRule' },
  users: { table: 'users', kind: 'user', only: `status <> 'DEPROVISIONED'` },
  groups: { table: 'groups', kind: 'group' },
  apps: { table: 'apps', kind: 'app' },
  zones: { table: 'zones', kind: 'zone' },
  events: { table: 'log_events', kind: 'logEvent' },
}

/**
 * The number of objects of each kind. WHY no condition that always holds: SQLite counts rows without one at once.
 * @param visibleOf which of a kind are seen, in SQL
 */
export async function readCounts(reader: Reader, visibleOf: (kind: KindName) => string): Promise<Counts> {
  const counts = Object.entries(COUNTED).map(([name, { table, kind, only = '1' }]) => {
    const conditions = [only, visibleOf(kind)].filter((condition) => condition !== '1')
    return `(SELECT count(*) FROM ${table}${conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''}) AS ${name}`
  })
  return (await reader.first<Counts>(`SELECT ${counts.join(', ')}`)) as Counts
}

/** The number of policies by type; types without a policy are left out. */
export function countPoliciesByType(reader: Reader) {
  return reader.all<{ type: PolicyType; count: number }>('SELECT type, count(*) AS count FROM policies GROUP BY type')
}

/** Whether there is no second person. */
export async function hasOwnerAlone(reader: Reader): Promise<boolean> {
  return (await reader.first('SELECT 1 FROM users LIMIT 1 OFFSET 1')) === undefined
}

/** The version of SQLite. */
export async function sqliteVersion(reader: Reader): Promise<string> {
  return (await reader.first<{ version: string }>('SELECT sqlite_version() AS version'))?.version ?? ''
}

/** The number of objects that a new workspace does not have; policies are not counted. */
export async function countOwnContent(reader: Pick<Reader, 'first'>): Promise<number | undefined> {
  const own = await reader.first<{ count: number }>(`SELECT
    (SELECT count(*) FROM users WHERE id <> coalesce((SELECT value ->> 'id' FROM settings WHERE key = 'owner' AND json_valid(value)), '')) + (SELECT count(*) FROM groups WHERE type <> 'BUILT_IN')
    + (SELECT count(*) FROM apps WHERE system = 0) + (SELECT count(*) FROM zones WHERE system = 0)
    + (SELECT count(*) FROM supporting_objects WHERE kind <> 'authenticator') AS count`)
  return own?.count
}
