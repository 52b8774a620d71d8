import { invalid, notFound } from '../../../contract/api-error.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { SavedSearch, SavedSearchWrite } from '../../../contract/log-browse.ts'
import { logSearchQuery } from '../../../contract/routes/logs.ts'
import { newId } from '../../../db/ids.ts'
import { LOG_EVENTS, parseFilter } from '../../../filter/index.ts'
import type { Act, Service, Unit } from '../../service.ts'

interface SavedSearchRow {
  id: string
  name: string
  /** JSON of all that was written but the name. */
  search: string
  created: string
  last_updated: string
}

function savedSearchOf({ id, name, search, created, last_updated }: SavedSearchRow): SavedSearch {
  return { id, name, ...(JSON.parse(search) as Omit<SavedSearchWrite, 'name'>), created, lastUpdated: last_updated }
}

/** All of them, by name. */
export async function listSavedSearches({ store }: Service): Promise<SavedSearch[]> {
  return (await store.read.all<SavedSearchRow>('SELECT * FROM saved_searches ORDER BY name')).map(savedSearchOf)
}

/** @throws E0000007 */
export async function requireSavedSearch({ store }: Service, id: string): Promise<SavedSearch> {
  const row = await store.read.first<SavedSearchRow>('SELECT * FROM saved_searches WHERE id = ?', [id])
  if (!row) throw notFound(id, 'SavedSearch')
  return savedSearchOf(row)
}

/** @returns the new search's id. @throws E0000001 for a name that is taken, a query that cannot be read, or one too many */
export function createSavedSearch(service: Service, act: Act, { name, ...search }: SavedSearchWrite): Promise<string> {
  requireReadable(search)
  return service.write(
    act,
    async (unit) => {
      await requireFreeName(unit, name)
      const count = await unit.statements.first<{ count: number }>('SELECT count(*) AS count FROM saved_searches')
      if ((count?.count ?? 0) >= LIMITS.savedSearches)
        throw invalid('name', `there are ${LIMITS.savedSearches} saved searches already, as many as there may be`)
      const id = newId('savedSearch')
      const sql = 'INSERT INTO saved_searches (id, name, search, created, last_updated) VALUES (?, ?, ?, ?, ?)'
      await unit.statements.run(sql, [id, name, JSON.stringify(search), unit.now, unit.now])
      return id
    },
    { changes: [] },
  )
}

/** @throws E0000007, and E0000001 as for a new one */
export function replaceSavedSearch(
  service: Service,
  act: Act,
  id: string,
  { name, ...search }: SavedSearchWrite,
): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      await requireSavedSearch(service, id)
      requireReadable(search)
      await requireFreeName(unit, name, id)
      const sql = 'UPDATE saved_searches SET name = ?, search = ?, last_updated = ? WHERE id = ?'
      await unit.statements.run(sql, [name, JSON.stringify(search), unit.now, id])
    },
    { changes: [] },
  )
}

/** @throws E0000007 */
export function deleteSavedSearch(service: Service, act: Act, id: string): Promise<void> {
  return service.write(
    act,
    async ({ statements }) => {
      if ((await statements.run('DELETE FROM saved_searches WHERE id = ?', [id])) === 0)
        throw notFound(id, 'SavedSearch')
    },
    { changes: [] },
  )
}

/** What cannot be asked is not kept: the page would only fail with it later. */
function requireReadable({ filter, q, range }: Omit<SavedSearchWrite, 'name'>): void {
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

async function requireFreeName({ statements }: Unit, name: string, own = ''): Promise<void> {
  const sql = 'SELECT id FROM saved_searches WHERE name = ? AND id <> ?'
  if (await statements.first(sql, [name, own])) throw invalid('name', 'another saved search has this name')
}
