import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, randomText } from '#db/ids.ts'
import { recoverJobs } from '#jobs/job-states.ts'
import { startJobRunner } from '#jobs/runner.ts'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { requireImport, startImport } from '#operations/audit/transfer/imports.ts'
import { clearTransferFolder } from '#operations/files/transfer-folder.ts'
import { createLogger } from '#server/log.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '#operations/service/service.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { fingerprintOfPin, keyOf } from './key-option.ts'
import { clearProgress, readOptions, remark, say, showProgress, UsageError, type Command } from './command.ts'

const USAGE = `Usage: gatehouse audit import --data FILE LOG [--name NAME] [--key KEY]

Adds the events of another audit log to a workspace that is not open. LOG
holds one event a line, as GET /api/v1/logs gives them, or the whole list of
them, or a signed bundle. It is checked first; nothing is taken of one that is
wrong.

  --data FILE       the workspace file
  --name NAME       what the import is called (default: the name of LOG)
  --key KEY         the key that must have signed LOG: its fingerprint, or a file
                    with its public half in PEM; any other log is refused`

const OPTIONS = { data: { type: 'string' }, name: { type: 'string' }, key: { type: 'string' } } as const

/** Adds the events of a file to the log of a workspace. */
export const importLog: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const [log, ...more] = positionals
    if (!values.data || !log || more.length) throw new UsageError('audit import takes --data FILE and one LOG.')
    for (const file of [values.data, log])
      if (!(await stat(file).catch(() => null))?.isFile()) throw new UsageError(`${file} is not a file.`)
    const name = (values.name?.trim() || basename(log)).slice(0, 255)
    const expectedKey = values.key === undefined ? undefined : fingerprintOfPin(await keyOf(values.key))
    return run(values.data, { file: log, name, expectedKey })
  },
}

type Source = Pick<Parameters<typeof startImport>[1], 'file' | 'name' | 'expectedKey'>

function run(data: string, source: Source): Promise<number> {
  return withClosedWorkspace(data, 'Import the log on the audit page there.', async (service) => {
    const { file } = source
    const { state, added, known, problems, keyFingerprint, concerns } = await importFile(service, source)
    clearProgress()
    for (const { line, message } of problems) remark(line > 0 ? `${file}:${line}: ${message}` : `${file}: ${message}`)
    const signed = keyFingerprint ? ` They were signed with the key ${keyFingerprint}.` : ''
    for (const { kind, found, message } of concerns ?? [])
      remark(`${file}: when it was exported, this waited for a decision: ${kind}, found ${found}: ${message}`)
    say(`${added} events were added, ${known} were here already.${signed}`)
    return state === 'READY' ? 0 : 1
  })
}

const PROGRESS_MS = 200

/** Imports a file in place, and waits for the end. */
async function importFile(service: Service, source: Source): Promise<LogImport> {
  const id = newId('logImport')
  const log = createLogger('silent')
  await recoverJobs(service, log)
  const runner = startJobRunner({ service, log })
  try {
    const context = systemContext(`import-${randomText(20)}`)
    await service.write(context, (tx) => startImport(tx, { id, ...source, isOurs: false }))
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
