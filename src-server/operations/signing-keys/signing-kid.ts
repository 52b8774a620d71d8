import { invalid } from '#contract/interface/api-error.ts'
import { canChooseKey } from '#contract/credentials/key-owners.ts'
import { appTarget, changeDetails } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { readOrganization } from '../organization/organization.ts'
import { firstKidOf } from './first-kid.ts'
import { hasKey } from './keys.ts'
import { KEY_OWNERS } from './owners.ts'

type Signing = Pick<AppRecord, 'id' | 'signOnMode' | 'signingKid'> & { organizationId: string }

/**
 * The name of the key with which an application signs; undefined where its mode signs nothing (spec/5 §8.1). OpenID Connect clients
 * share the key of the organization until they choose one of their own.
 */
export function signingKidOf({ id, signOnMode, signingKid, organizationId }: Signing): string | undefined {
  if (!canChooseKey(signOnMode)) return undefined
  return signingKid ?? firstKidOf(signOnMode === 'OPENID_CONNECT' ? organizationId : id)
}

/**
 * Chooses the key with which an application signs from now on (spec/4 §2.3 "rollover"). Nothing, or the one it has, changes nothing.
 * @throws ApiError E0000001 for a key that it has not, or in a mode that signs nothing
 */
export async function chooseKey(tx: Tx, app: AppRecord, kid: string | null | undefined): Promise<void> {
  if (kid === undefined || kid === null) return
  const { id: organizationId } = await readOrganization(tx)
  const before = signingKidOf({ ...app, organizationId })
  if (kid === before) return
  const at = 'credentials.signing.kid'
  if (before === undefined) throw invalid(at, `applications by ${app.signOnMode} sign nothing`)
  const isUsual = kid === signingKidOf({ ...app, signingKid: null, organizationId })
  if (!isUsual && !(await hasKey(tx, await KEY_OWNERS.app.require(tx, app.id), kid)))
    throw invalid(at, `${kid} is no signing key of this application`)
  await apps.update(tx, app, { signingKid: isUsual ? null : kid })
  const details = changeDetails({ signing: { kid: before } }, { signing: { kid } })
  tx.record({ type: KEY_OWNERS.app.events.rotate, targets: [appTarget(app, details)], debugData: { kid } })
}
