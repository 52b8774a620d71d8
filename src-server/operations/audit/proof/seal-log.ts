import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service/service.ts'
import { inspectLog, knownNumber, noteSeal, presentDoubt } from './log-trust.ts'
import { sealHead } from './seal.ts'
import { unsealedHead } from './seals.sql.ts'
import { logSigner } from './signing-key.ts'

/**
 * Seals the log as it is now, and notes the seal outside the file; one that is sealed already, or empty, is left alone.
 * @returns whether there was anything to seal
 * @throws Error for a log that does not go on from what was sealed: a seal would vouch for what somebody else wrote
 */
export async function sealLog(service: Service): Promise<boolean> {
  // Not before: the first use makes the key, and a workspace in which nothing happened needs none.
  if (!(await unsealedHead(service.reader))?.sequence) return false
  await requireTrust(service)
  const signer = await logSigner(service)
  const above = await knownNumber(service)
  const seal = await service.write(systemContext(), async (tx) =>
    // Asked again: the log may have been rewritten since then.
    (await presentDoubt(service, tx)) ? 'DOUBTED' : sealHead(tx, signer, tx.now, above),
  )
  if (seal === 'DOUBTED') await requireTrust(service)
  // Null where the key was made just now: its first seal is on what was seen.
  else if (seal) await noteSeal(service, signer, seal)
  return true
}

async function requireTrust(service: Service): Promise<void> {
  const concern = await inspectLog(service)
  if (concern) throw new Error(`the audit log is not sealed until what was found is accepted: ${concern.message}`)
}
