import { backUpBeside } from '#operations/backups/back-up.ts'
import { writeBackupSettings } from '#operations/backups/backup-settings.ts'
import { listBackups } from '#operations/backups/list-backups.ts'
import type { backupRoutes } from '#contract/routes/backups.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const backupHandlers: HandlerTable<typeof backupRoutes> = {
  listBackups: async ({ service }) => ({ body: await listBackups(service) }),

  backUpWorkspace: async ({ service }) => ({ body: await backUpBeside(service) }),

  replaceBackupSettings: async ({ write, body }) => {
    await write((tx) => writeBackupSettings(tx, body))
    return { body }
  },
}
