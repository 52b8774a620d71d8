import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'

/** Why a backup was made: each day by the service, on request, before a migration, or before another backup was restored. */
const BACKUP_KINDS = ['AUTOMATIC', 'MANUAL', 'BEFORE_MIGRATION', 'BEFORE_RESTORE'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** A copy of the workspace on this machine. */
export const workspaceBackupSchema = z
  .object({
    file: z.string().meta({ description: 'Absolute path' }),
    kind: z.enum(BACKUP_KINDS),
    created: momentSchema,
    sizeBytes: z.int(),
  })
  .meta({ id: 'WorkspaceBackup' })
export type WorkspaceBackup = z.output<typeof workspaceBackupSchema>

export const backupSettingsSchema = z
  .object({ automatic: z.boolean().meta({ description: 'Whether the service makes a backup each day' }) })
  .meta({ id: 'BackupSettings' })
export type BackupSettings = z.output<typeof backupSettingsSchema>

/** Why the last automatic backup is missing; the next look, within the hour, tries again. */
const backupFailureSchema = z.object({
  time: momentSchema,
  /** One sentence for an administrator. */
  message: z.string(),
})
export type BackupFailure = z.output<typeof backupFailureSchema>

export const workspaceBackupsSchema = z
  .object({
    settings: backupSettingsSchema,
    folder: z.string().meta({ description: 'Absolute path of the folder of automatic backups' }),
    failure: backupFailureSchema.nullable().meta({ description: 'Null once an automatic backup succeeded again' }),
    backups: z.array(workspaceBackupSchema).meta({ description: 'The newest first' }),
  })
  .meta({ id: 'WorkspaceBackups' })
export type WorkspaceBackups = z.output<typeof workspaceBackupsSchema>
