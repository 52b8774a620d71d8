import type { ExportFormat, LogExport, LogImport } from '#contract/log/log-transfer.ts'
import { bytesText, count, counted } from '#ui/lib/numbers.ts'
import { progressText } from './verification-text.ts'

/** What each form of an export is for. */
export const FORMATS: Readonly<Record<ExportFormat, { label: string; help: string }>> = {
  NDJSON: { label: 'NDJSON', help: 'One event per line, as the API returns it. For scripts and log tools.' },
  CSV: { label: 'CSV', help: 'One row per event, with the columns that auditors need. For spreadsheets.' },
  BUNDLE: {
    label: 'Signed bundle',
    help: 'One file, signed with this workspace’s key. It can be verified offline; a modified row is named.',
  },
}

/** The state of an export in a few words. */
export function exportText({ state, written, total, bytes, problem }: LogExport): string {
  if (state === 'RUNNING') return written || total ? progressText(written, total) : 'Queued'
  if (state === 'READY') return `${counted(written, 'event')}, ${bytesText(bytes)}`
  return state === 'CANCELLED' ? 'Cancelled' : (problem ?? 'Failed')
}

/** Whether an import was to be removed and could not be, so that it has to be removed again. */
export const isRemovalStopped = ({ state, problems }: LogImport): boolean =>
  state === 'CANCELLED' && problems.length > 0

/** The state of an import in a few words. */
export function importText(one: LogImport): string {
  const { state, checked, added, known, isFollowed } = one
  if (state === 'RUNNING') return added || known ? `${count(added)} added` : `${count(checked)} lines checked`
  const taken = `${counted(added, 'event')} added${known ? `, ${count(known)} already present` : ''}`
  if (state === 'READY') return isFollowed ? `Followed from a connection; ${taken}` : taken
  if (isRemovalStopped(one)) return `The removal has stopped; ${counted(added, 'event')} left`
  if (state === 'CANCELLED') return `Being removed; ${counted(added, 'event')} left`
  return added ? `Stopped; ${taken}` : 'Rejected; no events were added'
}
