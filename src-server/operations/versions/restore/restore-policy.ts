import { asRequest } from '#contract/interface/as-request.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { policyWriteSchema } from '#contract/policy/policy.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { createPolicy } from '../../policies/create-policy.ts'
import { replacePolicy } from '../../policies/replace-policy.ts'
import { setPolicyStatus } from '../../policies/set-status.ts'
import { deletedWith, restoreRules, restoreMappings } from './deleted-with.ts'
import type { Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

/** Makes a policy what it was; where it was deleted, again, with the rules and applications that went with it. */
export async function restorePolicy(tx: Tx, restoring: Restoring<'policy'>): Promise<void> {
  const { to, newest } = restoring
  if (newest.body === null) return bringBack(tx, restoring)
  const { id, status, system } = to
  if (isOtherContent(newest.body, to)) await replacePolicy(tx, id, policyRequest(to))
  if (!system) await setPolicyStatus(tx, id, status)
}

/** A default policy has its place and its conditions by itself. */
function policyRequest({
  type,
  name,
  status,
  description,
  priority,
  conditions,
  settings,
  system,
}: Restoring<'policy'>['to']) {
  const own = system ? {} : { status, priority, conditions }
  return asRequest(policyWriteSchema, { type, name, description, settings, ...own })
}

async function bringBack(tx: Tx, { to, parentId: authorizationServerId, newest }: Restoring<'policy'>): Promise<void> {
  if (authorizationServerId !== null && !(await authorizationServers.get(tx, authorizationServerId)))
    throw invalid('authServerId', 'the authorization server of this policy no longer exists')
  const rules = await deletedWith(tx, newest, 'rule')
  const catchAllId = rules.find(({ system }) => system)?.id
  await createPolicy(tx, policyRequest(to), { activate: true, authorizationServerId, id: to.id, catchAllId })
  await restoreRules(tx, to.id, rules)
  await restoreMappings(tx, await deletedWith(tx, newest, 'mapping'))
}
