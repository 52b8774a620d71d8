import { rm } from 'node:fs/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { failed } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { logImports } from '#db/tables/log-imports.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import type { Service } from '../../service/service.ts'
import { queueColumns } from '../count/columns-job.ts'
import { checkImport, type ImportProblem } from './check-import.ts'
import { targetOf } from './imports.ts'
import { takeEvents } from './take-events.ts'
import { isNoRoom, transferFile } from '../../files/transfer-folder.ts'

type Facts = Pick<LogImport, 'checked' | 'added' | 'known'>

/** Checks a file, then takes its events; nothing of a file that is wrong anywhere. */
export async function runImport(work: JobWork<'logImport'>): Promise<JobOutcome<'logImport'>> {
  const { subjectId, signal, report } = work
  const facts: Facts = { checked: 0, added: 0, known: 0 }
  const tell = (progress: Partial<Facts>) => {
    Object.assign(facts, progress)
    report({ done: facts.added + facts.known, facts: { ...facts } })
  }
  const problems = await importRows(work, tell).catch((error: unknown) => [{ line: 0, message: reasonOf(error) }])
  if (signal.aborted) return {}
  const [first] = problems
  const problem = first && `${first.line > 0 ? `line ${first.line}: ` : ''}${first.message}`
  return { result: { problems }, problem, write: (tx) => writeEnd(tx, subjectId, facts.checked, problems, problem) }
}

/** @returns what is wrong with the file */
async function importRows(
  work: JobWork<'logImport'>,
  tell: (progress: Partial<Facts>) => void,
): Promise<ImportProblem[]> {
  const { service, subjectId, input, signal, report } = work
  const rows = await transferFile(service.store, `${subjectId}.rows`)
  try {
    let total = 0
    const { file, expectedKey = null } = input
    const checking = checkImport({ file, rows, expectedKey }, (checked) => tell({ checked: (total = checked) }), signal)
    const { problems, signed } = await checking
    if (input.isOurs) await rm(input.file, { force: true })
    if (problems.length > 0 || signal.aborted) return problems
    report({ total })
    if (signed) await noteSigned(service, subjectId, signed)
    await takeEvents(service, subjectId, rows, tell, signal)
    return []
  } finally {
    for (const file of input.isOurs ? [rows, input.file] : [rows]) await rm(file, { force: true }).catch(() => {})
  }
}

/** Before the first event, so that none is ever shown without it. */
async function noteSigned(
  service: Pick<Service, 'write'>,
  id: string,
  signed: Pick<LogImport, 'keyFingerprint' | 'concerns'>,
): Promise<void> {
  await service.write(systemContext(), async (tx) => logImports.update(tx, await logImports.require(tx, id), signed))
}

async function writeEnd(tx: Tx, id: string, checked: number, problems: ImportProblem[], reason: string | undefined) {
  const row = await logImports.require(tx, id)
  await logImports.update(tx, row, { state: reason ? 'FAILED' : 'READY', checked, problems })
  const targets = [targetOf(row)]
  tx.authorize('system.import.complete', targets, 'never')
  tx.record({ type: 'system.import.complete', targets, ...(reason ? { outcome: failed(reason) } : {}) })
  // Who browses them first should not wait for what can be made now.
  await queueColumns(tx)
}

function reasonOf(error: unknown): string {
  const known = isNoRoom(error) ? 'there is no room left on the disk' : undefined
  const why = error instanceof ApiError ? error.causes[0]?.errorSummary : known
  return `${why ?? 'the file could not be read to its end'}; what was added before is here`
}
