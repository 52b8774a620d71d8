import { Op } from 'sequelize'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { connections, remoteRequests } from '#db/tables/connections.ts'
import { sqlCondition } from '#db/tables/table.ts'
import type { Service } from '../service/service.ts'
import type { JournalEntry } from './write-requests.ts'
import { removeRequestsBefore, removeRequestsBeyond } from './remote-requests.sql.ts'

const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 5_000

/** Requests of a connection, the newest first. @throws ApiError E0000007, E0000029 */
export async function listRequests(
  reader: Reader,
  connectionId: string,
  { limit, after = String(Number.MAX_SAFE_INTEGER) }: { limit: number; after?: string | undefined },
): Promise<Page<Omit<JournalEntry, 'connectionId'>>> {
  await connections.require(reader, connectionId)
  if (!/^\d{1,16}$/.test(after)) throw invalidCursor()
  const visible = reader.visible('read', 'connection').on('connection_id')
  const rows = await remoteRequests.findAll(reader, {
    where: { connectionId, sequence: { [Op.lt]: Number(after) }, ...sqlCondition(visible) },
    order: [['sequence', 'DESC']],
    limit: limit + 1,
  })
  const { items, next } = cutPage(rows, limit, ({ sequence }) => String(sequence))
  return { items: items.map(({ sequence: _, connectionId: __, ...request }) => request), next }
}

/** Removes requests that are older than the journal goes back, and those beyond its size. */
export async function clearOldRequests({ write, clock }: Pick<Service, 'write' | 'clock'>): Promise<void> {
  const moment = new Date(clock() - LIMITS.remoteJournalDays * DAY_MS).toISOString()
  const kept = LIMITS.remoteJournalRows
  let gone: number = REMOVED_AT_ONCE
  while (gone === REMOVED_AT_ONCE)
    gone = await write(systemContext(), (tx) => removeRequestsBefore(tx, moment, REMOVED_AT_ONCE))
  gone = REMOVED_AT_ONCE
  while (gone === REMOVED_AT_ONCE)
    gone = await write(systemContext(), (tx) => removeRequestsBeyond(tx, kept, REMOVED_AT_ONCE))
}
