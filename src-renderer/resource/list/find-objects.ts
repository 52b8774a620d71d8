import { api } from '#ui/api/client.ts'
import { asApiError } from '#ui/api/api-error.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import type { Entity, Resource } from '../define-resource.ts'

/** So many at a time: each is read by itself, unless the list takes expressions. */
const FOUND_AT_ONCE = 50

/** Objects with what their list alone says of them. @param query of that list; its `search` is over ids */
async function readListed<One extends Entity>(
  resource: Resource<One>,
  ids: readonly string[],
  query: object,
  signal?: AbortSignal,
): Promise<One[]> {
  if (ids.length === 0) return []
  const search = ids.map((id) => `id eq "${id}"`).join(' or ')
  const { items } = await resource.readPage({ ...query, search, limit: FOUND_AT_ONCE }, signal)
  const byId = new Map(items.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The objects of one kind that a text finds, best first, a page at a time. WHY by the search over all kinds: a list's own `q` looks at the
 * beginning of a name only.
 * @param listed what a request of the list carries, where its rows say more than the objects by themselves
 * @returns with the ids of those that were found but for one letter. @throws ApiError
 */
export async function findObjects<One extends Entity>(
  resource: Resource<One>,
  q: string,
  after: string | null,
  signal?: AbortSignal,
  listed?: object,
) {
  // WHY the cast: only lists that are read a page at a time ask this, and the search finds those kinds.
  const query = { q, kind: resource.kind as EntityKind, limit: FOUND_AT_ONCE, ...(after ? { after } : {}) }
  const { items: hits, next } = await api.page('searchObjects', { query, signal })
  const ids = hits.map(({ id }) => id)
  return {
    items: await (listed ? readListed(resource, ids, listed, signal) : readEach(resource, ids, signal)),
    next,
    similar: new Set(hits.filter(({ match }) => match === 'similar').map(({ id }) => id)),
  }
}

async function readEach<One extends Entity>(
  resource: Resource<One>,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<One[]> {
  const read = await inTurn(ids, async (id) => {
    try {
      return await resource.read(id, signal)
    } catch (thrown) {
      // It was deleted meanwhile.
      if (asApiError(thrown).status === 404) return null
      throw thrown
    }
  })
  return read.filter((one) => one !== null)
}
