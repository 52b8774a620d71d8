import { invalid } from '#contract/interface/api-error.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import type { Table } from '#db/tables/table.ts'
import { prioritiesWith, PriorityError, type Placement, type Ranked } from '#policy/index.ts'
import type { PolicyList } from './check.ts'
import { notePlace } from './former-places.ts'

interface RankedRow {
  id: string
  priority: number
  system: boolean
}

const toRanked = ({ id, priority, system }: RankedRow): Ranked => ({ id, priority, pinned: system })

/** The policies of a list with their numbers. */
export async function rankedPolicies(reader: Reader, { type, authorizationServerId }: PolicyList): Promise<Ranked[]> {
  const rows = await policies.findAll(reader, { where: { type, authorizationServerId } })
  return rows.map(toRanked)
}

/** The rules of a policy with their numbers. */
export const rankedRules = (rules: readonly RankedRow[]): Ranked[] => rules.map(toRanked)

/** New numbers for a list. @throws ApiError E0000001 on `priority` */
export function placeOrReject(
  type: PolicyType,
  items: readonly Ranked[],
  id: string,
  expected: number | null,
): Placement {
  try {
    return prioritiesWith(policyType(type).priorityScheme, items, id, expected)
  } catch (error) {
    if (error instanceof PriorityError) throw invalid('priority', error.message)
    throw error
  }
}

/** Writes the numbers of policies that a placement changed; ids that do not exist yet are skipped. */
export const storePolicyPriorities = (tx: Tx, placement: Placement) => storePriorities(tx, policies, placement)

/** Writes the numbers of rules that a placement changed; ids that do not exist yet are skipped. */
export const storeRulePriorities = (tx: Tx, placement: Placement) => storePriorities(tx, policyRules, placement)

async function storePriorities<Row extends RankedRow, NewRow extends object>(
  tx: Tx,
  table: Table<Row, NewRow>,
  placement: Placement,
): Promise<void> {
  for (const [id, priority] of placement) {
    const row = await table.get(tx, id)
    if (!row || row.priority === priority) continue
    if (row.system) await notePlace(tx, row)
    await table.update(tx, row, { priority } as Partial<Row>)
  }
}
