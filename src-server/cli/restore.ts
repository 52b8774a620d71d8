import { restoreFile } from '#db/restore-file.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { readOptions, remark, say, UsageError, type Command } from './command.ts'

const USAGE = `Usage: gatehouse restore --data FILE --from BACKUP

Replaces a closed workspace by a backup. The current workspace is saved first, as a
backup beside it. The audit log also goes back to the time of the backup. Accept that
with \`gatehouse audit accept\`, so that the log is sealed again.

  --data FILE       the workspace file
  --from BACKUP     the backup; automatic backups are in the folder FILE.backups`

const OPTIONS = { data: { type: 'string' }, from: { type: 'string' } } as const

/** Restores a backup of a workspace. */
export const restore: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const { data, from } = values
    if (!data || !from || positionals.length) throw new UsageError('restore takes --data FILE and --from BACKUP.')
    const kept = await restoreFile(data, from, new Date().toISOString()).catch((error: unknown) => {
      if (!(error instanceof StartError) || error.code !== 'FILE_IN_USE') throw error
      throw new StartError(error.code, `${error.message} Stop that service first.`)
    })
    say(`${data} is as it was in ${from}.`)
    if (kept) remark(`The former workspace is saved as ${kept}`)
    return 0
  },
}
