import type { PeopleOutcome } from '#contract/directory/people-change.ts'
import type { Reader } from '#db/connection.ts'
import { peopleChanges, type PeopleChangeRecord } from '#db/tables/people-changes.ts'

/** The number of people of a change by outcome. */
export function countByOutcome(reader: Reader, changeId: string): Promise<{ outcome: PeopleOutcome; count: number }[]> {
  const sql = 'SELECT outcome, count(*) AS count FROM people_change_rows WHERE change_id = ? GROUP BY outcome'
  return reader.all(sql, [changeId])
}

/** Why people of a change were refused, the most frequent reasons first. */
export function commonestRefusals(
  reader: Reader,
  changeId: string,
  limit: number,
): Promise<{ problem: string; count: number }[]> {
  const sql = `SELECT problem, count(*) AS count FROM people_change_rows WHERE change_id = ? AND outcome = 'REFUSED'
    GROUP BY problem ORDER BY count DESC, problem LIMIT ?`
  return reader.all(sql, [changeId, limit])
}

/** Changes that no job works at, but for the newest ones. @param kept how many of the newest are left out */
export function idleChanges(reader: Reader, kept: number): Promise<PeopleChangeRecord[]> {
  const tail = `WHERE id NOT IN (SELECT subject_id FROM jobs WHERE subject_id IS NOT NULL AND state IN ('QUEUED', 'RUNNING'))
    ORDER BY rowid DESC LIMIT -1 OFFSET ?`
  return peopleChanges.all(reader, tail, [kept])
}
