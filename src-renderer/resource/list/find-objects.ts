import { api } from '#ui/api/client.ts'
import { asApiError } from '#ui/api/api-error.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import type { Entity, Resource } from '../define-resource.ts'

/** The most that a search in a list shows: each is read by itself. */
export const MOST_FOUND = 100

/**
 * The objects of one kind that a text finds, best first. WHY by the search over all kinds: a list's own `q` looks at the
 * beginning of a name only.
 * @returns with the ids of those that were found but for one letter. @throws ApiError
 */
export async function findObjects<One extends Entity>(resource: Resource<One>, q: string, signal?: AbortSignal) {
  const hits = await api.call('searchObjects', { query: { q, kind: resource.kind, limit: MOST_FOUND }, signal })
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
    similar: new Set(hits.filter(({ match }) => match === 'similar').map(({ id }) => id)),
  }
}
