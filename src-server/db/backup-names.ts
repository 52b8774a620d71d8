import { basename } from 'node:path'
import type { BackupKind } from '#contract/gatehouse/backup.ts'

const DAY_MS = 86_400_000
/** Suffix of each backup. WHY not that of a workspace: a double click would open the backup, and edits would change it. */
const BACKUP = '.backup'
/** While it is copied. */
const DRAFT = '.draft'
/** As of {@link stampOf}. */
const STAMP = String.raw`(\d{8}T\d{9}Z)`
const AUTOMATIC = new RegExp(String.raw`^automatic-(\d{6,12})-${STAMP}\.backup$`)
const AUTOMATIC_DRAFT = new RegExp(String.raw`^automatic-\d{6,12}-${STAMP}\.backup\.draft(-journal)?$`)
const NUMBER_DIGITS = 6

/** A time in a file name, `20260302T090000000Z`: without characters that some file systems reject. */
const stampOf = (now: string): string => now.replaceAll(/[-:.]/g, '')

/** @returns ISO 8601, null if the text is no time */
function momentOf(stamp: string): string | null {
  const text = stamp.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z')
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** The folder of the automatic backups of a workspace. */
export const automaticFolder = (file: string): string => `${file}.backups`

/** The backup of the current workspace, beside it, before another backup replaces it. */
export const backupBeforeRestore = (file: string, now: string): string =>
  `${file}.before-restore-${stampOf(now)}${BACKUP}`

/** A backup on request, beside the workspace. */
export const manualBackup = (file: string, now: string): string => `${file}.${stampOf(now)}${BACKUP}`

/** The parts of an automatic backup's name. WHY a number: it gives the order even if the clock was set in between. */
export interface AutomaticBackup {
  name: string
  number: number
  /** ISO 8601; by the clock of that time. */
  created: string
}

/** The automatic backups among the names of a folder, the newest first. */
export function automaticBackups(names: readonly string[]): AutomaticBackup[] {
  const found = names.flatMap((name) => {
    const [, number, stamp] = AUTOMATIC.exec(name) ?? []
    const created = momentOf(stamp ?? '')
    return created === null ? [] : [{ name, number: Number(number), created }]
  })
  return found.sort((a, b) => b.number - a.number || (a.name < b.name ? 1 : -1))
}

/** The name of the next automatic backup. */
export function nextAutomatic(backups: readonly AutomaticBackup[], now: string): string {
  const number = (backups[0]?.number ?? 0) + 1
  return `automatic-${String(number).padStart(NUMBER_DIGITS, '0')}-${stampOf(now)}${BACKUP}`
}

export const draftOf = (name: string): string => name + DRAFT
/** Whether this is the rest of an interrupted automatic backup. */
export const isAutomaticDraft = (name: string): boolean => AUTOMATIC_DRAFT.test(name)

/**
 * Whether no backup was made within a day of now, before or after. WHY all of them, in both directions: if the clock jumps back and
 * forth, each day that it shows gets one backup, and one with a future date does not prevent others.
 */
export function isDue(backups: readonly AutomaticBackup[], now: number): boolean {
  return backups.every(({ created }) => Math.abs(now - Date.parse(created)) >= DAY_MS)
}

/** The kind of a backup beside a workspace file, and the time in its name; null for any other file. */
export function backupBeside(file: string, name: string): { kind: BackupKind; created: string | null } | null {
  const start = `${basename(file)}.`
  if (!name.startsWith(start) || !name.endsWith(BACKUP)) return null
  const middle = name.slice(start.length, -BACKUP.length)
  const created = momentOf(middle.replace(/^before-restore-/, ''))
  if (middle.startsWith('before-restore-')) return { kind: 'BEFORE_RESTORE', created }
  return { kind: middle.startsWith('before-') ? 'BEFORE_MIGRATION' : 'MANUAL', created }
}
