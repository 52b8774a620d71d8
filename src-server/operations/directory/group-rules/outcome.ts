import type { GroupRecord } from '#db/tables/groups.ts'
import { rulesFor, type Directory, type Held, type Occasion, type RuledPerson } from './evaluate.ts'
import type { ReadyRule, RuleSet } from './rule-set.ts'

/** That a rule is the reason of a membership. */
interface Reason {
  groupId: string
  ruleId: string
}

/** What group rules change for one person. */
export interface Outcome {
  /** Memberships that begin, with the rules that give them. */
  begins: readonly { groupId: string; rules: readonly ReadyRule[] }[]
  /** Memberships that end, with the rules that gave them. */
  ends: readonly { groupId: string; ruleIds: readonly string[] }[]
  /** Further reasons, and those of memberships that begin. */
  gained: readonly Reason[]
  /** Reasons that end while the membership stays. */
  lost: readonly Reason[]
  /** Rules that take each other back; empty where all is at rest. */
  unsettled: readonly ReadyRule[]
}

/** Where the rules change nothing. */
export const UNCHANGED: Outcome = { begins: [], ends: [], gained: [], lost: [], unsettled: [] }

/** Whether something is to be written. */
export const isChange = ({ begins, ends, gained, lost }: Outcome): boolean =>
  begins.length + ends.length + gained.length + lost.length > 0

/**
 * What the rules that an occasion touches change for a person. Groups that are gone, or that take no members, gain none.
 * @param own the rules that read no groups and hold for the person
 */
export function outcomeFor(
  set: RuleSet,
  person: RuledPerson & { own: readonly ReadyRule[] },
  directory: Directory & { groups: ReadonlyMap<string, Pick<GroupRecord, 'type'>> },
  occasion: Pick<Occasion, 'dropped'>,
): Outcome {
  const { holding, unsettled } = rulesFor(set, person, person.own, directory, occasion)
  const wanted = wantedBy(holding, ({ groupId }) => directory.groups.get(groupId)?.type === 'SVC_GROUP')
  const given = [...wanted].map(([groupId, rules]) => ({ groupId, rules, held: person.held.get(groupId) }))
  const isOver = (id: string) => {
    const rule = set.byId.get(id)
    return occasion.dropped?.has(id) || (rule !== undefined && !holding.has(rule))
  }
  const overs = [...person.held].flatMap(([groupId, held]) => {
    const ruleIds = [...held.rules].filter(isOver)
    return ruleIds.length > 0 ? [{ groupId, ruleIds, stays: stays(held, ruleIds) || wanted.has(groupId) }] : []
  })
  return {
    begins: given.filter(({ held }) => !held),
    ends: overs.filter((over) => !over.stays),
    gained: given.flatMap(({ groupId, rules, held }) =>
      rules.filter(({ id }) => !held?.rules.has(id)).map(({ id }) => ({ groupId, ruleId: id })),
    ),
    lost: overs
      .filter((over) => over.stays)
      .flatMap(({ groupId, ruleIds }) => ruleIds.map((ruleId) => ({ groupId, ruleId }))),
    unsettled,
  }
}

const stays = ({ byHand, rules }: Held, over: readonly string[]) => byHand || over.length < rules.size

function wantedBy(holding: Iterable<ReadyRule>, takesMembers: (target: { groupId: string }) => boolean) {
  const wanted = new Map<string, ReadyRule[]>()
  for (const rule of holding)
    for (const groupId of rule.groupIds) {
      const rules = wanted.get(groupId)
      if (rules) rules.push(rule)
      else if (takesMembers({ groupId })) wanted.set(groupId, [rule])
    }
  return wanted
}
