import type { LogConcernKind } from '#contract/log/log-concern.ts'
import { CHAIN_START } from '#audit-log/chain.ts'
import type { Reader } from '#db/connection.ts'
import {
  changed,
  differenceText,
  protectionChanges,
  protectionDifferences,
  protectionOf,
  readProtection,
  type ProtectionDifference,
} from './protection.ts'
import { isGenuine } from './seal-record.ts'
import type { SealRecord } from '../../memory/seal-record.ts'
import { hasLink, linkOf, ownEventsBehind } from './log-events.sql.ts'
import { removalOf } from './removals.sql.ts'
import { isSigned, logKeys, removalMessage, sealHash, sealMessage, type LogKeys } from './seal.ts'
import { newestSeal, type Seal } from './seals.sql.ts'

/** Why a log does not go on from what was sealed. */
export interface Doubt {
  kind: LogConcernKind
  message: string
  /** What was changed without an event, where that is why. */
  settings?: readonly ProtectionDifference[]
}

/** How long a log may be without a seal: it gets one each minute. */
const UNSEALED_MS = 5 * 60_000

/**
 * Whether the log in the file goes on from what was sealed before. It looks at the newest seal alone; what lies before it,
 * a verification shows.
 * @param record what is known outside the file; null where nothing is
 * @returns null when it does
 */
export async function doubtAbout(reader: Reader, record: SealRecord | 'UNREADABLE' | null): Promise<Doubt | null> {
  const keys = await logKeys(reader)
  const newest = await newestSeal(reader)
  if (newest && !isSigned(keys, newest.fingerprint, sealMessage(newest), newest.signature))
    return doubt('DIFFERENT', 'The newest seal on the log is not signed by a key of this log, or was touched.')
  const ofRecord =
    record === null ? await unsealedTooLong(reader, keys, newest) : await againstRecord(reader, keys, record, newest)
  return ofRecord ?? (newest && settingsDoubt(await changedWithoutEvent(reader, newest)))
}

/** Without a record, only this shows that the log was rewritten and its later seals removed. */
async function unsealedTooLong(reader: Reader, keys: LogKeys, newest: Seal | null): Promise<Doubt | null> {
  if (keys.size === 0) return null
  if (!newest) return doubt('UNSEALED', 'The log bears no seal, although it was sealed when its key was made.')
  const stretch = await unsealedStretch(reader, newest.sequence)
  return stretch && doubt('UNSEALED', unsealedText(stretch.first))
}

export const unsealedText = (first: number): string =>
  `Events from number ${first} on bear no seal, although later ones were written more than a few minutes after them: seals were taken away, or the log could not be sealed.`

/** Own events behind a seal over a longer time than there ever is none; null where all is as it should be. */
export async function unsealedStretch(reader: Reader, sealed: number): Promise<{ first: number } | null> {
  const found = await ownEventsBehind(reader, sealed)
  if (!found || found.first === null) return null
  return (found.seconds ?? 0) * 1_000 > UNSEALED_MS ? { first: found.first } : null
}

async function againstRecord(
  reader: Reader,
  keys: LogKeys,
  record: SealRecord | 'UNREADABLE',
  newest: Seal | null,
): Promise<Doubt | null> {
  if (record === 'UNREADABLE')
    return doubt('RECORD', 'The record of the newest seal, which is kept outside the workspace file, cannot be read.')
  const sealedUpTo = `seal ${record.number}, which was made at ${record.sealed} up to event ${record.sequence}`
  if (!keys.has(record.fingerprint))
    return doubt(
      'DIFFERENT',
      `The log was not sealed by the key that signed ${sealedUpTo}: it is that of another workspace, or its key was replaced.`,
    )
  if (!isGenuine(record, keys))
    return doubt('RECORD', 'The record of the newest seal, which is kept outside the workspace file, was changed.')
  const number = newest?.number ?? 0
  if (number < record.number)
    return doubt('OLDER', `The workspace file is older than what was sealed on this machine: it lacks ${sealedUpTo}.`)
  if (newest && number === record.number && sealHash(newest).toString('hex') !== record.seal)
    return doubt('DIFFERENT', `The workspace file has another ${sealedUpTo}.`)
  return (await holds(reader, keys, record))
    ? null
    : doubt('DIFFERENT', `The log was cut off or rewritten: it does not hold what it held under ${sealedUpTo}.`)
}

/** Whether the event that was sealed is still there, or was taken out by a signed record. */
async function holds(reader: Reader, keys: LogKeys, { sequence, chain }: SealRecord): Promise<boolean> {
  const isThere = await hasLink(reader, sequence, Buffer.from(chain, 'hex'))
  if (isThere || sequence === 0) return true
  const removal = await removalOf(reader, sequence)
  if (!removal) return false
  const before = (await linkOf(reader, removal.first - 1)) ?? CHAIN_START
  return isSigned(keys, removal.fingerprint, removalMessage(removal, before), removal.signature)
}

/** Settings that are neither as the newest seal has them nor as events since then say. */
async function changedWithoutEvent(reader: Reader, newest: Seal): Promise<ProtectionDifference[]> {
  const changes = await protectionChanges(reader, newest.sequence)
  const known = changes.reduce((before, { changes: more }) => changed(before, more), protectionOf(newest.settings))
  return protectionDifferences(known, await readProtection(reader))
}

function settingsDoubt(settings: readonly ProtectionDifference[]): Doubt | null {
  if (settings.length === 0) return null
  const what = settings.map(differenceText).join('; ')
  return {
    kind: 'SETTINGS',
    message: `Settings that protect the workspace were changed without an event. ${what}.`,
    settings,
  }
}

const doubt = (kind: LogConcernKind, message: string): Doubt => ({ kind, message })
