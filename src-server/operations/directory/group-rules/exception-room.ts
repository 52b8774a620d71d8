import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#db/connection.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'

/** A rule with the people whom it excepts by now, in the order of its list. */
export interface Excepting {
  rule: GroupRuleRecord
  people: Set<string>
}

/** Counts whom rules except while people are removed from groups: a rule takes no more than can be written. Each is read once. */
export class ExceptionRoom {
  readonly #reader: Reader
  readonly #known = new Map<string, Excepting | undefined>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** @returns undefined for a rule that is gone */
  async of(ruleId: string): Promise<Excepting | undefined> {
    if (this.#known.has(ruleId)) return this.#known.get(ruleId)
    const rule = await groupRules.get(this.#reader, ruleId)
    const known = rule && { rule, people: new Set(rule.conditions.excludedUsers) }
    this.#known.set(ruleId, known)
    return known
  }

  /**
   * The first rule that cannot except a person, and would put them back. WHY active ones alone: others put no one back.
   * @param ruleIds that had put the person there
   */
  async full(userId: string, ruleIds: readonly string[]): Promise<GroupRuleRecord | undefined> {
    for (const id of ruleIds) {
      const known = await this.of(id)
      if (known?.rule.status === 'ACTIVE' && !known.people.has(userId) && !hasRoom(known)) return known.rule
    }
    return undefined
  }

  /** Excepts a person. @param ruleIds some may be gone, or without room @returns those that did not except the person before */
  async take(userId: string, ruleIds: readonly string[]): Promise<Excepting[]> {
    const taking: Excepting[] = []
    for (const id of ruleIds) {
      const known = await this.of(id)
      if (!known || known.people.has(userId) || !hasRoom(known)) continue
      known.people.add(userId)
      taking.push(known)
    }
    return taking
  }

  /** Excepts a person no more. @returns the rules that did */
  async giveBack(userId: string, ruleIds: readonly string[]): Promise<Excepting[]> {
    const known = await Promise.all(ruleIds.map((id) => this.of(id)))
    return known.flatMap((one) => (one?.people.delete(userId) ? [one] : []))
  }
}

const hasRoom = ({ people }: Excepting) => people.size < LIMITS.conditionEntries

/** Why a person cannot be removed. @param counted who is counted besides those whom the rule excepts, in words */
export const noRoom = ({ name }: Pick<GroupRuleRecord, 'name'>, counted = '') =>
  `the rule ${name} put them there, and excludes ${LIMITS.conditionEntries} people${counted}, as many as a rule can; change its expression, so that it needs fewer exceptions`
