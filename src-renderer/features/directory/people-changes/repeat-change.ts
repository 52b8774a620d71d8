import type { User } from '#contract/directory/user.ts'
import { api } from '#ui/api/client.ts'
import { bulkActionsOf, type BulkAction, type WholeSearch } from '#ui/resource/list/bulk.ts'
import { people } from '../people.ts'
import { bulkActions } from './bulk-actions.ts'

/** Their names are shown as a sample. */
const SAMPLE = 50

/** A change that is asked about once more, as the list of people asks about one. */
interface RepeatedChange {
  action: BulkAction<User>
  /** The first of those whom the search finds now. */
  objects: readonly User[]
  whole: WholeSearch
  groupId: string | null
}

/** What a change of all whom a search finds is now. @throws ApiError */
export async function repeatedChange(peopleChangeId: string): Promise<RepeatedChange | null> {
  const { act, groupId, search } = await api.call('getPeopleChange', { params: { peopleChangeId } })
  const action = bulkActionsOf(people, { more: bulkActions }).find(({ key }) => key === act)
  if (!action || search === null) return null
  const { count } = await api.call('countPeople', { query: { search } })
  const { items: objects } = await people.readPage({ search, limit: SAMPLE })
  return { action, objects, whole: { search, count }, groupId }
}
