import type { ConnectionPeople } from '#contract/gatehouse/connection.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { parseFilter, userSearch } from '#filter/index.ts'
import { makeSalt, openSalt } from './secrets.ts'

const EVERYBODY: ConnectionPeople = { mode: 'ALL' }
/** What attributes the remote has is not known here. */
const SEARCHED = userSearch(null)

const isByPseudonym = ({ mode }: ConnectionPeople) => mode === 'PSEUDONYMS'

/**
 * Which people of its remote a connection takes into account from now on.
 * WHY never from or to pseudonyms: the workspace and its versions hold what was pulled before, people or pseudonyms, and all of it would differ.
 * @param given absent: as before; all of a new connection
 * @throws ApiError E0000001 for a search that cannot be read, and for a change from or to pseudonyms
 */
export function settledPeople(given: ConnectionPeople | undefined, before?: ConnectionPeople): ConnectionPeople {
  const people = given ?? before ?? EVERYBODY
  if (before && isByPseudonym(before) !== isByPseudonym(people))
    throw invalid('people.mode', 'cannot be changed from or to pseudonyms: make a connection of its own for that')
  const parsed = people.mode === 'SEARCH' ? parseFilter(people.search, SEARCHED) : null
  if (parsed?.ok === false) throw invalid('people.search', parsed.problems.map(({ message }) => message).join('; '))
  return people
}

/** The sealed salt of a connection: its own as long as it can be read, else another one. @returns null where it has no pseudonyms */
export async function settledSalt(
  box: SecretBox,
  { id, people, peopleSalt }: Pick<ConnectionRecord, 'id' | 'people' | 'peopleSalt'>,
): Promise<string | null> {
  if (!isByPseudonym(people)) return null
  return (await openSalt(box, { id, peopleSalt })) === null ? makeSalt(box, id) : peopleSalt
}
