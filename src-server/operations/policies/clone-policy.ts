import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { policyTarget } from '#contract/log/targets.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { requireEngine } from './check.ts'
import { assertPolicyQuota } from './create-policy.ts'
import { requirePolicy } from '../snapshot/read-policies.ts'

/**
 * Copies an authentication policy with all its rules; applications stay with the original.
 * @returns the new policy's id
 */
export async function clonePolicy(tx: Tx, policyId: string): Promise<string> {
  const { rules, ...original } = await requirePolicy(tx, policyId)
  tx.authorize('policy.lifecycle.create', [], 'never')
  requireEngine('ACCESS_POLICY', tx.engine)
  const { type, conditions = null, settings = null } = original
  if (type !== 'ACCESS_POLICY') throw invalid('policyId', 'only authentication policies can be cloned', 'path')
  await assertPolicyQuota(tx, type)
  const { idKind, ruleIdKind } = policyType(type)
  const id = tx.newId(idKind)
  const name = await freeCloneName(tx, original.name)
  const stamp = { created: tx.now, lastUpdated: tx.now }
  await policies.insert(tx, { ...original, ...stamp, id, name, system: false, conditions, settings })
  const copies = rules.map((rule) => ({ ...rule, ...stamp, id: tx.newId(ruleIdKind), policyId: id }))
  for (const { conditions: ofRule = null, ...copy } of copies)
    await policyRules.insert(tx, { ...copy, conditions: ofRule })
  tx.record({ type: 'policy.lifecycle.create', targets: [policyTarget({ id, name, type })] })
  return id
}

/** `[cloned] Name`; a second clone gets a number, because names are unique within a type. */
async function freeCloneName(reader: Reader, original: string): Promise<string> {
  const named = await policies.findAll(reader, { where: { type: 'ACCESS_POLICY' } })
  const taken = new Set(named.map(({ name }) => name))
  // A cut through a character beyond the first plane would leave half of it.
  const base = `[cloned] ${original}`.slice(0, LIMITS.nameLength - 8).replace(/[\uD800-\uDBFF]$/, '')
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base} (${number})`)) number += 1
  return `${base} (${number})`
}
