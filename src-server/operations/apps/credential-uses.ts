import type { CredentialUse } from '#contract/apps/credential-use.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { credentialUses } from '#db/tables/credential-uses.ts'
import type { Service } from '../service/service.ts'

type UseService = Pick<Service, 'credentialUses' | 'batchedWrite' | 'clock'>

/** Notes that a client has proved itself by a secret or a key. @param address of the client */
export function noteCredentialUse(
  { credentialUses: uses, batchedWrite, clock }: UseService,
  { appId, credentialId, address }: { appId: string; credentialId: string; address: string },
): void {
  const nowMs = clock()
  if (!uses.note(credentialId, nowMs, address)) return
  const use = { appId, credentialId, time: new Date(nowMs).toISOString(), address }
  // WHY errors are ignored: a file that cannot be written now must not keep a client out; the next hour tries again.
  batchedWrite(systemContext(), async (tx) => {
    if (!(await apps.exists(tx, { id: appId }))) return
    await credentialUses.remove(tx, use)
    await credentialUses.insert(tx, use)
  }).catch(() => {})
}

/** Forgets the use of what is deleted. */
export async function forgetCredentialUse(tx: Tx, appId: string, credentialId: string): Promise<void> {
  await credentialUses.remove(tx, { appId, credentialId })
}

type Uses = Service['credentialUses']

/** What of the secrets and keys of an application was used, and when; what was never used lacks. */
export async function credentialUsesOf(reader: Reader, uses: Uses, appId: string): Promise<CredentialUse[]> {
  const noted = await credentialUses.findAll(reader, { where: { appId }, order: ['credentialId'] })
  return noted.map(({ credentialId, time, address }) => ({
    credentialId,
    lastUsed: uses.of(credentialId) ?? { time, address },
  }))
}

/** As {@link credentialUsesOf}, as far as the caller may see. @throws ApiError E0000007 */
export async function listCredentialUses(reader: Reader, uses: Uses, appId: string): Promise<CredentialUse[]> {
  const { id } = await apps.require(reader, appId)
  return reader.visible('read', 'clientKey').of(await credentialUsesOf(reader, uses, id))
}
