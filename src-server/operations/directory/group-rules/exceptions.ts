import { invalid } from '#contract/interface/api-error.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { applyGroupRules } from './apply.ts'
import type { Occasion } from './evaluate.ts'
import { ExceptionRoom, noRoom, type Excepting } from './exception-room.ts'
import { readRuleSet, ruleSetOf, type ReadyRule, type RuleSet } from './rule-set.ts'
import { personTarget } from '../../service/person-target.ts'

/**
 * Excepts people who are removed from a group by hand from the rules that had put them there, so that these do not do it again, and ends
 * that where they are put back. Both count at once; {@link write} has to follow in the same transaction. WHY not written with each: the
 * list of a rule is written whole, and all active rules are read again once one has changed.
 */
export class Exceptions {
  readonly #tx: Tx
  readonly #room: ExceptionRoom
  readonly #changed = new Map<string, Excepting>()
  #set: RuleSet | undefined

  constructor(tx: Tx) {
    this.#tx = tx
    this.#room = new ExceptionRoom(tx)
  }

  /**
   * To be asked before somebody is removed: a rule that excepts as many people as can be written could not be edited any more.
   * @param ruleIds that had put them there @throws ApiError E0000001 that names the first active rule without room for one more
   */
  async assertRoom({ id }: UserRecord, ruleIds: readonly string[]): Promise<void> {
    const full = await this.#room.full(id, ruleIds)
    if (full) throw invalid('userId', noRoom(full), 'path')
  }

  /** @param ruleIds that had put a person there; some may be gone, or without room @returns those that did not except them before */
  async add(user: UserRecord, ruleIds: readonly string[]): Promise<string[]> {
    const added = this.#note(await this.#room.take(user.id, ruleIds))
    for (const rule of added) {
      const type = 'group.user_membership.rule.add_exclusion'
      this.#tx.record({ type, targets: exceptionTargets(rule, user) })
    }
    await this.#apply(user, added)
    return added.map(({ id }) => id)
  }

  /** Ends that rules except a person, who may come back by them. @param ruleIds some may be gone, or except them no more */
  async end(user: UserRecord, ruleIds: readonly string[]): Promise<void> {
    const ended = this.#note(await this.#room.giveBack(user.id, ruleIds))
    for (const rule of ended)
      this.#tx.record({ type: 'gatehouse.group_rule.remove_exclusion', targets: exceptionTargets(rule, user) })
    if (ended.length > 0) await this.#apply(user, ended)
  }

  /** As they will be once this is written. */
  async activeRules(): Promise<RuleSet> {
    if (this.#set) return this.#set
    const { all } = await readRuleSet(this.#tx)
    const asExcepting = (rule: ReadyRule): ReadyRule => {
      const excludedUsers = this.#changed.get(rule.id)?.people
      return excludedUsers ? { ...rule, excludedUsers } : rule
    }
    return (this.#set = ruleSetOf(all.map(asExcepting)))
  }

  async write(): Promise<void> {
    for (const { rule, people } of this.#changed.values()) {
      const conditions = { ...rule.conditions, excludedUsers: [...people] }
      await groupRules.update(this.#tx, rule, { conditions, lastUpdated: this.#tx.now })
    }
    this.#changed.clear()
    this.#set = undefined
  }

  #note(changed: readonly Excepting[]): GroupRuleRecord[] {
    for (const one of changed) {
      if (!this.#changed.has(one.rule.id)) this.#set = undefined
      this.#changed.set(one.rule.id, one)
    }
    return changed.map(({ rule }) => rule)
  }

  async #apply({ id }: UserRecord, rules: readonly GroupRuleRecord[]): Promise<void> {
    await applyGroupRules(this.#tx, [id], afterExceptions(rules), await this.activeRules())
  }
}

const exceptionTargets = (rule: GroupRuleRecord, user: UserRecord) => [targetOf('groupRule', rule), personTarget(user)]

function afterExceptions(rules: readonly GroupRuleRecord[]): Occasion {
  const ids = new Set(rules.map(({ id }) => id))
  return { isTouched: ({ id, readsGroups }) => readsGroups || ids.has(id) }
}
