import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupKind, WorkspaceBackup, WorkspaceBackups } from '#contract/gatehouse/backup.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { automaticBackups, automaticFolder, backupBeside } from '#db/backup-names.ts'
import type { Service } from '../service/service.ts'
import { readBackupSettings } from './backup-settings.ts'

/** What the name of a backup says; no moment where it holds none. */
interface Named {
  file: string
  kind: BackupKind
  created: string | null
}

/** Names in a folder; none where there is no such folder, or none that can be read. */
export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Adds what the file itself says. @throws where it is gone */
export async function describeBackup({ file, kind, created }: Named): Promise<WorkspaceBackup> {
  const { size, mtime } = await stat(file)
  return { file, kind, created: created ?? mtime.toISOString(), sizeBytes: size }
}

/** The backups of a workspace file, the newest first. */
export async function backupsOf(file: string): Promise<WorkspaceBackup[]> {
  const folder = automaticFolder(file)
  const automatic = automaticBackups(await namesIn(folder)).map(({ name, created }): Named => ({
    file: join(folder, name),
    kind: 'AUTOMATIC',
    created,
  }))
  const beside = (await namesIn(dirname(file))).flatMap((name): Named[] => {
    const backup = backupBeside(file, name)
    return backup ? [{ file: join(dirname(file), name), ...backup }] : []
  })
  // By name first: what is looked at has a bound, however many there are.
  const newest = beside.sort((a, b) => (a.file < b.file ? 1 : -1)).slice(0, LIMITS.backupsListed)
  const found = [...automatic.slice(0, LIMITS.backupsListed), ...newest].map((named) =>
    describeBackup(named).catch(() => null),
  )
  const backups = (await Promise.all(found)).filter((backup) => backup !== null)
  return backups.sort((a, b) => (a.created < b.created ? 1 : -1)).slice(0, LIMITS.backupsListed)
}

/** The backups of the workspace, and how the automatic ones are. */
export async function listBackups({ store, reader, backups }: Service): Promise<WorkspaceBackups> {
  return {
    settings: await readBackupSettings(reader),
    folder: automaticFolder(store.file),
    failure: backups.failure,
    backups: await backupsOf(store.file),
  }
}
