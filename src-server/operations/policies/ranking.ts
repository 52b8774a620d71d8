import type { Placement, Ranked } from '../../policy/priority.ts'
import type { Unit } from '../service.ts'
import type { PolicyList } from './check.ts'

interface RankedRow {
  id: string
  priority: number
  system: number
}

const toRanked = (row: RankedRow): Ranked => ({ id: row.id, priority: row.priority, pinned: row.system === 1 })

/** The policies of a list with their numbers, as this transaction sees them. */
export async function rankedPolicies(unit: Unit, { type, authorizationServerId }: PolicyList): Promise<Ranked[]> {
  const sql = 'SELECT id, priority, system FROM policies WHERE type = ? AND authorization_server_id IS ?'
  return (await unit.statements.all<RankedRow>(sql, [type, authorizationServerId])).map(toRanked)
}

/** The rules of a policy with their numbers, as this transaction sees them. */
export async function rankedRules(unit: Unit, policyId: string): Promise<Ranked[]> {
  const sql = 'SELECT id, priority, system FROM policy_rules WHERE policy_id = ?'
  return (await unit.statements.all<RankedRow>(sql, [policyId])).map(toRanked)
}

/** Writes the numbers that a placement changed; ids that do not exist yet are passed over. */
export async function storePriorities(
  unit: Unit,
  table: 'policies' | 'policy_rules',
  placement: Placement,
): Promise<void> {
  for (const [id, priority] of placement)
    await unit.statements.run(`UPDATE ${table} SET priority = ? WHERE id = ?`, [priority, id])
}
