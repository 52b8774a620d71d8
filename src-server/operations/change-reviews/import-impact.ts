import { Op } from 'sequelize'
import type { ImportReview } from '#contract/gatehouse/change-review.ts'
import type { RowAction } from '#contract/directory/directory-import.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Reader } from '#db/connection.ts'
import { directoryImportRows, directoryImports, type DirectoryImportRowRecord } from '#db/tables/directory-imports.ts'
import { groups } from '#db/tables/groups.ts'
import { defaultUserType, users, type UserRecord } from '#db/tables/users.ts'
import { Impact, type GroupView, type PersonContext, type Subject } from '#policy/index.ts'
import type { ComputedImpact } from '#workers/protocol.ts'
import { presentImpact } from './present-impact.ts'
import { toGroupView } from '../policies/group-view.ts'
import { inChunks, type Population } from '../policies/population.ts'
import { readAssignedApps, type AssignedApps } from '../directory/transfer/assigned-apps.ts'
import { groupsAfterRules, readRuled, type RuledGroups } from '../directory/transfer/groups-after.ts'
import { toPerson } from '../directory/person.ts'

/** Rows of an import that are read and judged together. */
const CHUNK = 500
/** So many outcomes of new people are told. */
const MAX_NOTES = 10

/** What a row makes of a person. */
interface Change {
  /** Null of a new person. */
  before: UserRecord | null
  after: UserRecord
  joins: readonly string[]
  leaves: readonly string[]
}

/**
 * Works out for whom something else decides once a checked import is applied: for each person before and after, with the groups that
 * group rules give them then. Groups decide by their ids, which no import changes.
 * @param most rows that are judged; of a larger import the count is one of a part, as `rows` says
 */
export async function computeImportImpact(
  population: Population,
  importId: string,
  most: number = LIMITS.importRowsJudged,
): Promise<ComputedImpact & Pick<ImportReview, 'rows'>> {
  const { directory, read, signal } = population
  const { snapshot } = directory
  const impact = Impact.ofPeople({ set: snapshot.set, compiled: snapshot.compiled() })
  const { kind, options } = await directoryImports.require(read, importId)
  const apps = await readAssignedApps(read, snapshot.set.everyoneGroupId)
  const judge = await judgeOf(population, impact, apps)
  const changing = await directoryImportRows.count(read, changingRows(importId))
  const rows = { changing, judged: kind === 'groups' ? changing : 0 }
  const members = new Map<string, string[]>()
  if (kind !== 'groups')
    for await (const chunk of changedRows(read, importId, most)) {
      signal.throwIfAborted()
      rows.judged += chunk.length
      if (kind === 'users') await judge(await ofProfiles(population, chunk))
      else gather(members, chunk)
    }
  for (const chunk of inChunks([...members])) {
    signal.throwIfAborted()
    await judge(await ofMemberships(read, chunk, options))
  }
  const notes = notesOf(impact, kind, snapshot.set.nameOf)
  return { ...presentImpact(directory, impact, notes), rows }
}

/** Rows of one person can be anywhere in a file of memberships. */
function gather(members: Map<string, string[]>, rows: readonly DirectoryImportRowRecord[]): void {
  for (const { targetId, after } of rows) {
    const userId = String(after?.['userId'] ?? '')
    if (targetId !== null) members.set(userId, [...(members.get(userId) ?? []), targetId])
  }
}

const changingRows = (importId: string) => ({ importId, action: ['CREATE', 'UPDATE'] satisfies RowAction[] })

/** The rows that change something, the first of them. */
async function* changedRows(read: Reader, importId: string, most: number): AsyncGenerator<DirectoryImportRowRecord[]> {
  let after = -1
  for (let done = 0; done < most; done += CHUNK) {
    const rows = await directoryImportRows.findAll(read, {
      where: { ...changingRows(importId), line: { [Op.gt]: after } },
      order: ['line'],
      limit: Math.min(CHUNK, most - done),
    })
    if (rows.length === 0) return
    after = rows.at(-1)?.line ?? after
    yield rows
  }
}

async function ofProfiles({ read, now }: Population, rows: readonly DirectoryImportRowRecord[]): Promise<Change[]> {
  const known = await users.byId(
    read,
    rows.map(({ targetId }) => targetId),
  )
  const type = await defaultUserType(read)
  return rows.flatMap(({ line, targetId, after }): Change[] => {
    const stay = { joins: [], leaves: [] }
    const before = targetId === null ? null : (known.get(targetId) ?? null)
    if (before) return [{ before, after: { ...before, profile: merged(before.profile, after) }, ...stay }]
    if (targetId !== null) return []
    return [{ before, after: newcomer(`line ${line}`, type?.id ?? '', merged({}, after), now), ...stay }]
  })
}

const merged = (profile: object, after: object | null) =>
  Object.fromEntries(
    Object.entries({ ...profile, ...after }).filter(([, value]) => value !== null),
  ) as UserRecord['profile']

/** A person as they will be right after their row was applied, as far as conditions can ask. */
function newcomer(id: string, typeId: string, profile: UserRecord['profile'], now: number): UserRecord {
  const at = new Date(now).toISOString()
  const never = { passwordChanged: null, lastLogin: null, providerType: null }
  return { id, typeId, profile, status: 'PROVISIONED', created: at, lastUpdated: at, ...never } as unknown as UserRecord
}

async function ofMemberships(
  read: Reader,
  members: readonly (readonly [userId: string, groupIds: readonly string[]])[],
  { remove }: { remove: boolean },
): Promise<Change[]> {
  const known = await users.byId(
    read,
    members.map(([id]) => id),
  )
  return members.flatMap(([id, ids]): Change[] => {
    const user = known.get(id)
    return user ? [{ before: user, after: user, joins: remove ? [] : ids, leaves: remove ? ids : [] }] : []
  })
}

/** Judges some changes for every subject that is open to their people, before or after. */
async function judgeOf(population: Population, impact: Impact, apps: AssignedApps) {
  const { directory, read, now } = population
  const asksAttributes = impact.needsAttributes
  const views = new Map((await groups.findAll(read)).map((group) => [group.id, toGroupView(group)]))
  const contextOf = (user: UserRecord, groupIds: readonly string[]): PersonContext => ({
    now,
    person: toPerson(user, groupIds),
    groups: groupIds.flatMap((id): GroupView[] => {
      const view = views.get(id)
      return view ? [view] : []
    }),
  })
  return async (changes: readonly Change[]) => {
    const ids = changes.flatMap(({ before }) => (before ? [before.id] : []))
    const ruled = await readRuled(read, ids)
    const direct = await apps.directOf(ids)
    for (const change of changes) {
      const { before, after } = change
      if (before && !directory.byId.has(before.id)) continue
      const was = before ? (directory.byId.get(before.id)?.groupIds ?? []) : []
      const is = groupsOfChange(ruled, change, now)
      if (before && !asksAttributes && isSame(was, is)) continue
      const [old, next] = [before && contextOf(before, was), contextOf(after, is)]
      const isOpen = (subject: Subject, groupIds: readonly string[]) =>
        !subject.place.app || apps.hasAny(subject.ids, direct.get(before?.id ?? ''), groupIds)
      for (const subject of impact.subjects) {
        const opens = isOpen(subject, is)
        if (!old && opens) impact.addNewcomer(subject, next)
        if (old) impact.addChanged(subject, after.id, isOpen(subject, was) ? old : null, opens ? next : null)
      }
    }
  }
}

function groupsOfChange(ruled: RuledGroups, { after, joins, leaves }: Change, now: number): string[] {
  return groupsAfterRules(ruled, { id: after.id, profile: after.profile }, { joins, leaves }, now)
}

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

function notesOf(impact: Impact, kind: string, nameOf?: (id: string) => string | null): string[] {
  const outcomes = impact.ofNewcomers.slice(0, MAX_NOTES).map(({ type, ids, people, text }) => {
    const who = people === 1 ? '1 new person' : `${people.toLocaleString('en')} new people`
    const [first, ...others] = ids.map((id) => nameOf?.(id) ?? id)
    const where = first === undefined ? '' : ` (${first}${others.length > 0 ? ` and ${others.length} more` : ''})`
    return `${who} · ${policyType(type).label}${where}: ${text}`
  })
  return [
    ...(kind === 'groups' ? ['Policies know groups by their ids, which an import of groups does not change.'] : []),
    ...outcomes,
  ]
}
