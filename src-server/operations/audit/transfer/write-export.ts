import type { EventWriter } from './export-formats.ts'
import { countPart, partOf, walkPart, type Search } from './walk-log.ts'
import type { ExportQuery } from '../../jobs/job-inputs.ts'

/** How far an export is. */
interface ExportProgress {
  total: number
  written: number
  bytes: number
}

interface ExportWork {
  search: Search
  query: ExportQuery
  /** Number of the newest event that belongs to it. */
  newest: number
  writer: EventWriter
  /** Takes all of it, or throws. */
  write(bytes: Uint8Array): Promise<void>
  /** Told after each page, and at the end. */
  report(progress: ExportProgress): void
}

/**
 * Counts what is asked for, then writes it, in the order of time. Pages are small, so that neither memory nor the loop of
 * events notices how long the log is.
 */
export async function writeExport({ search, query, newest, writer, write, report }: ExportWork): Promise<void> {
  const part = await partOf(search, query, newest)
  const progress = { total: await countPart(search, part), written: 0, bytes: 0 }
  const add = async (text: string) => {
    const bytes = Buffer.from(text)
    await write(bytes)
    progress.bytes += bytes.length
    report({ ...progress })
  }
  await add(writer.head())
  for await (const page of walkPart(search, part)) {
    progress.written += page.length
    await add(page.map((payload) => writer.event(payload)).join(''))
  }
  // What retention took out meanwhile is not there any more.
  progress.total = progress.written
  await add(writer.end())
}
