import { basename } from 'node:path'
import type { BackupKind } from '#contract/gatehouse/backup.ts'

const DAY_MS = 86_400_000
/** Ends the name of each backup. WHY none of a workspace: opened by a double click and worked in, it would be a backup no more. */
const BACKUP = '.backup'
/** While it is copied. */
const DRAFT = '.draft'
/** As of {@link stampOf}. */
const STAMP = String.raw`(\d{8}T\d{9}Z)`
const AUTOMATIC = new RegExp(String.raw`^automatic-(\d{6,12})-${STAMP}\.backup$`)
const AUTOMATIC_DRAFT = new RegExp(String.raw`^automatic-\d{6,12}-${STAMP}\.backup\.draft(-journal)?$`)
const NUMBER_DIGITS = 6

/** A moment as names hold it: `20260302T090000000Z`, without what some file systems refuse. */
const stampOf = (now: string): string => now.replaceAll(/[-:.]/g, '')

/** @returns ISO 8601, null for what is no moment */
function momentOf(stamp: string): string | null {
  const text = stamp.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z')
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** The folder of the automatic backups of a workspace. */
export const automaticFolder = (file: string): string => `${file}.backups`

/** The name beside the file of its own backup, when another one takes its place. */
export const backupBeforeRestore = (file: string, now: string): string =>
  `${file}.before-restore-${stampOf(now)}${BACKUP}`

/** The name beside the file of a backup that a person asks for. */
export const manualBackup = (file: string, now: string): string => `${file}.${stampOf(now)}${BACKUP}`

/** What the name of an automatic backup says. WHY a number: it gives the order even where the clock was set meanwhile. */
export interface AutomaticBackup {
  name: string
  number: number
  /** ISO 8601; by the clock of that time. */
  created: string
}

/** Those among the names of a folder, the newest first. */
export function automaticBackups(names: readonly string[]): AutomaticBackup[] {
  const found = names.flatMap((name) => {
    const [, number, stamp] = AUTOMATIC.exec(name) ?? []
    const created = momentOf(stamp ?? '')
    return created === null ? [] : [{ name, number: Number(number), created }]
  })
  return found.sort((a, b) => b.number - a.number || (a.name < b.name ? 1 : -1))
}

/** The name of the next one. */
export function nextAutomatic(backups: readonly AutomaticBackup[], now: string): string {
  const number = (backups[0]?.number ?? 0) + 1
  return `automatic-${String(number).padStart(NUMBER_DIGITS, '0')}-${stampOf(now)}${BACKUP}`
}

export const draftOf = (name: string): string => name + DRAFT
/** Whether an automatic backup that was cut short left this. */
export const isAutomaticDraft = (name: string): boolean => AUTOMATIC_DRAFT.test(name)

/**
 * Whether none of the backups was made within a day of now. WHY all, and either way: a clock that leaps to and fro makes
 * one for each day that it shows, and those that it dated ahead keep none away.
 */
export function isDue(backups: readonly AutomaticBackup[], now: number): boolean {
  return backups.every(({ created }) => Math.abs(now - Date.parse(created)) >= DAY_MS)
}

/** The kind of a backup beside a workspace file, and the moment in its name; null for a name of something else. */
export function backupBeside(file: string, name: string): { kind: BackupKind; created: string | null } | null {
  const start = `${basename(file)}.`
  if (!name.startsWith(start) || !name.endsWith(BACKUP)) return null
  const middle = name.slice(start.length, -BACKUP.length)
  const created = momentOf(middle.replace(/^before-restore-/, ''))
  if (middle.startsWith('before-restore-')) return { kind: 'BEFORE_RESTORE', created }
  return { kind: middle.startsWith('before-') ? 'BEFORE_MIGRATION' : 'MANUAL', created }
}
