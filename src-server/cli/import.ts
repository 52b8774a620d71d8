import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, randomText } from '#db/ids.ts'
import { StartError } from '#db/errors.ts'
import { openStore } from '#db/store.ts'
import { recoverJobs } from '#jobs/job-states.ts'
import { startJobRunner } from '#jobs/runner.ts'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { requireImport, startImport } from '#operations/audit/transfer/imports.ts'
import { clearTransferFolder } from '#operations/audit/transfer/transfer-folder.ts'
import { createLogger } from '#server/log.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createService, type Service } from '#operations/service.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { VERSION } from '#server/version.ts'
import { clearProgress, readOptions, remark, say, showProgress, UsageError, type Command } from './command.ts'

const USAGE = `Usage: gatehouse audit import --data FILE LOG [--name NAME]

Adds the events of another audit log to a workspace that nobody has open. LOG
holds one event a line, as GET /api/v1/logs gives them, or the whole list of
them, or a signed bundle. It is checked first; nothing is taken of one that is
wrong.

  --data FILE       the workspace file
  --name NAME       what the import is called (default: the name of LOG)`

const OPTIONS = { data: { type: 'string' }, name: { type: 'string' } } as const

/** Adds the events of a file to the log of a workspace. */
export const importLog: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const [log, ...more] = positionals
    if (!values.data || !log || more.length) throw new UsageError('audit import takes --data FILE and one LOG.')
    for (const file of [values.data, log])
      if (!(await stat(file).catch(() => null))?.isFile()) throw new UsageError(`${file} is not a file.`)
    return run(values.data, log, (values.name?.trim() || basename(log)).slice(0, 255))
  },
}

async function run(data: string, file: string, name: string): Promise<number> {
  const store = await openStore(data, new Date().toISOString()).catch((error: unknown) => {
    if (!(error instanceof StartError) || error.code !== 'FILE_IN_USE') throw error
    throw new StartError(error.code, `${error.message} Import the log on the audit page there.`)
  })
  let service: Service | null = null
  try {
    const engine = await initializeWorkspace(store, 'identity', Date.now)
    service = createService({ store, version: VERSION, engine, clock: Date.now, url: () => '' })
    const { state, added, known, problems } = await importFile(service, name, file)
    clearProgress()
    for (const { line, message } of problems) remark(line > 0 ? `${file}:${line}: ${message}` : `${file}: ${message}`)
    say(`${added} events were added, ${known} were here already.`)
    return state === 'READY' ? 0 : 1
  } finally {
    await service?.workers.close()
    await store.close()
  }
}

const PROGRESS_MS = 200

/** Imports a file where it stands, and waits for the end. */
async function importFile(service: Service, name: string, file: string): Promise<LogImport> {
  const id = newId('logImport')
  const log = createLogger('silent')
  await recoverJobs(service, log)
  const runner = startJobRunner({ service, log })
  try {
    const context = systemContext(`import-${randomText(20)}`)
    await service.write(context, (tx) => startImport(tx, { id, name, file, isOurs: false }))
    for (;;) {
      const view = await requireImport(service, id)
      if (view.state !== 'RUNNING') return view
      showProgress(`${view.checked} events checked, ${view.added + view.known} taken in`)
      await sleep(PROGRESS_MS)
    }
  } finally {
    await runner.stop()
    await clearTransferFolder(service.store)
  }
}
