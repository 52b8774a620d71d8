import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { changeDetails, policyResourceTarget } from '#contract/log/targets.ts'
import {
  columnsOf,
  type PolicyResourceBody,
  type PolicyResourceDefinition,
} from '#contract/policy/resources/definitions.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { assertUniqueName, setStatus } from '../service/checks.ts'
import { CHECKS } from './authenticator-checks.ts'
import { readPolicyResources } from './policy-resources.sql.ts'
import { requireProviderKeys, withSigningKey } from './provider-keys.ts'
import { replacedSecret, sealSecret, splitSecret } from './provider-secret.ts'
import { viewOf } from './view.ts'

/** @throws ApiError E0000015 where the engine of the workspace does not have the collection (spec/4 §1.3) */
function requireOffered({ engine }: PolicyResourceDefinition, reader: Reader): void {
  if (engine === 'identity' && reader.engine === 'classic') throw new ApiError('E0000015')
}

interface ListQuery {
  limit: number
  after?: string | undefined
  q?: string | undefined
  type?: string | undefined
}

/** Objects by id; `q` matches the beginning of the name. */
export async function listPolicyResources(
  reader: Reader,
  definition: PolicyResourceDefinition,
  { q = '', type = '', limit, after }: ListQuery,
): Promise<Page<PolicyResourceRecord>> {
  requireOffered(definition, reader)
  const { kind } = definition
  const { condition } = reader.visible('read', kind)
  const page = { condition, kind, type, prefix: q, after: startAfter(kind, after), limit: limit + 1 }
  return cutPage(await readPolicyResources(reader, page), limit, ({ id }) => id)
}

/** @throws ApiError E0000007 */
export async function requirePolicyResource(
  reader: Reader,
  definition: PolicyResourceDefinition,
  id: string,
): Promise<PolicyResourceRecord> {
  requireOffered(definition, reader)
  const record = await policyResources.findOne(reader, { where: { kind: definition.kind, id } })
  if (!record) throw notFound(id, definition.name)
  return record
}

const targetsOf = (
  { name }: PolicyResourceDefinition,
  record: { id: string; name: string },
  details?: LogTarget['changeDetails'],
) => [policyResourceTarget(name, record, details)]

/** Makes an object, active unless `status` or the body says otherwise. @returns its id */
export async function createPolicyResource(
  tx: Tx,
  box: SecretBox,
  definition: PolicyResourceDefinition,
  body: PolicyResourceBody,
  status: ActiveStatus = body.status ?? 'ACTIVE',
): Promise<string> {
  const { kind, events } = definition
  tx.authorize(events.create, [], 'never')
  requireOffered(definition, tx)
  const columns = columnsOf(definition, body)
  await CHECKS[kind].create?.(tx, columns.key)
  await assertUniqueName(tx, policyResources, 'one', body.name, { among: { kind } })
  const id = tx.newId(kind)
  const author = tx.context.principal.id
  const stamp = { created: tx.now, lastUpdated: tx.now, createdBy: author, lastUpdatedBy: author }
  const { definition: content, secret } = splitSecret(withSigningKey(columns.definition, id, null))
  await requireProviderKeys(tx, { id, type: columns.type }, content)
  const secrets = await sealSecret(box, id, secret)
  await policyResources.insert(tx, {
    ...{ id, kind, ...columns, definition: content, secrets },
    ...{ status, system: false, ...stamp },
  })
  tx.record({ type: events.create, targets: targetsOf(definition, { id, name: body.name }) })
  await followActivation(tx, { id, kind, key: columns.key, status })
  return id
}

/** Replaces an object; its type cannot change, and without a `status`, or where that is not replaceable, it keeps its own. */
export async function replacePolicyResource(
  tx: Tx,
  box: SecretBox,
  definition: PolicyResourceDefinition,
  id: string,
  body: PolicyResourceBody,
): Promise<void> {
  const before = await requirePolicyResource(tx, definition, id)
  tx.authorize(definition.events.update, targetsOf(definition, before), 'well-formed')
  const { name, key, type, definition: sent } = columnsOf(definition, body)
  const { immutableField } = definition
  if (type !== before.type || key !== before.key)
    throw invalid(immutableField, `this one is ${before.key ?? before.type}; the ${immutableField} cannot change`)
  await assertUniqueName(tx, policyResources, 'one', name, { among: { kind: definition.kind }, except: id })
  const status = definition.replaceableStatus ? (body.status ?? before.status) : before.status
  const stamp = { lastUpdated: tx.now, lastUpdatedBy: tx.context.principal.id }
  const split = splitSecret(withSigningKey(sent, id, before.definition))
  await requireProviderKeys(tx, before, split.definition, before.definition)
  const secrets = await replacedSecret(box, before, split)
  const after = await policyResources.update(tx, before, {
    ...{ name, status, definition: split.definition, secrets },
    ...stamp,
  })
  const details = changeDetails(viewOf(definition, before), viewOf(definition, after))
  const debugData = secrets === before.secrets ? {} : { secretsChanged: true }
  tx.record({ type: definition.events.update, targets: targetsOf(definition, after, details), debugData })
}

/** Deletes an object. Policies that name it keep its id and are marked (spec/4 §1.9). */
export async function deletePolicyResource(tx: Tx, definition: PolicyResourceDefinition, id: string): Promise<void> {
  const record = await requirePolicyResource(tx, definition, id)
  tx.authorize(definition.events.delete, targetsOf(definition, record))
  CHECKS[definition.kind].remove?.(record)
  await policyResources.remove(tx, record)
  const details = changeDetails(viewOf(definition, record), {})
  tx.record({ type: definition.events.delete, targets: targetsOf(definition, record, details) })
}

export async function setPolicyResourceStatus(
  tx: Tx,
  definition: PolicyResourceDefinition,
  id: string,
  status: ActiveStatus,
): Promise<void> {
  const record = await requirePolicyResource(tx, definition, id)
  const isChanged = await setStatus(tx, policyResources, record, status, {
    events: definition.events,
    targets: (details) => targetsOf(definition, record, details),
    check: async () => {
      if (status === 'INACTIVE') await CHECKS[definition.kind].deactivate?.(tx, record)
    },
  })
  if (isChanged) await followActivation(tx, { ...record, status })
}

type Switched = Pick<PolicyResourceRecord, 'id' | 'kind' | 'key' | 'status'>

async function followActivation(tx: Tx, record: Switched): Promise<void> {
  if (record.status !== 'ACTIVE') return
  for (const follow of tx.consequences.policyResourceActivated) await follow(tx, record)
}
