import { unsealedStretch, unsealedText } from './continuity.ts'
import {
  changed,
  differenceText,
  protectionChanges,
  protectionDifferences,
  protectionOf,
  readProtection,
  type Protection,
  type ProtectionChange,
  type ProtectionDifference,
} from './protection.ts'
import { isGenuine } from './seal-record.ts'
import type { SealRecord } from '../../memory/seal-record.ts'
import { FIRST, isSigned, sealHash, sealMessage, type LogKeys } from './seal.ts'
import type { Seal } from './seals.sql.ts'
import type { Reader } from './verify-rows.sql.ts'
import { violation, type Finding } from './finding.ts'

/** What is known of the newest seal outside the file, as far as a verification has it. */
export type RecordGiven = SealRecord | 'UNREADABLE' | null

/** What the walk over the seals remembers. */
export interface SealWalk {
  readonly keys: LogKeys
  readonly record: RecordGiven
  /** Changes of protective settings that events tell of. */
  readonly changes: readonly ProtectionChange[]
  /** The seal before. */
  last: Seal | null
  /** What the settings have to be, as of `last` and its events. */
  protection: Protection
  /** Whether events were taken out since `last`, among which there may be such that tell of changes. */
  hasGap: boolean
}

export async function beginSeals(reader: Reader, keys: LogKeys, record: RecordGiven): Promise<SealWalk> {
  // What is no event as we write them, the walk names.
  const changes = await protectionChanges(reader).catch(() => [])
  return { keys, record, changes, last: null, protection: {}, hasGap: false }
}

/** Whether a seal is signed and refers to the one before. */
export function checkSeal(walk: SealWalk, seal: Seal, sequence: number): Finding | null {
  const ofThis = `The seal of ${seal.sealed}`
  if (!isSigned(walk.keys, seal.fingerprint, sealMessage(seal), seal.signature))
    return violation('SEAL', sequence, `${ofThis} is not signed by a key of this log, or was touched.`)
  return checkLink(walk.last, seal, sequence) ?? checkSettings(walk, seal, sequence)
}

function checkLink(last: Seal | null, seal: Seal, sequence: number): Finding | null {
  const ofThis = `The seal of ${seal.sealed}`
  if (seal.number === null)
    return last && last.number !== null
      ? violation('SEAL', sequence, `${ofThis} is of an earlier version than the one before it.`)
      : null
  const due = last ? sealHash(last) : FIRST
  if (!due.equals(seal.previous ?? FIRST))
    return violation(
      'SEAL',
      sequence,
      `${ofThis} refers to another seal than the one before it: one was taken away or put in.`,
    )
  if (seal.number <= (last?.number ?? 0))
    return violation('SEAL', sequence, `${ofThis} has number ${seal.number}, which is not above the one before it.`)
  return null
}

/** Whether the settings that a seal signs are those of the seal before, and of the events since. */
function checkSettings(walk: SealWalk, seal: Seal, sequence: number): Finding | null {
  const [from, hasGap] = [walk.last?.sequence ?? 0, walk.hasGap]
  const signed = protectionOf(seal.settings)
  const due = settingsAfter(walk, from, sequence)
  Object.assign(walk, { last: seal, protection: signed, hasGap: false })
  const differences = hasGap ? [] : protectionDifferences(due, signed)
  return differences.length > 0 ? settingsFinding(differences, sequence) : null
}

const settingsAfter = ({ protection, changes }: SealWalk, after: number, upTo: number) =>
  changes
    .filter(({ sequence }) => sequence > after && sequence <= upTo)
    .reduce((before, { changes: more }) => changed(before, more), protection)

function settingsFinding(differences: readonly ProtectionDifference[], sequence: number): Finding {
  const what = differences.map(differenceText).join('; ')
  return violation('SETTING', sequence, `Settings that protect the workspace were changed without an event. ${what}.`)
}

/** Whether the event that the record names is the one that was sealed. @param link of the event just checked */
export function checkRecordedLink({ keys, record }: SealWalk, sequence: number, link: Uint8Array): Finding | null {
  if (!record || record === 'UNREADABLE' || record.sequence !== sequence || !isGenuine(record, keys)) return null
  if (Buffer.from(link).toString('hex') === record.chain) return null
  const when = `at ${record.sealed}, as the record outside the file says`
  return violation('SEAL', sequence, `The log up to here was rewritten after it was sealed ${when}.`)
}

/** At the end of the log: what the record says has to be there, and what is there bears a seal. @param next behind the last event */
export async function checkLastSeal(reader: Reader, walk: SealWalk, next: number): Promise<Finding | null> {
  const { keys, record, last } = walk
  if (record === 'UNREADABLE') return violation('SEAL', next - 1, 'The record of the newest seal cannot be read.')
  if (record && !isGenuine(record, keys))
    return violation(
      'SEAL',
      next - 1,
      'The record of the newest seal is not signed by a key of this log, or was touched.',
    )
  if (record && record.sequence >= next)
    return violation(
      'SEAL',
      next,
      `The end of the log is cut off: at ${record.sealed} it was sealed up to event ${record.sequence}, as the record outside the file says.`,
    )
  if (record && (last?.number ?? 0) < record.number)
    return violation(
      'SEAL',
      (last?.sequence ?? 0) + 1,
      `Seals were taken away: seal ${record.number} of ${record.sealed} is not there.`,
    )
  const stretch = last && (await unsealedStretch(reader, last.sequence))
  return stretch ? violation('SEAL', stretch.first, unsealedText(stretch.first)) : null
}

/** Whether the settings in the file are those that were sealed last, or that events tell of since. */
export async function checkSettingsNow(reader: Reader, walk: SealWalk): Promise<Finding | null> {
  if (!walk.last) return null
  const due = settingsAfter(walk, walk.last.sequence, Number.MAX_SAFE_INTEGER)
  const differences = protectionDifferences(due, await readProtection(reader))
  return differences.length > 0 ? settingsFinding(differences, 0) : null
}
