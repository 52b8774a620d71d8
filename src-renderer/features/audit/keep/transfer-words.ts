import type { ExportFormat, LogExport, LogImport } from '../../../../src-server/contract/log-transfer.ts'
import { byteWords, count, counted } from '../../../components/time.ts'
import { progressWords } from './verification-words.ts'

/** What each form of an export is for. */
export const FORMATS: Readonly<Record<ExportFormat, { label: string; help: string }>> = {
  NDJSON: { label: 'NDJSON', help: 'One event a line, as the interface gives them. For scripts and log tools.' },
  CSV: { label: 'CSV', help: 'One row an event, the columns that auditors ask for. For spreadsheets.' },
  BUNDLE: {
    label: 'Signed bundle',
    help: 'One file, signed with this workspace’s key. Anybody can check it offline; a changed row is named.',
  },
}

/** The state of an export in a few words. */
export function exportWords({ state, written, total, bytes, problem }: LogExport): string {
  if (state === 'RUNNING') return written || total ? progressWords(written, total) : 'In line'
  if (state === 'READY') return `${counted(written, 'event')}, ${byteWords(bytes)}`
  return state === 'CANCELLED' ? 'Given up' : (problem ?? 'It failed')
}

/** The state of an import in a few words. */
export function importWords({ state, checked, added, known }: LogImport): string {
  if (state === 'RUNNING') return added || known ? `${count(added)} added` : `${count(checked)} lines checked`
  const taken = `${counted(added, 'event')} added${known ? `, ${count(known)} were here already` : ''}`
  if (state === 'READY') return taken
  if (state === 'CANCELLED') return `Being removed; ${counted(added, 'event')} left`
  return added ? `Broken off; ${taken}` : 'Refused; nothing was taken'
}
