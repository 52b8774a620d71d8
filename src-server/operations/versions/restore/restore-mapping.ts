import { invalid } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import { policies } from '#db/tables/policies.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'
import { deleteMapping, mapApplication } from '../../policies/mappings.ts'
import { lastOfDeletedMapping } from './removed-together.sql.ts'
import type { Restoring } from './restoring.ts'

type Body = VersionBodies['mapping']

/** Gives an application the policy that it had. A mapping never changes: one that exists is as it was. */
export async function restoreMapping(tx: Tx, { to, newest }: Restoring<'mapping'>): Promise<void> {
  if (newest.body === null) await mapAgain(tx, to)
}

/** @throws ApiError E0000001 for a policy or an application that no longer exists */
async function mapAgain(tx: Tx, { id, appId, policyId }: Body): Promise<void> {
  if (!(await policies.get(tx, policyId))) throw invalid('policyId', 'the policy of this mapping no longer exists')
  if (!(await apps.get(tx, appId))) throw invalid('resourceId', 'the application of this mapping no longer exists')
  await mapApplication(tx, appId, policyId, id)
}

/** Takes a mapping back: the application has the policy again whose place this one took, else the default one. */
export async function takeMappingBack(tx: Tx, made: ObjectVersionRow): Promise<void> {
  const replaced = await replacedBy(tx, made)
  if (replaced) await mapAgain(tx, replaced)
  else await deleteMapping(tx, made.parentId ?? '', made.objectId)
}

/** The mapping of the same application that went in the change that made this one. */
async function replacedBy(tx: Tx, made: ObjectVersionRow): Promise<Body | undefined> {
  // WHY the casts: the kind in the row says which body it has.
  return (await lastOfDeletedMapping(tx, made.body as unknown as Body, made))?.body as Body | undefined
}
