import { invalid } from '../../contract/api-error.ts'
import { LIMITS } from '../../contract/limits.ts'
import { policyType } from '../../contract/policy-types.ts'
import { newId } from '../../db/ids.ts'
import { policyTarget } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'
import { requireEngine, requirePolicy } from './check.ts'

/**
 * Copies an authentication policy with all its rules; applications stay with the original.
 * @returns the new policy's id
 */
export function clonePolicy(service: Service, act: Act, policyId: string): Promise<string> {
  return service.write(act, async (unit) => {
    const { Policy, PolicyRule } = service.store.models
    const original = requirePolicy(await service.snapshot(), policyId)
    requireEngine('ACCESS_POLICY', service.engine())
    if (original.type !== 'ACCESS_POLICY')
      throw invalid('policyId', 'only authentication policies can be cloned', 'path')
    const { maxPolicies, idKind, ruleIdKind } = policyType(original.type)
    const count = await Policy.count({ where: { type: original.type }, transaction: unit.transaction })
    if (count >= (maxPolicies ?? Infinity))
      throw invalid('type', `an organization has at most ${maxPolicies} such policies`)

    const id = newId(idKind)
    const name = await freeCloneName(unit, original.name)
    const stamp = { created: unit.now, lastUpdated: unit.now }
    const { rules, conditions, settings, ...plain } = original
    await Policy.create(
      { ...plain, ...stamp, id, name, system: false, conditions: conditions ?? null, settings: settings ?? null },
      { transaction: unit.transaction },
    )
    await PolicyRule.bulkCreate(
      rules.map((rule) => ({
        ...rule,
        ...stamp,
        id: newId(ruleIdKind),
        policyId: id,
        conditions: rule.conditions ?? null,
      })),
      { transaction: unit.transaction },
    )
    unit.record({ type: 'policy.lifecycle.create', targets: [policyTarget({ id, name, type: original.type })] })
    return id
  })
}

/** `[cloned] Name`; a second clone gets a number, because names are unique within a type. */
async function freeCloneName(unit: Unit, original: string): Promise<string> {
  const sql = 'SELECT name FROM policies WHERE type = ?'
  const taken = new Set((await unit.statements.all<{ name: string }>(sql, ['ACCESS_POLICY'])).map((row) => row.name))
  // A cut through a character beyond the first plane would leave half of it.
  const base = `[cloned] ${original}`.slice(0, LIMITS.nameLength - 8).replace(/[\uD800-\uDBFF]$/, '')
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base} (${number})`)) number += 1
  return `${base} (${number})`
}
