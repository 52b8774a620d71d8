import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { userTarget, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { applyGroupRules } from './apply.ts'
import type { Occasion } from './evaluate.ts'
import { readRuleSet, ruleSetOf, type ReadyRule, type RuleSet } from './rule-set.ts'

/** A rule with the people whom it excepts by now, in the order of its list. */
interface Excepting {
  rule: GroupRuleRecord
  people: Set<string>
  /** Whether they are to be written. */
  isChanged: boolean
}

/**
 * Excepts people who are removed from a group by hand from the rules that had put them there, so that these do not do it again, and ends
 * that where they are put back. Both count at once; {@link write} has to follow in the same transaction. WHY not written with each: the
 * list of a rule is written whole, and all active rules are read again once one has changed.
 */
export class Exceptions {
  readonly #tx: Tx
  readonly #known = new Map<string, Excepting | undefined>()
  #set: RuleSet | undefined

  constructor(tx: Tx) {
    this.#tx = tx
  }

  /**
   * To be asked before somebody is removed: a rule that excepts as many people as can be written could not be edited any more.
   * WHY active rules alone: others put no one back.
   * @param ruleIds that had put them there @throws ApiError E0000001 that names the first active rule without room for one more
   */
  async assertRoom({ id }: UserRecord, ruleIds: readonly string[]): Promise<void> {
    for (const ruleId of ruleIds) {
      const known = await this.#read(ruleId)
      if (known?.rule.status !== 'ACTIVE' || known.people.has(id) || hasRoom(known)) continue
      throw invalid('userId', noRoom(known.rule.name), 'path')
    }
  }

  /** @param ruleIds that had put a person there; some may be gone, or without room @returns those that did not except them before */
  async add(user: UserRecord, ruleIds: readonly string[]): Promise<string[]> {
    const excepting = new Set<string>()
    for (const id of ruleIds) {
      const known = await this.#read(id)
      if (!known || known.people.has(user.id) || !hasRoom(known)) continue
      known.people.add(user.id)
      known.isChanged = true
      const type = 'group.user_membership.rule.add_exclusion'
      this.#tx.record({ type, targets: exceptionTargets(known.rule, user) })
      excepting.add(id)
    }
    await applyGroupRules(this.#tx, [user.id], afterExceptions(excepting), await this.activeRules())
    return [...excepting]
  }

  /** Ends that rules except a person, who may come back by them. @param ruleIds some may be gone, or except them no more */
  async end(user: UserRecord, ruleIds: readonly string[]): Promise<void> {
    const ended = new Set<string>()
    for (const id of ruleIds) {
      const known = await this.#read(id)
      if (!known?.people.delete(user.id)) continue
      known.isChanged = true
      this.#tx.record({ type: 'gatehouse.group_rule.remove_exclusion', targets: exceptionTargets(known.rule, user) })
      ended.add(id)
    }
    if (ended.size > 0) await applyGroupRules(this.#tx, [user.id], afterExceptions(ended), await this.activeRules())
  }

  /** As they will be once this is written. */
  async activeRules(): Promise<RuleSet> {
    if (this.#set) return this.#set
    const { all } = await readRuleSet(this.#tx)
    const asExcepting = (rule: ReadyRule): ReadyRule => {
      const excludedUsers = this.#known.get(rule.id)?.people
      return excludedUsers ? { ...rule, excludedUsers } : rule
    }
    return (this.#set = ruleSetOf(all.map(asExcepting)))
  }

  async write(): Promise<void> {
    for (const known of this.#known.values()) {
      if (!known?.isChanged) continue
      const conditions = { ...known.rule.conditions, excludedUsers: [...known.people] }
      await groupRules.update(this.#tx, known.rule, { conditions, lastUpdated: this.#tx.now })
      known.isChanged = false
    }
  }

  async #read(id: string): Promise<Excepting | undefined> {
    if (this.#known.has(id)) return this.#known.get(id)
    const rule = await groupRules.get(this.#tx, id)
    const known = rule && { rule, people: new Set(rule.conditions.excludedUsers), isChanged: false }
    this.#known.set(id, known)
    this.#set = undefined
    return known
  }
}

const hasRoom = ({ people }: Excepting) => people.size < LIMITS.conditionEntries

const noRoom = (name: string) =>
  `the rule ${name} put them there, and excludes ${LIMITS.conditionEntries} people, as many as a rule can; change its expression, so that it needs fewer exceptions`

const exceptionTargets = (rule: GroupRuleRecord, user: UserRecord) => [
  targetOf('groupRule', rule),
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }),
]

const afterExceptions = (ids: ReadonlySet<string>): Occasion => ({
  isTouched: ({ id, readsGroups }) => readsGroups || ids.has(id),
})
