import type { PolicyTest, PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { policyTests, type PolicyTestRecord } from '#db/tables/policy-tests.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { assertQuota, assertUniqueName } from '../service/checks.ts'

const contentOf = ({ name, description, request, expect }: PolicyTestWrite | PolicyTestRecord) => ({
  ...{ name, description: description ?? null },
  ...{ request, expect },
})

/** All that a caller may see, by name. */
export async function listPolicyTests(reader: Reader): Promise<PolicyTest[]> {
  const { condition } = reader.visible('read', 'policyTest')
  return policyTests.findAll(reader, { where: sqlCondition(condition), order: ['name'] })
}

/** @throws ApiError E0000007 */
export const requirePolicyTest = (reader: Reader, id: string): Promise<PolicyTest> => policyTests.require(reader, id)

/** @returns the id of the new test. @throws ApiError E0000001 for a name that is taken, or one too many */
export async function createPolicyTest(tx: Tx, body: PolicyTestWrite): Promise<string> {
  tx.authorize('gatehouse.policy_test.create', [], 'never')
  await assertUniqueName(tx, policyTests, 'policy test', body.name)
  const max = LIMITS.policyTests
  await assertQuota(tx, policyTests, {
    max,
    message: `there are ${max.toLocaleString('en')} policy tests already, as many as there may be`,
  })
  const id = tx.newId('policyTest')
  const content = contentOf(body)
  await policyTests.insert(tx, { id, ...content, created: tx.now, lastUpdated: tx.now })
  const target = targetOf('policyTest', { id, name: content.name })
  tx.record({ type: 'gatehouse.policy_test.create', targets: [target] })
  return id
}

/** @throws ApiError E0000007, and E0000001 for a name that is taken */
export async function replacePolicyTest(tx: Tx, id: string, body: PolicyTestWrite): Promise<void> {
  const before = await policyTests.require(tx, id)
  tx.authorize('gatehouse.policy_test.update', [targetOf('policyTest', before)], 'well-formed')
  await assertUniqueName(tx, policyTests, 'policy test', body.name, { except: id })
  const content = contentOf(body)
  await policyTests.update(tx, before, { ...content, lastUpdated: tx.now })
  const target = targetOf('policyTest', { id, name: content.name }, changeDetails(contentOf(before), content))
  tx.record({ type: 'gatehouse.policy_test.update', targets: [target] })
}

/** @throws ApiError E0000007 */
export async function deletePolicyTest(tx: Tx, id: string): Promise<void> {
  const before = await policyTests.require(tx, id)
  tx.authorize('gatehouse.policy_test.delete', [targetOf('policyTest', before)])
  await policyTests.remove(tx, before)
  const target = targetOf('policyTest', before, changeDetails(contentOf(before), {}))
  tx.record({ type: 'gatehouse.policy_test.delete', targets: [target] })
}
