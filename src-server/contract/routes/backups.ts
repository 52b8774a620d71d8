import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { backupSettingsSchema, workspaceBackupSchema, workspaceBackupsSchema } from '../gatehouse/backup.ts'

const manage = { tag: 'Gatehouse', scope: 'svc.orgs.manage' } as const
const BACKUPS = '/gatehouse/v1/workspace/backups'

/** Copies of the workspace file. WHY none restores one: the service that would answer has the file open. */
export const backupRoutes = {
  listBackups: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: BACKUPS,
    summary: 'List the backups of the workspace',
    description: `Those beside its file, and the automatic ones: the newest ${LIMITS.backupsListed}.`,
    responses: { 200: workspaceBackupsSchema },
  }),
  backUpWorkspace: defineRoute({
    ...manage,
    method: 'POST',
    path: BACKUPS,
    summary: 'Back up the workspace beside its file',
    description:
      'The copy has the moment in its name and can be opened as a workspace; one of a file that was deleted or moved as well.',
    responses: { 200: workspaceBackupSchema },
  }),
  replaceBackupSettings: defineRoute({
    ...manage,
    method: 'PUT',
    path: `${BACKUPS}/settings`,
    summary: 'Switch automatic backups on or off',
    description: `The service makes one each day on which something changed, and keeps the newest ${LIMITS.automaticBackups}.`,
    body: backupSettingsSchema,
    responses: { 200: backupSettingsSchema },
  }),
}
