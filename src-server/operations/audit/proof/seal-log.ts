import { systemContext } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service.ts'
import { sealHead, unsealedHead, type LogHead } from './seal.ts'
import { logSigner } from './signing-key.ts'

/**
 * Seals the log as it is now; one that is sealed already, or empty, is left alone.
 * @returns whether there was anything to seal
 * @throws Error for a log that does not go on from what was sealed: a seal would vouch for what somebody else wrote
 */
export async function sealLog(service: Service): Promise<boolean> {
  const { sealing } = service
  // Not before: the first use makes the key, and a workspace in which nothing happened needs none.
  const seen = await unsealedHead(service.reader)
  if (!seen?.sequence) return false
  const signer = await logSigner(service)
  const head = await service.write(systemContext(), async (tx) => {
    await requireContinuity(tx, sealing.last)
    return sealHead(tx, signer, tx.now)
  })
  // Null where the key was made just now: its first seal is on what was seen.
  sealing.last = head ?? seen
  return true
}

/** INVARIANT: a log with a key has a seal, for the key is made with one, and the last is never removed without another. */
async function requireContinuity(reader: Reader, last: LogHead | null): Promise<void> {
  if (!(await reader.first('SELECT 1 FROM log_seals LIMIT 1')))
    throw new Error('somebody took all seals of the audit log away; it is not sealed again')
  const sql = `SELECT 1 FROM log_events WHERE sequence = ?1 AND chain = ?2
    UNION ALL SELECT 1 FROM log_removed WHERE ?1 BETWEEN first AND last`
  if (last && !(await reader.first(sql, [last.sequence, last.chain])))
    throw new Error(`the audit log up to event ${last.sequence} is not what was sealed; it is not sealed again`)
}
