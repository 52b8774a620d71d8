import { setImmediate as breathe } from 'node:timers/promises'
import type { Reader } from '#audit-log/transaction.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { applyGroupRules } from './apply.ts'
import { holdsFor } from './evaluate.ts'
import { readRuleSet, type RuleSet } from './rule-set.ts'

/** People that are looked at in one step, and whose memberships one transaction writes. */
const LOOKED_AT = 500
const WRITTEN = 100

type Person = Pick<UserRecord, 'id' | 'profile'>

/**
 * Holds everybody against rules, a few people in each transaction, so that other writes pass between. What it has done stays: it may be
 * cut short and begin again.
 */
export async function runGroupRules(work: JobWork<'groupRules'>): Promise<JobOutcome<'groupRules'>> {
  const { service, input, context, signal, report } = work
  const { reader } = service
  const [touched, dropped] = [new Set(input.touched), new Set(input.dropped)]
  report({ total: await users.count(reader) })
  let [done, added, removed, after] = [0, 0, 0, '']
  for (;;) {
    const people = await readPeople(reader, after)
    const last = people.at(-1)
    if (!last) return {}
    const ids = await mayChange(reader, people, { touched, dropped, now: service.clock() })
    for (let from = 0; from < ids.length; from += WRITTEN) {
      if (signal.aborted) return {}
      const slice = ids.slice(from, from + WRITTEN)
      const applied = await service.write(context, (tx) => {
        tx.authorize('group.user_membership.rule.evaluation', [], 'never')
        const isTouched = ({ id, readsGroups }: { id: string; readsGroups: boolean }) => readsGroups || touched.has(id)
        return applyGroupRules(tx, slice, { isTouched, dropped })
      })
      added += applied.added
      removed += applied.removed
      report({ facts: { added, removed } })
      await breathe()
    }
    done += people.length
    after = last.id
    report({ done, facts: { added, removed } })
    if (signal.aborted) return {}
    await breathe()
  }
}

async function readPeople(reader: Reader, after: string): Promise<Person[]> {
  const sql = 'SELECT id, profile FROM users WHERE id > ? ORDER BY id LIMIT ?'
  const rows = await reader.all<{ id: string; profile: string }>(sql, [after, LOOKED_AT])
  return rows.map(({ id, profile }) => ({ id, profile: JSON.parse(profile) as UserRecord['profile'] }))
}

interface Question {
  touched: ReadonlySet<string>
  dropped: ReadonlySet<string>
  now: number
}

/** The people, in order of their ids, whose memberships may change; all where rules ask for groups. */
async function mayChange(reader: Reader, people: readonly Person[], question: Question): Promise<string[]> {
  const set = await readRuleSet(reader)
  if (set.groupReaders.length > 0) return people.map(({ id }) => id)
  const { given, leaving } = await readReasons(reader, people, question)
  return people.filter((person) => leaving.has(person.id) || differs(set, person, given, question)).map(({ id }) => id)
}

function differs({ byId }: RuleSet, person: Person, given: ReadonlyMap<string, number>, { touched, now }: Question) {
  return [...touched].some((id) => {
    const rule = byId.get(id)
    if (!rule) return false
    return (given.get(`${person.id} ${id}`) ?? 0) !== (holdsFor(rule, person, now) ? rule.groupIds.length : 0)
  })
}

/** How many groups each rule has put each person into, by `person rule`; and the people of the rules that are deleted. */
async function readReasons(reader: Reader, people: readonly Person[], { touched, dropped }: Question) {
  const rows = await reader.all<{ user: string; rule: string; count: number }>(
    `SELECT user_id AS user, rule_id AS rule, count(*) AS count FROM group_member_rules
     WHERE rule_id IN (SELECT value FROM json_each(?)) AND user_id BETWEEN ? AND ? GROUP BY rule_id, user_id`,
    [JSON.stringify([...touched, ...dropped]), people[0]?.id ?? '', people.at(-1)?.id ?? ''],
  )
  return {
    given: new Map(rows.map(({ user, rule, count }) => [`${user} ${rule}`, count])),
    leaving: new Set(rows.flatMap(({ user, rule }) => (dropped.has(rule) ? [user] : []))),
  }
}
