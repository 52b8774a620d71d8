import { ApiError, causeAt } from '#contract/interface/api-error.ts'

interface Modes {
  q?: string | undefined
  search?: string | undefined
  filter?: string | undefined
}

/**
 * Holds a list to one way of choosing.
 * @param besideQ what `q` may narrow further
 * @throws ApiError E0000033 for `search` with `filter`, E0000063 for `q` with what it cannot be combined with
 */
export function assertOneMode(modes: Modes, besideQ: readonly 'filter'[] = []): void {
  const { q, search, filter } = modes
  if (search !== undefined && filter !== undefined) throw new ApiError('E0000033')
  if (q === undefined) return
  const other = (['search', 'filter'] as const).find(
    (name) => modes[name] !== undefined && !besideQ.includes(name as 'filter'),
  )
  if (other) throw new ApiError('E0000063', { causes: [causeAt('q', `q and ${other} exclude each other`, 'query')] })
}
