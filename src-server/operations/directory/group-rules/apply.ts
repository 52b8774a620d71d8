import { groupRuleTarget, groupTarget, userTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groupMemberRules } from '#db/tables/group-rules.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { displayNameOf, users, type UserRecord } from '#db/tables/users.ts'
import { rulesFor, type Occasion, type RuledPerson } from './evaluate.ts'
import { readRuleSet, type ReadyRule, type RuleSet } from './rule-set.ts'

/** How many memberships began and ended. */
interface Applied {
  added: number
  removed: number
}

const NOTHING: Applied = { added: 0, removed: 0 }

/** All rules are asked: of a new person. */
export const EVERY_RULE: Occasion = { isTouched: () => true }

/** Rules that read groups are asked: of a person who joined or left one. */
export const AFTER_MEMBERSHIP: Occasion = { isTouched: ({ readsGroups }) => readsGroups }

/** Rules that read what changed are asked. */
export function afterProfile(before: UserRecord['profile'], after: UserRecord['profile']): Occasion {
  const [earlier, later]: Readonly<Record<string, unknown>>[] = [before, after]
  const changed = (name: string) => JSON.stringify(earlier?.[name]) !== JSON.stringify(later?.[name])
  return { isTouched: ({ attributes }) => [...attributes].some(changed) }
}

/**
 * Holds people against the group rules that an occasion touches, and begins and ends memberships accordingly, each with its event. To be
 * called in the transaction that changed the people: a few at a time.
 */
export async function applyGroupRules(tx: Tx, userIds: readonly string[], occasion: Occasion): Promise<Applied> {
  const set = await readRuleSet(tx)
  const { isTouched, dropped } = occasion
  if (!dropped?.size && !set.all.some(isTouched)) return NOTHING
  const ids = JSON.stringify(userIds)
  const people = await users.all(tx, 'WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id', [ids])
  const held = await readHeld(tx, ids)
  const directory = await readGroups(tx, set, held)
  const changes = new Changes(tx, directory.groups)
  const unsettled = new Set<ReadyRule>()
  for (const user of people) {
    const person = { id: user.id, profile: user.profile, held: held.get(user.id) ?? new Map<string, never>() }
    const { holding, isSettled } = rulesFor(set, person, { ...directory, now: Date.parse(tx.now) }, occasion)
    if (!isSettled) for (const rule of set.groupReaders) unsettled.add(rule)
    await changes.bring(user, person, { holding, set, dropped })
  }
  if (unsettled.size > 0)
    tx.record({
      type: 'group.user_membership.rule.error',
      targets: [...unsettled].slice(0, MAX_TARGETS).map((rule) => groupRuleTarget(rule)),
    })
  return changes.write()
}

/** Of one event. */
const MAX_TARGETS = 20

type HeldBy = Map<string, Map<string, { byHand: boolean; rules: Set<string> }>>

/** Memberships with their reasons, by person and group. @param ids of people, as JSON */
async function readHeld(reader: Reader, ids: string): Promise<HeldBy> {
  const rows = await reader.all<{ user: string; group: string; byHand: number; rule: string | null }>(
    `SELECT m.user_id AS user, m.group_id AS "group", m.by_hand AS byHand, r.rule_id AS rule
     FROM json_each(?) j CROSS JOIN group_members m ON m.user_id = j.value
     LEFT JOIN group_member_rules r ON r.group_id = m.group_id AND r.user_id = m.user_id`,
    [ids],
  )
  const held: HeldBy = new Map()
  for (const { user, group, byHand, rule } of rows) {
    const mine = held.get(user) ?? new Map<string, { byHand: boolean; rules: Set<string> }>()
    held.set(user, mine)
    const reasons = mine.get(group) ?? { byHand: byHand === 1, rules: new Set() }
    mine.set(group, reasons)
    if (rule !== null) reasons.rules.add(rule)
  }
  return held
}

async function readGroups(reader: Reader, set: RuleSet, held: HeldBy) {
  const ids = new Set(set.all.flatMap(({ groupIds }) => groupIds))
  for (const mine of held.values()) for (const id of mine.keys()) ids.add(id)
  const rows = await groups.all(reader, `WHERE type = 'BUILT_IN' OR id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify([...ids]),
  ])
  return {
    builtIn: rows.filter(({ type }) => type === 'BUILT_IN'),
    groups: new Map(rows.map((group) => [group.id, group])),
  }
}

interface Outcome {
  holding: ReadonlySet<ReadyRule>
  set: RuleSet
  dropped: ReadonlySet<string> | undefined
}

/** What is to be written for some people. */
class Changes {
  readonly #tx: Tx
  readonly #groups: ReadonlyMap<string, GroupRecord>
  readonly #members: { groupId: string; userId: string; byHand: boolean }[] = []
  readonly #reasons: { groupId: string; userId: string; ruleId: string }[] = []
  readonly #changed = new Set<GroupRecord>()
  #removed = 0

  constructor(tx: Tx, known: ReadonlyMap<string, GroupRecord>) {
    this.#tx = tx
    this.#groups = known
  }

  async bring(user: UserRecord, { held }: RuledPerson, { holding, set, dropped }: Outcome): Promise<void> {
    const wanted = new Map<string, ReadyRule[]>()
    for (const rule of holding) for (const id of rule.groupIds) wanted.set(id, [...(wanted.get(id) ?? []), rule])
    for (const [groupId, rules] of wanted) this.#give(user, groupId, rules, held.get(groupId))
    const isOver = (rule: string) => dropped?.has(rule) || (set.byId.has(rule) && !holding.has(set.byId.get(rule)!))
    for (const [groupId, reasons] of held) {
      const over = [...reasons.rules].filter(isOver)
      if (over.length === 0) continue
      const isKept = reasons.byHand || over.length < reasons.rules.size || wanted.has(groupId)
      if (isKept)
        for (const ruleId of over) await groupMemberRules.remove(this.#tx, { groupId, userId: user.id, ruleId })
      else
        await this.#end(
          user,
          groupId,
          over.flatMap((id) => set.byId.get(id) ?? []),
        )
    }
  }

  #give(
    user: UserRecord,
    groupId: string,
    rules: readonly ReadyRule[],
    held: { rules: ReadonlySet<string> } | undefined,
  ) {
    const group = this.#groups.get(groupId)
    if (group?.type !== 'SVC_GROUP') return
    for (const { id } of rules) if (!held?.rules.has(id)) this.#reasons.push({ groupId, userId: user.id, ruleId: id })
    if (held) return
    this.#members.push({ groupId, userId: user.id, byHand: false })
    this.#note('group.user_membership.add', user, group, rules)
  }

  /** The reasons go with the membership. */
  async #end(user: UserRecord, groupId: string, rules: readonly ReadyRule[]): Promise<void> {
    await groupMembers.remove(this.#tx, { groupId, userId: user.id })
    this.#removed += 1
    const group = this.#groups.get(groupId)
    if (group) this.#note('group.user_membership.remove', user, group, rules)
  }

  #note(
    type: 'group.user_membership.add' | 'group.user_membership.remove',
    user: UserRecord,
    group: GroupRecord,
    rules: readonly ReadyRule[],
  ): void {
    this.#changed.add(group)
    const person = userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) })
    const ruleTargets = rules.slice(0, MAX_TARGETS).map((rule) => groupRuleTarget(rule))
    this.#tx.record({ type, targets: [person, groupTarget(group), ...ruleTargets] })
  }

  async write(): Promise<Applied> {
    if (this.#members.length > 0) await groupMembers.insertMany(this.#tx, this.#members)
    if (this.#reasons.length > 0) await groupMemberRules.insertMany(this.#tx, this.#reasons)
    for (const group of this.#changed) await groups.update(this.#tx, group, { lastMembershipUpdated: this.#tx.now })
    return { added: this.#members.length, removed: this.#removed }
  }
}
