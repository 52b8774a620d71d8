import { stat } from 'node:fs/promises'
import { POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { BackupFinding, WorkspaceFinding, HookFinding, Workspace } from '#contract/gatehouse/workspace.ts'
import { listConcerns } from '../audit/proof/concerns.ts'
import { listBackupFindings } from '../backups/backup-findings.ts'
import { backupsOf } from '../backups/list-backups.ts'
import { listHookFindings } from '../event-hooks/hook-findings.ts'
import { listPolicyFindings } from '../policies/compute-audience.ts'
import type { KindName } from '#contract/kinds.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { Service } from '../service/service.ts'
import { readSetting } from '../service/settings.ts'

/** What each count is of. */
const COUNTED: Readonly<Record<string, { table: string; kind: KindName; only?: string }>> = {
  rules: { table: 'policy_rules', kind: 'policyRule' },
  users: { table: 'users', kind: 'user', only: `status <> 'DEPROVISIONED'` },
  groups: { table: 'groups', kind: 'group' },
  apps: { table: 'apps', kind: 'app' },
  zones: { table: 'zones', kind: 'zone' },
  events: { table: 'log_events', kind: 'logEvent' },
}

/** How much there is of what the caller may see. WHY no condition that always holds: SQLite counts rows without one at once. */
function countsFor({ visible }: Pick<Reader, 'visible'>): string {
  const counts = Object.entries(COUNTED).map(([name, { table, kind, only = '1' }]) => {
    const conditions = [only, visible('read', kind).condition].filter((condition) => condition !== '1')
    return `(SELECT count(*) FROM ${table}${conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''}) AS ${name}`
  })
  return `SELECT ${counts.join(', ')}`
}

/** The facts that the Overview shows of the service and its file. */
export async function describeWorkspace(service: Service): Promise<Workspace> {
  const { read, file } = service.store
  const [counts, byType, organization, sampleLoaded, copied] = await Promise.all([
    read.first<Omit<Workspace['counts'], 'policies'>>(countsFor(service.reader)),
    read.all<{ type: PolicyType; count: number }>('SELECT type, count(*) AS count FROM policies GROUP BY type'),
    readSetting(read, 'organization'),
    readSetting(read, 'sampleLoaded'),
    readSetting(read, 'lastBackup'),
  ])
  const shownTypes = service.reader.visible('read', 'policy').of(byType)
  const policies = Object.fromEntries(
    POLICY_TYPE_NAMES.map((type) => [type, shownTypes.find((row) => row.type === type)?.count ?? 0]),
  ) as Workspace['counts']['policies']
  return {
    version: service.version,
    startedAt: service.startedAt,
    url: service.url(),
    engine: service.engine(),
    organization: organization?.name ?? '',
    file,
    sizeBytes: await sizeOf(file),
    fileState: service.store.fileState(),
    logConcerns: await listConcerns(service),
    tokenFile: service.tokenFile(),
    lastBackup:
      [copied, (await backupsOf(file))[0]?.created ?? null]
        .filter((time) => time !== null)
        .sort()
        .at(-1) ?? null,
    sampleLoaded: sampleLoaded ?? false,
    counts: { ...(counts as Omit<Workspace['counts'], 'policies'>), policies },
  }
}

async function sizeOf(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      stat(path).then(
        (s) => s.size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Finding = WorkspaceFinding | HookFinding | BackupFinding

const WORST_FIRST: Finding['kind'][] = [
  'cannot-be-satisfied',
  'denies-many',
  'failed-backup',
  'failing-hook',
  'paused-hook',
  'reaches-no-one',
  'unverified-hook',
  'one-factor-for-all',
  'exemption',
  'dangling-reference',
  'shadowed-rule',
  'no-active-rule',
]

/** What an administrator should look at, worst first; one finding a kind for each policy, rule or hook. */
export async function listFindings(service: Service): Promise<Finding[]> {
  const found: Finding[] = [
    ...(await listPolicyFindings(service)),
    ...(await listHookFindings(service)),
    ...listBackupFindings(service),
  ]
  return found.sort((a, b) => WORST_FIRST.indexOf(a.kind) - WORST_FIRST.indexOf(b.kind))
}
