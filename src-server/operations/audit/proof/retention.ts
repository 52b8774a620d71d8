import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import type { LogRetention } from '#contract/log/log-proof.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service/service.ts'
import { logImports } from '#db/tables/log-imports.ts'
import {
  forgetUnawaited,
  ofImport,
  ofImportBefore,
  ownBefore,
  readFacts,
  readRemovable,
  type EventCondition,
  type PageOfRemovable,
  type Removable,
} from './removals.sql.ts'
import { removeEvents, REMOVAL_BATCH } from './remove-events.ts'
import { retentionDays } from './retention-setting.ts'
import { searchLog } from '../search/search-log.ts'
import { logSigner } from './signing-key.ts'

const DAY_MS = 86_400_000
/** Between two batches at least; else as long as the batch took, so that changes get half of the time. */
const PAUSE_MS = 10

/** Before this moment events are old enough to go; null: none ever are. */
export function cutOff(now: number, days: number | null): string | null {
  return days === null ? null : new Date(now - days * DAY_MS).toISOString()
}

/**
 * How long events are kept, and what that comes to now.
 * @param expected tells what would be due, were events kept for so many days
 */
export async function readRetention(service: Service, expected?: number): Promise<LogRetention> {
  const days = await retentionDays(service.reader)
  const until = cutOff(service.clock(), expected ?? days)
  const { events, oldest, due } = await searchLog(service, (searcher) => readFacts(searcher, until))
  return { days, events, oldest, due: Math.max(0, Math.min(due, events - 1)) }
}

/**
 * Removes what is older than the workspace keeps: its own events and followed ones by when they were published, those
 * of files by when they came here, so that an old trail is not gone at once. The newest event always stays. It ends where the workspace says
 * another time meanwhile; the next run goes by that.
 * @returns how many were removed
 */
export async function applyRetention(
  service: Service,
  { signal, onProgress }: Pick<RemovalOptions, 'signal' | 'onProgress'>,
): Promise<number> {
  const days = await retentionDays(service.reader)
  const until = cutOff(service.clock(), days)
  if (until === null) return 0
  const isExpected = async (reader: Reader) => (await retentionDays(reader)) === days
  let removed = 0
  const options = { signal, isExpected, onProgress: (more: number) => onProgress?.(removed + more) }
  removed += await removeAll(service, ownBefore(until), 'published', options)
  const imports = await logImports.findAll(service.reader, { order: ['created'] })
  for (const { id, connectionId, created } of imports)
    if (connectionId !== null) removed += await removeAll(service, ofImportBefore(id, until), 'published', options)
    else if (created < until) removed += await removeAll(service, ofImport(id), 'sequence', options)
  if (removed) await service.write(systemContext(), forgetUnawaited)
  return removed
}

interface RemovalOptions {
  /** Ends it early, without an error. */
  signal?: AbortSignal | undefined
  /** Asked in the transaction of each batch, before anything goes; it ends where this is no longer so. */
  isExpected?: (reader: Reader) => Promise<boolean>
  /** Told after each batch how many are gone. */
  onProgress?: ((removed: number) => void) | undefined
}

/**
 * Removes all events that a condition names and that may go, a batch in each transaction, with pauses for others.
 * @param order the column whose index the condition is answered by
 * @returns how many were removed
 * @throws ApiError E0000010 while a person has to look at the log: the record of a removal would vouch for what is beside it
 */
export async function removeAll(
  service: Service,
  condition: EventCondition,
  order: 'published' | 'sequence',
  { signal, isExpected, onProgress }: RemovalOptions = {},
): Promise<number> {
  requireTrust(service)
  const signer = await logSigner(service)
  let after: Removable | null = null
  let removed = 0
  while (!signal?.aborted) {
    const page: PageOfRemovable = { order, after, limit: REMOVAL_BATCH }
    const rows: Removable[] = await searchLog(service, (searcher) => readRemovable(searcher, condition, page))
    after = rows.at(-1) ?? null
    if (!after) break
    const began = performance.now()
    const sequences = rows.map(({ sequence }) => sequence)
    const gone = await service.write(systemContext(), async (tx) =>
      isExpected && !(await isExpected(tx)) ? null : removeEvents(tx, signer, tx.now, sequences),
    )
    if (gone === null) break
    removed += gone
    onProgress?.(removed)
    await sleep(Math.max(PAUSE_MS, performance.now() - began), undefined, { signal }).catch(() => {})
  }
  return removed
}

function requireTrust({ sealing: { concern } }: Service): void {
  if (!concern) return
  const why = `nothing is removed from the audit log until what was found is accepted: ${concern.message}`
  throw new ApiError('E0000010', { causes: [{ errorSummary: why }] })
}
