import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#db/connection.ts'
import { sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { groups } from '#db/tables/groups.ts'
import type { ComputedLoss, LossQuestion } from '#workers/protocol.ts'
import { asksFor, readRuleSet } from '../../directory/group-rules/rule-set.ts'
import { leftAdministrators, losing, newlyExcepted } from './losing.ts'

type Leaving = Extract<LossQuestion, { change: 'LEAVE_GROUP' }>
type Listed = Pick<AccessLoss, 'exceptions' | 'moreExceptions' | 'asking' | 'moreAsking'>

const NOTHING_LISTED: Listed = { exceptions: [], moreExceptions: 0, asking: [], moreAsking: 0 }

/** Works out who would lose which applications, with the ids of the first of them by name. */
export async function computeLoss(read: Reader, question: LossQuestion): Promise<ComputedLoss> {
  const all = await readApps(read, question)
  const { shown: apps, more: moreApps } = firstOf(all)
  const people = all.length > 1 ? await countOf(read, sql`SELECT DISTINCT user_id FROM (${losing(question, null)})`) : 0
  const named: Record<string, readonly string[]> = {}
  for (const { id } of apps) named[id] = await firstNamed(read, sql`SELECT user_id FROM (${losing(question, [id])})`)
  const loss = { people: Math.max(people, apps[0]?.people ?? 0), apps, moreApps }
  return { ...loss, ...NOTHING_LISTED, ...(await rulesOf(read, question, named)), named }
}

function firstOf<T>(all: readonly T[]): { shown: T[]; more: number } {
  const shown = all.slice(0, LIMITS.lossesShown)
  return { shown, more: all.length - shown.length }
}

function readApps(read: Reader, question: LossQuestion): Promise<AccessLoss['apps']> {
  const { text, params } = sql`SELECT a.id, a.label AS name, a.status, count(*) AS people
    FROM (${losing(question, null)}) l JOIN apps a ON a.id = l.app_id GROUP BY a.id ORDER BY people DESC, a.label, a.id`
  return read.all(text, params)
}

async function countOf(read: Reader, ids: Fragment): Promise<number> {
  const { text, params } = sql`SELECT count(*) AS count FROM (${ids})`
  return (await read.first<{ count: number }>(text, params))?.count ?? 0
}

async function firstNamed(read: Reader, ids: Fragment): Promise<string[]> {
  const { text, params } = sql`SELECT id FROM users WHERE id IN (${ids}) ORDER BY last_name, first_name, id
    LIMIT ${LIMITS.losingPeopleNamed}`
  return (await read.all<{ id: string }>(text, params)).map(({ id }) => id)
}

/** What group rules do about a change. @param named gets the people whom each excepts */
async function rulesOf(
  read: Reader,
  question: LossQuestion,
  named: Record<string, readonly string[]>,
): Promise<Partial<Listed>> {
  if (question.change === 'DELETE_GROUPS') return askingRules(read, await inhabited(read, question.groupIds))
  if (question.change === 'TAKE_ROLE') {
    const { text, params } = leftAdministrators(question)
    return askingRules(
      read,
      (await read.all<{ id: string }>(text, params)).map(({ id }) => id),
    )
  }
  if (question.change !== 'LEAVE_GROUP') return {}
  const { groupId, members } = question
  return {
    ...(await exceptingRules(read, question, named)),
    ...(await askingRules(read, members.length ? [groupId] : [])),
  }
}

/** Those of the groups that somebody is in. */
async function inhabited(read: Reader, groupIds: readonly string[]): Promise<string[]> {
  const sql = `SELECT value AS id FROM json_each(?) WHERE EXISTS (SELECT 1 FROM group_members WHERE group_id = value)`
  return (await read.all<{ id: string }>(sql, [JSON.stringify(groupIds)])).map(({ id }) => id)
}

/** Rules that except those who leave. */
async function exceptingRules(read: Reader, question: Leaving, named: Record<string, readonly string[]>) {
  const tail = `WHERE id IN (SELECT rule_id FROM group_member_rules WHERE group_id = ?) ORDER BY name, id`
  const counted = []
  for (const { id, name, conditions } of await groupRules.all(read, tail, [question.groupId])) {
    const ids = newlyExcepted(question, { id, excludedUsers: conditions.excludedUsers })
    const people = await countOf(read, ids)
    if (people > 0) counted.push({ id, name, people, ids })
  }
  const exceptions = firstOf(counted)
  for (const { id, ids } of exceptions.shown) named[id] = await firstNamed(read, ids)
  return {
    exceptions: exceptions.shown.map(({ id, name, people }) => ({ id, name, people })),
    moreExceptions: exceptions.more,
  }
}

/** Rules that ask for one of some groups, each of which loses somebody. */
async function askingRules(read: Reader, groupIds: readonly string[]) {
  const left = [...(await groups.byId(read, groupIds)).values()]
  const asking = (await readRuleSet(read)).groupReaders.filter((rule) => left.some((group) => asksFor(rule, group)))
  const named = asking.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const { shown, more } = firstOf(named)
  return { asking: shown, moreAsking: more }
}
