import { stat } from 'node:fs/promises'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { BackupFinding, WorkspaceFinding, HookFinding, Workspace } from '#contract/gatehouse/workspace.ts'
import { listConcerns } from '../audit/proof/concerns.ts'
import { listBackupFindings } from '../backups/backup-findings.ts'
import { backupsOf } from '../backups/list-backups.ts'
import { listHookFindings } from '../event-hooks/hook-findings.ts'
import { countChanges } from '../drafts/drafts.sql.ts'
import { listPolicyFindings } from '../policies/compute-audience.ts'
import type { Service } from '../service/service.ts'
import { readSetting } from '../service/settings.ts'
import { vocabularyName } from '../vocabulary/vocabulary-setting.ts'
import { countPoliciesByType, hasOwnerAlone, readCounts } from './workspace.sql.ts'

/** The facts that the Overview shows of the service and its file. */
export async function describeWorkspace(service: Service): Promise<Workspace> {
  const { read, file } = service.store
  const [counts, byType, organization, sampleLoaded, copied] = await Promise.all([
    readCounts(read, (kind) => service.reader.visible('read', kind).condition),
    countPoliciesByType(read),
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
    vocabulary: vocabularyName(service),
    hasFaults: service.faults.current !== null,
    hasOwnerAlone: await hasOwnerAlone(read),
    sampleLoaded: sampleLoaded ?? false,
    draft: service.draft && {
      id: service.draft.id,
      name: await service.draft.name(),
      changes: await countChanges(read),
    },
    counts: { ...counts, policies },
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
  'contradictory-rule',
  'equal-rule',
  'no-active-rule',
  'redundant-rule',
  'needless-condition',
  'not-decided',
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
