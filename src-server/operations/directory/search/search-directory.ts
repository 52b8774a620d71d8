import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { SearchTimeout, type Searcher } from '#db/searches.ts'
import { requireAttribute, type Attribute, type Dialect } from '#filter/index.ts'
import type { Service } from '../../service/service.ts'

/** A list of people or groups by an expression. */
export interface DirectoryQuery {
  search?: string | undefined
  filter?: string | undefined
  /** One attribute; counts for searches alone. */
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  limit: number
  after?: string | undefined
}

/** Reads beside the ordinary reads, and no longer than a search may. @throws ApiError E0000009 with advice */
export function searchDirectory<T>(
  { store }: Pick<Service, 'store'>,
  work: (searcher: Searcher) => Promise<T>,
): Promise<T> {
  return store.searches.run(work, LIMITS.searchMs).catch((error: unknown) => {
    throw error instanceof SearchTimeout ? tooLong() : error
  })
}

function tooLong(): ApiError {
  const errorSummary = `the query took longer than ${LIMITS.searchMs / 1_000} seconds; compare more attributes by eq or sw`
  return new ApiError('E0000009', { causes: [{ errorSummary }] })
}

/** The attribute that a search is sorted by; null where it says none. @throws ApiError E0000001 */
export function sortAttribute({ search, sortBy }: DirectoryQuery, dialect: Dialect): Attribute | null {
  if (search === undefined || sortBy === undefined) return null
  const attribute = requireAttribute(sortBy, dialect, 'sortBy')
  if (attribute.steps.length > 2) throw invalid('sortBy', `${sortBy} is no single property`, 'query')
  return attribute
}
