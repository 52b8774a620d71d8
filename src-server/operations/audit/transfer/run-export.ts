import { open, rm } from 'node:fs/promises'
import { SearchTimeout } from '#db/searches.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { problemOf } from '../../jobs/problem-of.ts'
import { organizationName } from '../../organization/organization.ts'
import { withWords } from '../search/with-words.ts'
import { listConcerns } from '../proof/concerns.ts'
import { logSigner } from '../proof/signing-key.ts'
import { writerOf } from './export-formats.ts'
import { exportFile } from '../../files/transfer-folder.ts'
import type { Search } from './walk-log.ts'
import { writeExport } from './write-export.ts'

/** One page of an export, or its count: a filter that no index answers reads the whole log for it. */
const READING_MS = 600_000

/** Writes the file of an export; of one that failed or was cancelled nothing stays. */
export async function runExport(work: JobWork<'logExport'>): Promise<JobOutcome<'logExport'>> {
  const { service, subjectId, signal } = work
  const file = await exportFile(service.store, subjectId)
  try {
    await withWords(service, work.input.request, () => writeFile(work, file))
    if (!signal.aborted) return { result: { isRemoved: false } }
  } catch (error) {
    if (!signal.aborted) return await withoutFile(file, { problem: whyItFailed(error), result: { isRemoved: true } })
  }
  return withoutFile(file, {})
}

async function withoutFile<Outcome>(file: string, outcome: Outcome): Promise<Outcome> {
  await rm(file, { force: true }).catch(() => {})
  return outcome
}

async function writeFile({ service, input, signal, report }: JobWork<'logExport'>, file: string): Promise<void> {
  const { format, ...query } = input.request
  const search: Search = (work) => service.store.searches.run(work, READING_MS, signal)
  const writer = await writerOf(format, async () => ({
    workspace: await organizationName(service.reader),
    query,
    exported: input.asked,
    concerns: await listConcerns(service),
    signer: await logSigner(service),
  }))
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeExport({
      search,
      query,
      newest: input.newest,
      writer,
      // WHY not the handle's own `write`: it may take less than it was given.
      write: (bytes) => handle.appendFile(bytes),
      report: ({ written, total, bytes }) => report({ done: written, total, facts: { bytes } }),
    })
  } finally {
    await handle.close()
  }
}

const TOO_LONG = 'A page of it took too long; bound it by since and until.'

function whyItFailed(error: unknown): string {
  return error instanceof SearchTimeout ? TOO_LONG : problemOf(error, 'The file could not be written.')
}
