import { setImmediate as breathe } from 'node:timers/promises'
import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groupMemberRules } from '#db/tables/group-rules.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { askedAgain, plainRules, type Occasion, type RuledPerson } from './evaluate.ts'
import { outcomeFor, type Outcome } from './outcome.ts'
import { readGroups, readHeld, readPeople, type HeldBy, type NamedPerson } from './read-people.sql.ts'
import { readRuleSet, type ReadyRule, type RuleSet } from './rule-set.ts'
import { personTarget } from '../../service/person-target.ts'

/** How many memberships began and ended, and the rules that take each other back. */
interface Applied {
  added: number
  removed: number
  unsettled: ReadonlySet<ReadyRule>
}

/** All rules are asked: of a new person. */
export const EVERY_RULE: Occasion = { isTouched: () => true }

/** Rules that read groups are asked: of a person who joined or left one. */
export const AFTER_MEMBERSHIP: Occasion = { isTouched: ({ readsGroups }) => readsGroups }

/** Rules that read what changed are asked. */
export function afterProfile(before: UserRecord['profile'], after: UserRecord['profile']): Occasion {
  const [earlier, later]: Readonly<Record<string, unknown>>[] = [before, after]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => JSON.stringify(earlier?.[name]) !== JSON.stringify(later?.[name]))
  return { isTouched: ({ attributes }) => changed.some((name) => attributes.has(name)) }
}

/**
 * Holds people against the group rules that an occasion touches, and begins and ends memberships accordingly, each with its event. To be
 * called in the transaction that changed the people: a few at a time. @param given the active rules, where they are not as in the file
 */
export async function applyGroupRules(
  tx: Tx,
  userIds: readonly string[],
  occasion: Occasion,
  given?: RuleSet,
): Promise<void> {
  const set = given ?? (await readRuleSet(tx))
  if (!occasion.dropped?.size && !set.all.some(occasion.isTouched)) return
  recordUnsettled(tx, (await bringPeople(tx, set, userIds, occasion)).unsettled)
}

/** The same without the event that rules take each other back. @param set the active rules */
export async function bringPeople(
  tx: Tx,
  set: RuleSet,
  userIds: readonly string[],
  occasion: Occasion,
): Promise<Applied> {
  const ids = JSON.stringify(userIds)
  const people = await readPeople(tx, ids)
  const areGroupsRead = set.groupReaders.length > 0
  const targets = areGroupsRead ? undefined : targetGroupsOf(set)
  // WHY not with more groups than people: to look for hundreds of groups takes longer than to read all that one person is in.
  const heldBy = await readHeld(tx, ids, targets && targets.size <= people.length ? targets : undefined)
  const now = Date.parse(tx.now)
  const asked = askedAgain(set, occasion)
  const asking: { user: NamedPerson; person: RuledPerson & { own: readonly ReadyRule[] } }[] = []
  for (const [at, user] of people.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
    const person = { id: user.id, profile: user.profile, held: heldBy.get(user.id) ?? NOTHING_HELD }
    asking.push({ user, person: { ...person, own: plainRules(set, person, now, asked) } })
  }
  const mayHold = new Set([...set.groupReaders, ...asking.flatMap(({ person }) => person.own)])
  const known = await readGroups(tx, groupsOf(mayHold, heldBy, areGroupsRead))
  const directory = { ...known, now }
  const changes = new Changes(tx, set, directory.groups)
  const unsettled = new Set<ReadyRule>()
  for (const [at, { user, person }] of asking.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
    const outcome = outcomeFor(set, person, directory, occasion)
    for (const rule of outcome.unsettled) unsettled.add(rule)
    await changes.bring(user, outcome)
  }
  return { ...(await changes.write()), unsettled }
}

/** The groups that active rules put people into. */
const targetGroupsOf = ({ all }: RuleSet) => new Set(all.flatMap(({ groupIds }) => groupIds))

/** People for whom rules are asked before something else has its turn: with 500 rules these are some milliseconds. */
const AT_ONCE = 50

/** Of a person who is in no group. */
const NOTHING_HELD: RuledPerson['held'] = new Map<string, never>()

/** Of one event. */
const MAX_TARGETS = 20

/** Says that rules take each other back, where some do. */
export function recordUnsettled(tx: Tx, rules: ReadonlySet<ReadyRule>): void {
  if (rules.size === 0) return
  const targets = [...rules].slice(0, MAX_TARGETS).map((rule) => targetOf('groupRule', rule))
  tx.record({ type: 'group.user_membership.rule.error', targets })
}

/** Groups that people may come into or leave; and all that they are in, where rules read groups. */
function groupsOf(mayHold: ReadonlySet<ReadyRule>, heldBy: HeldBy, areRead: boolean): Set<string> {
  const ids = new Set([...mayHold].flatMap(({ groupIds }) => groupIds))
  for (const held of heldBy.values()) for (const [id, { rules }] of held) if (areRead || rules.size > 0) ids.add(id)
  return ids
}

/** What is to be written for some people. */
class Changes {
  readonly #tx: Tx
  readonly #set: RuleSet
  readonly #groups: ReadonlyMap<string, GroupRecord>
  readonly #members: { groupId: string; userId: string; byHand: boolean }[] = []
  readonly #reasons: { groupId: string; userId: string; ruleId: string }[] = []
  readonly #changed = new Set<GroupRecord>()
  readonly #left: { groupId: string; userId: string }[] = []

  constructor(tx: Tx, set: RuleSet, known: ReadonlyMap<string, GroupRecord>) {
    this.#tx = tx
    this.#set = set
    this.#groups = known
  }

  async bring(user: NamedPerson, { begins, ends, gained, lost }: Outcome): Promise<void> {
    const userId = user.id
    for (const reason of gained) this.#reasons.push({ ...reason, userId })
    for (const { groupId, rules } of begins) {
      this.#members.push({ groupId, userId, byHand: false })
      this.#note('group.user_membership.add', user, groupId, rules)
    }
    for (const reason of lost) await groupMemberRules.remove(this.#tx, { ...reason, userId })
    for (const { groupId, ruleIds } of ends) {
      this.#left.push({ groupId, userId })
      const known = ruleIds.flatMap((id) => this.#set.byId.get(id) ?? [])
      this.#note('group.user_membership.remove', user, groupId, known)
    }
  }

  #note(
    type: 'group.user_membership.add' | 'group.user_membership.remove',
    user: NamedPerson,
    groupId: string,
    rules: readonly ReadyRule[],
  ): void {
    const group = this.#groups.get(groupId)
    if (!group) return
    this.#changed.add(group)
    const person = personTarget(user)
    const ruleTargets = rules.slice(0, MAX_TARGETS).map((rule) => targetOf('groupRule', rule))
    this.#tx.record({ type, targets: [person, targetOf('group', group), ...ruleTargets] })
  }

  async write(): Promise<{ added: number; removed: number }> {
    await this.#removeLeft()
    if (this.#members.length > 0) await groupMembers.insertMany(this.#tx, this.#members)
    if (this.#reasons.length > 0) await groupMemberRules.insertMany(this.#tx, this.#reasons)
    for (const group of this.#changed) await groups.update(this.#tx, group, { lastMembershipUpdated: this.#tx.now })
    return { added: this.#members.length, removed: this.#left.length }
  }

  async #removeLeft(): Promise<void> {
    if (this.#left.length === 0) return
    for (const follow of this.#tx.consequences.membersLeaving) await follow(this.#tx, this.#left)
    // The reasons go with the membership.
    for (const membership of this.#left) await groupMembers.remove(this.#tx, membership)
  }
}
