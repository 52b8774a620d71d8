import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { SavedSearch, SavedSearchWrite } from '#contract/log/log-browse.ts'
import { logSearchQuery } from '#contract/routes/logs.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { savedSearches, type SavedSearchRecord } from '#db/tables/saved-searches.ts'
import { LOG_EVENTS, parseFilter } from '#filter/index.ts'
import { assertQuota, assertUniqueName } from '../../checks.ts'

const toView = ({ search, ...record }: SavedSearchRecord): SavedSearch => ({ ...record, ...search })

/** All of them, by name. */
export async function listSavedSearches(reader: Reader): Promise<SavedSearch[]> {
  const { condition } = reader.visible('read', 'savedSearch')
  return (await savedSearches.all(reader, `WHERE ${condition} ORDER BY name`)).map(toView)
}

/** @throws ApiError E0000007 */
export async function requireSavedSearch(reader: Reader, id: string): Promise<SavedSearch> {
  return toView(await savedSearches.require(reader, id))
}

/** @returns the new search's id. @throws ApiError E0000001 for a name that is taken, a query that is not valid, or one too many */
export async function createSavedSearch(tx: Tx, { name, ...search }: SavedSearchWrite): Promise<string> {
  assertReadable(search)
  await assertUniqueName(tx, savedSearches, 'saved search', name)
  const max = LIMITS.savedSearches
  await assertQuota(tx, savedSearches, {
    max,
    message: `there are ${max} saved searches already, as many as there may be`,
  })
  const id = newId('savedSearch')
  await savedSearches.insert(tx, { id, name, search, created: tx.now, lastUpdated: tx.now })
  return id
}

/** @throws ApiError E0000007, and E0000001 as for a new one */
export async function replaceSavedSearch(tx: Tx, id: string, { name, ...search }: SavedSearchWrite): Promise<void> {
  const before = await savedSearches.require(tx, id)
  assertReadable(search)
  await assertUniqueName(tx, savedSearches, 'saved search', name, { except: id })
  await savedSearches.update(tx, before, { name, search, lastUpdated: tx.now })
}

/** @throws ApiError E0000007 */
export async function deleteSavedSearch(tx: Tx, id: string): Promise<void> {
  await savedSearches.remove(tx, await savedSearches.require(tx, id))
}

/** A query that is not valid is not saved: the page would only fail with it later. */
function assertReadable({ filter, q, range }: Omit<SavedSearchWrite, 'name'>): void {
  if (filter !== '') {
    const result = parseFilter(filter, LOG_EVENTS)
    if (!result.ok) throw invalid('filter', result.problems.map(({ message }) => message).join('; '))
  }
  if (q !== '') {
    const { error } = logSearchQuery.q.safeParse(q)
    if (error) throw invalid('q', error.issues.map(({ message }) => message).join('; '))
  }
  if (range.name !== 'custom') return
  if (range.since !== '' && range.until !== '' && range.since >= range.until)
    throw invalid('range.since', 'must be before until')
}
