import type { LogEvent } from '#contract/log/log-event.ts'
import { EVERY_ROW } from '#db/change-set.ts'
import { openStore } from '#db/store.ts'
import { groupMembers } from '#db/tables/groups.ts'
import { users } from '#db/tables/users.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { END, makeEvents } from './audit-events.ts'

export interface WorkspaceSize {
  people: number
  groupsOfEach: number
  events: number
}

/**
 * Adds people, each in some of the groups that are there, and events to a workspace that is not in use. The same for the
 * same file.
 */
export async function enlarge(file: string, { people, groupsOfEach, events }: WorkspaceSize): Promise<void> {
  const store = await openStore(file, new Date().toISOString())
  try {
    await store.write(async (tx) => {
      await tx.write(users.name, EVERY_ROW, PEOPLE, [people])
      await tx.write(groupMembers.name, EVERY_ROW, MEMBERSHIPS, [groupsOfEach])
    })
    let batch: LogEvent[] = []
    const flush = () => store.write((tx) => insertEvents(tx, batch)).then(() => void (batch = []))
    // Older ones would be removed as soon as the service starts.
    const later = Date.now() - END
    for (const event of makeEvents(events)) {
      const published = new Date(Date.parse(event.published) + later).toISOString()
      if (batch.push({ ...event, published }) === 5_000) await flush()
    }
    await flush()
    await store.checkpoint()
  } finally {
    await store.close()
  }
}

const PEOPLE = `
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
  INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated, login_key)
  SELECT printf('00uLARGE%012d', n), 'ACTIVE', (SELECT id FROM user_types ORDER BY id LIMIT 1), login, login, first, last,
    json_object('firstName', first, 'lastName', last, 'login', login, 'email', login), now, now, login
  FROM (SELECT n, printf('person%d@large.example', n) AS login, printf('First%d', n % 997) AS first,
    printf('Last%d', n % 9973) AS last, '2026-01-01T00:00:00.000Z' AS now FROM counted)`

/** Each person in as many neighbours in the list of groups, from a place that the person's number decides. */
const MEMBERSHIPS = `
  WITH RECURSIVE listed AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM groups WHERE type <> 'BUILT_IN'),
    steps(step) AS (SELECT 0 UNION ALL SELECT step + 1 FROM steps WHERE step < ? - 1)
  INSERT OR IGNORE INTO group_members (group_id, user_id)
  SELECT listed.id, users.id FROM users, steps JOIN listed
    ON listed.place = (CAST(substr(users.id, 9) AS INTEGER) * 7 + step) % (SELECT count(*) FROM listed)
  WHERE users.id LIKE '00uLARGE%'`
