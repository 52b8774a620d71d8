import { isEveryone } from '#contract/directory/built-in-groups.ts'
import type { Reader } from '#db/connection.ts'
import { groups, type GroupRecord, EVERYONE_ID } from '#db/tables/groups.ts'
import { DISPLAY_NAME, users, type UserRecord } from '#db/tables/users.ts'
import type { Held } from './evaluate.ts'

/** The columns of a person that rules and membership events use. WHY no more: a run reads everybody. */
export type NamedPerson = Pick<UserRecord, 'id' | 'login' | 'firstName' | 'lastName' | 'profile'>
const OF_PEOPLE = users.selectOnly(['id', 'login', 'firstName', 'lastName', 'profile'])

/** Some people, by id. @param ids as JSON */
export async function readPeople(reader: Reader, ids: string): Promise<NamedPerson[]> {
  const sql = `SELECT ${OF_PEOPLE} FROM users WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const rows = await reader.all<Omit<NamedPerson, 'profile'> & { profile: string }>(sql, [ids])
  return rows.map((row) => ({ ...row, profile: JSON.parse(row.profile) as NamedPerson['profile'] }))
}

/** Memberships with their reasons, by person and group. */
export type HeldBy = ReadonlyMap<string, ReadonlyMap<string, Held>>

/**
 * The memberships of the given people, with their reasons.
 * @param ids of people, as JSON
 * @param groupIds the groups that matter beside those that rules have given; absent: all
 */
export async function readHeld(reader: Reader, ids: string, groupIds?: Iterable<string>): Promise<HeldBy> {
  const some = groupIds ? 'WHERE r.rule_id IS NOT NULL OR m.group_id IN (SELECT value FROM json_each(?))' : ''
  const rows = await reader.all<{ user: string; group: string; byHand: number; rule: string | null }>(
    `SELECT m.user_id AS user, m.group_id AS "group", m.by_hand AS byHand, r.rule_id AS rule
     FROM json_each(?) j CROSS JOIN group_members m ON m.user_id = j.value
     LEFT JOIN group_member_rules r ON r.group_id = m.group_id AND r.user_id = m.user_id ${some}`,
    groupIds ? [ids, JSON.stringify([...groupIds])] : [ids],
  )
  const held = new Map<string, Map<string, { byHand: boolean; rules: Set<string> }>>()
  for (const { user, group, byHand, rule } of rows) {
    const mine = held.get(user) ?? new Map<string, { byHand: boolean; rules: Set<string> }>()
    held.set(user, mine)
    const reasons = mine.get(group) ?? { byHand: byHand === 1, rules: new Set() }
    mine.set(group, reasons)
    if (rule !== null) reasons.rules.add(rule)
  }
  return held
}

/** Groups as rules see them. */
export interface KnownGroups {
  everyone: readonly GroupRecord[]
  groups: ReadonlyMap<string, GroupRecord>
}

/** Everyone, and some others; absent: all others. */
export async function readGroups(reader: Reader, ids?: ReadonlySet<string>): Promise<KnownGroups> {
  // WHY not OR: it would read every group, whole.
  const some = `WHERE id IN (SELECT ${EVERYONE_ID} UNION ALL SELECT value FROM json_each(?))`
  const rows = await (ids ? groups.all(reader, some, [JSON.stringify([...ids])]) : groups.findAll(reader))
  return {
    everyone: rows.filter(isEveryone),
    groups: new Map(rows.map((group) => [group.id, group])),
  }
}

/** People with their names, in the order of these. @param ids of some; null: of all */
export function namesInOrder(reader: Reader, ids: readonly string[] | null): Promise<{ id: string; name: string }[]> {
  const some = ids ? 'WHERE id IN (SELECT value FROM json_each(?))' : ''
  const sql = `SELECT id, ${DISPLAY_NAME} AS name FROM users ${some} ORDER BY last_name, first_name, id`
  return reader.all(sql, ids ? [JSON.stringify(ids)] : [])
}
