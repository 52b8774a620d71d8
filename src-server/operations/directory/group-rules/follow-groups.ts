import { groupRuleTarget, statusChange, userTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { queueJob } from '../../jobs/queue-job.ts'
import { applyGroupRules } from './apply.ts'
import { readRuleSet } from './rule-set.ts'

/** Asks for a job that holds everybody against some rules again, and against all that read groups. */
export async function queueRules(
  tx: Tx,
  { name = null, touched = [], dropped = [] }: { name?: string | null; touched?: string[]; dropped?: string[] },
): Promise<void> {
  await queueJob(tx, { type: 'groupRules', input: { touched, dropped }, ...(name !== null && { name }) })
}

/** Rules ask for groups by name. */
export async function groupRenamed(tx: Tx): Promise<void> {
  if ((await readRuleSet(tx)).groupReaders.length > 0) await queueRules(tx, {})
}

/** Rules that put people into a group that is gone do not work any more; what they gave elsewhere stays (spec/5 §4). */
export async function groupDeleted(tx: Tx, groupId: string): Promise<void> {
  const tail = `WHERE status <> 'INVALID' AND EXISTS (SELECT 1 FROM json_each(group_ids) WHERE value = ?) ORDER BY id`
  for (const rule of await groupRules.all(tx, tail, [groupId])) {
    await groupRules.update(tx, rule, { status: 'INVALID', lastUpdated: tx.now })
    const targets = [groupRuleTarget(rule, statusChange(rule.status, 'INVALID'))]
    tx.record({ type: 'group.user_membership.rule.invalidate', targets })
  }
  await groupRenamed(tx)
}

/** Excepts a person from the rules that had put them into a group, so that these do not do it again. @param ruleIds some may be gone */
export async function afterRemovalByHand(tx: Tx, user: UserRecord, ruleIds: readonly string[]): Promise<void> {
  const excepting = new Set<string>()
  for (const id of ruleIds) {
    const rule = await groupRules.get(tx, id)
    if (!rule) continue
    const { conditions } = rule
    const excludedUsers = [...new Set([...conditions.excludedUsers, user.id])]
    await groupRules.update(tx, rule, { conditions: { ...conditions, excludedUsers }, lastUpdated: tx.now })
    const person = userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) })
    tx.record({ type: 'group.user_membership.rule.add_exclusion', targets: [groupRuleTarget(rule), person] })
    excepting.add(id)
  }
  const isTouched = ({ id, readsGroups }: { id: string; readsGroups: boolean }) => readsGroups || excepting.has(id)
  await applyGroupRules(tx, [user.id], { isTouched })
}
