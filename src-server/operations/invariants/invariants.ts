import type { Invariant, InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { invariants, type InvariantRecord } from '#db/tables/invariants.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { assertQuota, assertUniqueName } from '../service/checks.ts'

const contentOf = ({ name, description, scope, app, claim }: InvariantWrite | InvariantRecord) => ({
  ...{ name, description: description ?? null },
  ...{ scope, app, claim },
})

/** All that a caller may see, by name. */
export async function listInvariants(reader: Reader): Promise<Invariant[]> {
  const { condition } = reader.visible('read', 'invariant')
  return invariants.findAll(reader, { where: sqlCondition(condition), order: ['name'] })
}

/** @throws ApiError E0000007 */
export const requireInvariant = (reader: Reader, id: string): Promise<Invariant> => invariants.require(reader, id)

/** @returns the id of the new one. @throws ApiError E0000001 for a name that is taken, or one too many */
export async function createInvariant(tx: Tx, body: InvariantWrite): Promise<string> {
  tx.authorize('gatehouse.invariant.create', [], 'never')
  await assertUniqueName(tx, invariants, 'invariant', body.name)
  const max = LIMITS.invariants
  await assertQuota(tx, invariants, {
    max,
    message: `there are ${max.toLocaleString('en')} invariants already, as many as there may be`,
  })
  const id = tx.newId('invariant')
  const content = contentOf(body)
  await invariants.insert(tx, { id, ...content, created: tx.now, lastUpdated: tx.now })
  const target = targetOf('invariant', { id, name: content.name })
  tx.record({ type: 'gatehouse.invariant.create', targets: [target] })
  return id
}

/** @throws ApiError E0000007, and E0000001 for a name that is taken */
export async function replaceInvariant(tx: Tx, id: string, body: InvariantWrite): Promise<void> {
  const before = await invariants.require(tx, id)
  tx.authorize('gatehouse.invariant.update', [targetOf('invariant', before)], 'well-formed')
  await assertUniqueName(tx, invariants, 'invariant', body.name, { except: id })
  const content = contentOf(body)
  await invariants.update(tx, before, { ...content, lastUpdated: tx.now })
  const target = targetOf('invariant', { id, name: content.name }, changeDetails(contentOf(before), content))
  tx.record({ type: 'gatehouse.invariant.update', targets: [target] })
}

/** @throws ApiError E0000007 */
export async function deleteInvariant(tx: Tx, id: string): Promise<void> {
  const before = await invariants.require(tx, id)
  tx.authorize('gatehouse.invariant.delete', [targetOf('invariant', before)])
  await invariants.remove(tx, before)
  const target = targetOf('invariant', before, changeDetails(contentOf(before), {}))
  tx.record({ type: 'gatehouse.invariant.delete', targets: [target] })
}
