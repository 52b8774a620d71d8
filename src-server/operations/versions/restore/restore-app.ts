import { asRequest } from '#contract/interface/as-request.ts'
import { appWriteSchema } from '#contract/apps/app-write.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { deleteApp, replaceApp, setAppStatus } from '../../apps/apps.ts'
import { assertExists, type RestoreOf, type Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

/** Its secrets and keys stay; which of the keys signs goes back. */
async function restore(tx: Tx, { to, current, box }: Restoring<'app'>): Promise<void> {
  assertExists(current, 'its assignments, secrets and keys went with it')
  const { id, name, label, status, signOnMode, signingKid, definition } = to
  const { features: _features, credentials, ...content } = definition
  const signing = signingKid === null ? {} : { signing: { kid: signingKid } }
  const request = { name, label, signOnMode, ...content, credentials: { ...credentials, ...signing } }
  // WHY on first: some applications can be changed only while they are active.
  if (status === 'ACTIVE') await setAppStatus(tx, id, status)
  if (isOtherContent(current, to)) await replaceApp(tx, box, id, asRequest(appWriteSchema, request))
  await setAppStatus(tx, id, status)
}

/** How an application goes back. */
export const RESTORE_APP: RestoreOf<'app'> = {
  restore,
  remove: async (tx, { objectId }) => {
    await setAppStatus(tx, objectId, 'INACTIVE')
    await deleteApp(tx, objectId)
  },
}
