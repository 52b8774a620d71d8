import { api } from '#ui/api/client.ts'
import { asApiError } from '#ui/api/api-error.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import type { Entity, Resource } from '../define-resource.ts'

/** So many at a time: each is read by itself. */
const FOUND_AT_ONCE = 50

/**
 * The objects of one kind that a text finds, best first, a page at a time. WHY by the search over all kinds: a list's own `q` looks at the
 * beginning of a name only.
 * @returns with the ids of those that were found but for one letter. @throws ApiError
 */
export async function findObjects<One extends Entity>(
  resource: Resource<One>,
  q: string,
  after: string | null,
  signal?: AbortSignal,
) {
  const query = { q, kind: resource.kind, limit: FOUND_AT_ONCE, ...(after ? { after } : {}) }
  const { items: hits, next } = await api.page('searchObjects', { query, signal })
  const read = await inTurn(hits, async ({ id }) => {
    try {
      return await resource.read(id, signal)
    } catch (thrown) {
      // It was deleted meanwhile.
      if (asApiError(thrown).status === 404) return null
      throw thrown
    }
  })
  return {
    items: read.filter((one) => one !== null),
    next,
    similar: new Set(hits.filter(({ match }) => match === 'similar').map(({ id }) => id)),
  }
}
