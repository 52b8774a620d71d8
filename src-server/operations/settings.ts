import type { DeveloperSettings } from '../contract/event-hook.ts'
import type { Statements } from '../db/statements.ts'

/** Facts of the workspace that are no resource of the interface. */
export interface WorkspaceSettings {
  engine: 'identity' | 'classic'
  organization: { id: string; name: string }
  /** Who the first token acts for: the person at this machine, not a user of the directory. */
  administrator: { id: string; login: string; displayName: string }
  sampleLoaded: boolean
  /** ISO 8601; when a person last copied the workspace elsewhere. Backups made before a migration stand beside the file. */
  lastBackup: string
  developer: DeveloperSettings
}

export async function readSetting<K extends keyof WorkspaceSettings>(
  read: Statements,
  key: K,
): Promise<WorkspaceSettings[K] | null> {
  const row = await read.first<{ value: string }>('SELECT value FROM settings WHERE key = ?', [key])
  return row ? (JSON.parse(row.value) as WorkspaceSettings[K]) : null
}

export async function writeSetting<K extends keyof WorkspaceSettings>(
  write: Statements,
  key: K,
  value: WorkspaceSettings[K],
): Promise<void> {
  const sql = 'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  await write.run(sql, [key, JSON.stringify(value)])
}
