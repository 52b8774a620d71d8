import type { WhereOptions } from 'sequelize'
import type { RequestContext } from '#audit-log/request-context.ts'
import { targetOf } from '#contract/log/targets.ts'
import { directoryImports, type DirectoryImportRecord } from '#db/tables/directory-imports.ts'
import type { Service } from '../../service/service.ts'
import { beginRevert, forgetImport, isBusy } from './imports.ts'

/**
 * At the start, once the jobs of the last run are seen to: files of earlier runs are gone, and with them the imports that only had a file;
 * what was neither applied nor taken back whole goes back.
 */
export async function recoverDirectoryImports(service: Service, context: RequestContext): Promise<void> {
  for (const row of await directoryImports.findAll(service.reader, { where: { state: ['UPLOADED', 'CHECKING'] } }))
    await forgetImport(service, context, row.id)
  const halfway: WhereOptions<DirectoryImportRecord> = { state: ['APPLYING', 'REVERTING'] }
  if (!(await directoryImports.exists(service.reader, halfway))) return
  await service.write(context, async (tx) => {
    for (const row of await directoryImports.findAll(tx, { where: halfway })) {
      if (await isBusy(tx, row)) continue
      tx.authorize('system.import.session.cancelled', [targetOf('directoryImport', row)], 'never')
      await beginRevert(tx, row, row.problem ?? 'The service ended before the import was done.')
    }
  })
}
