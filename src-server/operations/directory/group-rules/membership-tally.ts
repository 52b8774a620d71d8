import type { GroupRulePreview, PreviewEffect } from '#contract/gatehouse/group-rule-preview.ts'
import type { Reader } from '#db/connection.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { namesInOrder } from './read-people.sql.ts'
import type { ScannedPerson } from './scan.ts'

/** People by name that are told at once, and groups. */
const SAMPLE = 5
const GROUPS = 20

type Counted = Pick<GroupRulePreview, 'considered' | 'joins' | 'leaves' | 'groups' | 'moreGroups' | 'unsettled'> & {
  people: Record<PreviewEffect, readonly string[]>
}

/** Who joins groups and who leaves them, counted while people pass. */
export class MembershipTally {
  readonly #groups: ReadonlyMap<string, Pick<GroupRecord, 'name'>>
  readonly #people = { JOINS: new Set<string>(), LEAVES: new Set<string>() }
  readonly #counts = new Map<string, { joins: number; leaves: number }>()
  #considered = 0
  #unsettled = 0

  /** @param groups all that can gain or lose members */
  constructor(groups: ReadonlyMap<string, Pick<GroupRecord, 'name'>>) {
    this.#groups = groups
  }

  add({ person, outcome }: ScannedPerson): void {
    this.#considered += 1
    for (const { groupId } of outcome.begins) this.#note(person.id, 'JOINS', groupId, 'joins')
    for (const { groupId } of outcome.ends) this.#note(person.id, 'LEAVES', groupId, 'leaves')
    if (outcome.unsettled.length > 0) this.#unsettled += 1
  }

  #note(userId: string, effect: PreviewEffect, groupId: string, side: 'joins' | 'leaves'): void {
    this.#people[effect].add(userId)
    const counts = this.#counts.get(groupId) ?? { joins: 0, leaves: 0 }
    this.#counts.set(groupId, counts)
    counts[side] += 1
  }

  /** @param further people whose names are asked for, too */
  async result(read: Reader, further: readonly string[] = []): Promise<{ counted: Counted; nameOf: NameOf }> {
    const { JOINS, LEAVES } = this.#people
    const named = await namesInOrder(read, JOINS.size + LEAVES.size > 0 ? null : further)
    const names = new Map(named.map(({ id, name }) => [id, name]))
    const nameOf: NameOf = (id) => names.get(id) ?? id
    const listed = (ids: ReadonlySet<string>) => named.flatMap(({ id }) => (ids.has(id) ? [id] : []))
    const people = { JOINS: listed(JOINS), LEAVES: listed(LEAVES) }
    const sample = (ids: readonly string[]) => ids.slice(0, SAMPLE).map((id) => ({ id, name: nameOf(id) }))
    const groups = [...this.#counts].toSorted(([, a], [, b]) => b.joins + b.leaves - a.joins - a.leaves)
    const counted: Counted = {
      considered: this.#considered,
      joins: { people: people.JOINS.length, sample: sample(people.JOINS) },
      leaves: { people: people.LEAVES.length, sample: sample(people.LEAVES) },
      groups: groups
        .slice(0, GROUPS)
        .map(([id, counts]) => ({ id, name: this.#groups.get(id)?.name ?? id, ...counts })),
      moreGroups: Math.max(0, groups.length - GROUPS),
      unsettled: this.#unsettled,
      people,
    }
    return { counted, nameOf }
  }
}

type NameOf = (id: string) => string
