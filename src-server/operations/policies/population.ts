import type { Reader } from '#db/connection.ts'
import { groups } from '#db/tables/groups.ts'
import { users } from '#db/tables/users.ts'
import type { GroupView, PersonContext } from '#policy/index.ts'
import { toPerson } from '../directory/person.ts'
import type { Directory, Reachable } from './audience-data.ts'
import { toGroupView } from './group-view.ts'

/** What people are counted from. */
export interface Population {
  directory: Directory
  /** Reads what the directory does not hold, as of the same moment. */
  read: Reader
  /** Milliseconds since the epoch, for expressions about time. */
  now: number
  signal: AbortSignal
}

/** People whose attributes are read at once. */
const CHUNK = 1_000

export function* inChunks<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK)
}

/** All groups as expressions see them; the one list that every person of a count is given. */
export async function groupViews(read: Reader): Promise<readonly GroupView[]> {
  return (await groups.findAll(read)).map(toGroupView)
}

type Known = PersonContext & { person: { id: string } }

/** Reads people as expressions see them, in the order in which they are given. */
export async function attributeReader({ read, now }: Population) {
  const views = await groupViews(read)
  return async (people: readonly Reachable[]): Promise<Known[]> => {
    const byId = await users.byId(
      read,
      people.map(({ id }) => id),
    )
    return people.flatMap(({ id, groupIds }) => {
      const row = byId.get(id)
      return row ? [{ now, person: toPerson(row, groupIds), groups: views }] : []
    })
  }
}
