import type { ImportOptions, ImportTarget } from '#contract/directory/directory-import.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { noRoom } from '../group-rules/exception-room.ts'
import { Exceptions } from '../group-rules/exceptions.ts'
import { addMember, putBackMember, removeExcepting, takeBackMember, type EndedMembership } from '../groups.ts'
import { problemAt } from './attributes.ts'
import { knownGroups } from './import-groups.ts'
import {
  invalidRow,
  oneByOne,
  repeated,
  type Applied,
  type AppliedRow,
  type ImportKindDefinition,
  type MappedRow,
  type PlanContext,
  type PlannedRow,
} from './import-kind.ts'
import { existingMemberships, peopleNamed } from './imports.sql.ts'

const TARGETS: readonly ImportTarget[] = [
  { name: 'group', title: 'Group', type: 'string', required: true, custom: false },
  { name: 'user', title: 'Person', type: 'string', required: true, custom: false },
]

/** Who is in which group: a group by id or name, a person by id or login. */
export const importMemberships: ImportKindDefinition = {
  targets: () => Promise.resolve(TARGETS),
  required: [['group'], ['user']],

  async plan(rows, context) {
    const group = await knownGroups(context, rows, 'group')
    const user = await knownPeople(context.reader, rows)
    const members = await membershipsOf(context.reader, rows, group, user)
    const planned: PlannedRow[] = []
    for (const row of rows) {
      const known = { group: group(row.values['group'] ?? ''), user: user(row.values['user'] ?? ''), members }
      planned.push(await planMembership(row, known, context))
    }
    return planned
  },

  async apply(tx, rows, options) {
    const exceptions = new Exceptions(tx)
    const applied = await oneByOne((_, row) => applyOne(tx, row, options, exceptions))(tx, rows, options)
    await exceptions.write()
    return applied
  },

  async revert(tx, row, { remove, source }, exceptions) {
    const { groupId, userId } = partsOf(row)
    const group = await groups.get(tx, groupId)
    const user = await users.get(tx, userId)
    if (!group || !user) return false
    const membership = { group, user, source }
    if (!remove) return takeBackMember(tx, membership)
    return putBackMember(tx, membership, (row.before as EndedMembership | null) ?? BY_HAND, exceptions)
  },
}

/** What is not known better: of a membership that an import of an earlier version ended. */
const BY_HAND: EndedMembership = { byHand: true, exceptedFrom: [] }

/** WHY none is refused that is as it should be: an earlier row may have begun or ended the membership, through a rule. */
async function applyOne(
  tx: Tx,
  row: AppliedRow,
  { remove, source }: ImportOptions,
  exceptions: Exceptions,
): Promise<Applied | null> {
  const { groupId, userId } = partsOf(row)
  const membership = { group: await groups.require(tx, groupId), user: await users.require(tx, userId), source }
  if (remove) {
    const before = await removeExcepting(tx, membership, exceptions)
    return before && { targetId: groupId, before }
  }
  if ((await groupMembers.get(tx, groupId, userId))?.byHand) return null
  await addMember(tx, membership)
  return { targetId: groupId }
}

const partsOf = ({ targetId, after }: Pick<AppliedRow, 'targetId' | 'after'>) => ({
  groupId: targetId ?? '',
  userId: String(after?.['userId'] ?? ''),
})

type Found<T> = (name: string) => T | undefined

async function knownPeople(reader: Reader, rows: readonly MappedRow[]): Promise<Found<UserRecord>> {
  const names = rows.map(({ values }) => values['user'] ?? '')
  const found = new Map<string, UserRecord>()
  for (const user of await peopleNamed(reader, names))
    found.set(user.login.toLowerCase(), user).set(user.id.toLowerCase(), user)
  return (name) => found.get(name.toLowerCase())
}

type Members = ReadonlyMap<string, readonly string[]>

const keyOf = (groupId: string, userId: string) => `${groupId} ${userId}`

/** The memberships among those that the rows name which exist, by their keys, with the rules that gave them. */
async function membershipsOf(
  reader: Reader,
  rows: readonly MappedRow[],
  group: Found<GroupRecord>,
  user: Found<UserRecord>,
): Promise<Members> {
  const pairs = rows.map(
    ({ values }) => [group(values['group'] ?? '')?.id ?? '', user(values['user'] ?? '')?.id ?? ''] as const,
  )
  const found = await existingMemberships(reader, pairs)
  const members = new Map<string, string[]>(found.members.map(({ groupId, userId }) => [keyOf(groupId, userId), []]))
  for (const { groupId, userId, ruleId } of found.rules) members.get(keyOf(groupId, userId))?.push(ruleId)
  return members
}

interface Known {
  group: GroupRecord | undefined
  user: UserRecord | undefined
  members: Members
}

/** Why no import without a source fills a group. */
const FILLED = {
  BUILT_IN: 'cannot be changed here',
  APP_GROUP: 'come from its application; name that as the source',
} as const

async function planMembership(
  { line, values }: MappedRow,
  { group, user, members }: Known,
  context: PlanContext,
): Promise<PlannedRow> {
  const { group: groupName = '', user: userName = '' } = values
  const name = `${userName} in ${groupName}`
  if (!group)
    return invalidRow(line, name, problemAt('group', `${groupName || 'nothing'} is no group of this organization`))
  if (!user)
    return invalidRow(line, name, problemAt('user', `${userName || 'nothing'} is no person of this organization`))
  if (context.options.source === null && group.type !== 'SVC_GROUP')
    return invalidRow(line, name, problemAt('group', `the members of ${group.name} ${FILLED[group.type]}`))
  const again = repeated(context, line, keyOf(group.id, user.id))
  if (again) return invalidRow(line, name, again)
  const ruleIds = members.get(keyOf(group.id, user.id))
  const isIn = ruleIds !== undefined
  const row = { line, name: `${user.login} in ${group.name}`, targetId: group.id, problems: [] }
  if (isIn !== context.options.remove) return { ...row, action: 'UNCHANGED', before: null, after: null }
  const full = isIn && (await context.room.full(user.id, ruleIds))
  if (full) return invalidRow(line, row.name, problemAt('user', noRoom(full, ' with the lines before')))
  if (isIn) await context.room.take(user.id, ruleIds)
  return { ...row, action: isIn ? 'UPDATE' : 'CREATE', before: null, after: { userId: user.id, login: user.login } }
}
