import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import { lastPull } from '#operations/connections/pulls.ts'
import { openSalt } from '#operations/connections/secrets.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { inTurns } from '../in-turns.ts'
import type { Snapshot } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { onlyPeople, searchingPeople } from './only-people.ts'
import { pseudonymized } from './pseudonymized.ts'
import { PLACES, ruleReads, type RuleReads } from './rule-reads.ts'

interface Reading {
  connectionId: string
  signal?: AbortSignal | undefined
}

/**
 * What a remote has, with its people as its connection takes them into account: nothing else of a pull or a comparison sees others.
 * @param remote asked through what `read` is given, beside whether not all people count as they are, so that everything has to be read
 * @throws what `read` throws; SyncError where pseudonyms cannot be made
 */
export async function readWithPeople<Read extends { readonly snapshot: Snapshot }>(
  service: Pick<Service, 'reader' | 'secretBox'>,
  { connectionId, signal }: Reading,
  remote: Caller,
  read: (caller: Caller, isPartial: boolean) => Promise<Read>,
): Promise<Read> {
  const connection = await connections.require(service.reader, connectionId)
  const { people } = connection
  if (people.mode === 'ALL') return read(remote, false)
  if (people.mode === 'SEARCH') {
    const found = await read(searchingPeople(remote, people.search), true)
    return { ...found, snapshot: onlyPeople(found.snapshot) }
  }
  const salt = await openSalt(service.secretBox, connection)
  if (salt === null)
    throw new SyncError('The pseudonyms of this connection cannot be made here: save it with its secret again.')
  const found = await read(remote, true)
  const reads = await withFormerlyKept(service.reader, connectionId, found.snapshot)
  return { ...found, snapshot: await inTurns(pseudonymized(found.snapshot, salt, reads), signal) }
}

/** What rules read; where some of them cannot be read this time, what they read stays as it is, too. */
async function withFormerlyKept(reader: Reader, connectionId: string, snapshot: Snapshot): Promise<RuleReads> {
  const { kept, unreadable } = ruleReads(snapshot)
  if (!snapshot.unread.some(({ kind }) => HAS_RULES.has(kind))) return { kept, unreadable }
  const former = (await lastPull(reader, connectionId))?.people
  return { kept: new Set([...kept, ...(former?.mode === 'PSEUDONYMS' ? former.kept : [])]), unreadable }
}

const HAS_RULES: ReadonlySet<SyncKind> = new Set(PLACES.flatMap(({ kinds }) => kinds))
