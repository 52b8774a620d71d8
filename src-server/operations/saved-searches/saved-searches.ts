import { sqlCondition } from '#db/tables/table.ts'
import type { KindName } from '#contract/kinds.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { savedSearches, type SavedSearchRecord } from '#db/tables/saved-searches.ts'
import { assertQuota, assertUniqueName } from '../service/checks.ts'

/** What is saved of a search beside its name. */
type Searched = SavedSearchRecord['search']
type Saved<Search> = Search & Pick<SavedSearchRecord, 'id' | 'name' | 'created' | 'lastUpdated'>

interface SearchList<Search> {
  /** What is searched; names are unique among its searches. */
  list: SavedSearchRecord['list']
  kind: KindName
  /** Refuses what the page would only fail with later. @throws ApiError E0000001 */
  assertReadable: (search: Search) => void
}

/** The use cases of the searches that are saved of one list; they belong to the workspace. */
export function savedSearchesOf<Search extends Searched>({ list, kind, assertReadable }: SearchList<Search>) {
  const among = { list }
  const toView = ({ search, id, name, created, lastUpdated }: SavedSearchRecord): Saved<Search> => ({
    ...{ id, name, created, lastUpdated },
    ...(search as Search),
  })

  async function requireRecord(reader: Reader, id: string): Promise<SavedSearchRecord> {
    return (await savedSearches.findOne(reader, { where: { id, list } })) ?? savedSearches.missing(id)
  }

  return {
    /** All of them, by name. */
    async list(reader: Reader): Promise<Saved<Search>[]> {
      const { condition } = reader.visible('read', kind)
      return (
        await savedSearches.findAll(reader, { where: { list, ...sqlCondition(condition) }, order: ['name'] })
      ).map(toView)
    },

    /** @throws ApiError E0000007 */
    require: async (reader: Reader, id: string) => toView(await requireRecord(reader, id)),

    /** @returns the new search's id. @throws ApiError E0000001 for a name that is taken, a query that is not valid, or one too many */
    async create(tx: Tx, { name, ...rest }: Search & { name: string }): Promise<string> {
      tx.authorize('gatehouse.saved_search.create', [], 'never')
      const search = rest as unknown as Search
      assertReadable(search)
      await assertUniqueName(tx, savedSearches, 'saved search', name, { among })
      const max = LIMITS.savedSearches
      const message = `there are ${max} saved searches already, as many as there may be`
      await assertQuota(tx, savedSearches, { max, message, among })
      const id = tx.newId('savedSearch')
      await savedSearches.insert(tx, { id, list, name, search, created: tx.now, lastUpdated: tx.now })
      tx.record({ type: 'gatehouse.saved_search.create', targets: [targetOf('savedSearch', { id, name })] })
      return id
    },

    /** @throws ApiError E0000007, and E0000001 as for a new one */
    async replace(tx: Tx, id: string, { name, ...rest }: Search & { name: string }): Promise<void> {
      const before = await requireRecord(tx, id)
      tx.authorize('gatehouse.saved_search.update', [targetOf('savedSearch', before)], 'well-formed')
      const search = rest as unknown as Search
      assertReadable(search)
      await assertUniqueName(tx, savedSearches, 'saved search', name, { except: id, among })
      await savedSearches.update(tx, before, { name, search, lastUpdated: tx.now })
      const details = changeDetails({ name: before.name, ...before.search }, { name, ...search })
      tx.record({ type: 'gatehouse.saved_search.update', targets: [targetOf('savedSearch', { id, name }, details)] })
    },

    /** @throws ApiError E0000007 */
    async remove(tx: Tx, id: string): Promise<void> {
      const before = await requireRecord(tx, id)
      tx.authorize('gatehouse.saved_search.delete', [targetOf('savedSearch', before)])
      await savedSearches.remove(tx, before)
      const details = changeDetails({ name: before.name, ...before.search }, {})
      tx.record({ type: 'gatehouse.saved_search.delete', targets: [targetOf('savedSearch', before, details)] })
    },
  }
}
