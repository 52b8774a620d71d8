import type { LogImport } from '#contract/log/log-transfer.ts'
import type { Filter } from '#filter/index.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'
import { partsOf, withoutPart, withPart } from '../query/filter-text.ts'

/** What tells the logs apart in a filter. */
export const LOG_PATH = 'gatehouse.import.id'
/** What this workspace's own log is called beside others. */
export const OWN_LOG = 'This workspace'

/** Which logs are shown: all, this workspace's own, an import by its id, or what a filter says in other ways. */
export type Trail = 'all' | 'own' | 'other' | (string & {})

function isAbout(tree: Filter): boolean {
  if (tree.kind === 'compare') return tree.attribute.path === LOG_PATH
  return tree.kind === 'not' ? isAbout(tree.operand) : tree.operands.every(isAbout)
}

/** Which logs a filter asks for. */
export function trailOf(filter: string): Trail {
  const parts = partsOf(filter)
  if (parts === null) return 'other'
  const about = parts.map(({ tree }) => tree).filter(isAbout)
  const [only] = about
  if (!only) return 'all'
  if (about.length > 1) return 'other'
  if (only.kind === 'compare' && only.operator === 'eq' && typeof only.value === 'string') return only.value
  const isOwn = only.kind === 'not' && only.operand.kind === 'compare' && only.operand.operator === 'pr'
  return isOwn ? 'own' : 'other'
}

/** The filter for other logs; what else it asks for stays. */
export function withTrail(filter: string, trail: Trail): string {
  let rest = filter
  for (;;) {
    const index = (partsOf(rest) ?? []).findIndex(({ tree }) => isAbout(tree))
    if (index === -1) break
    rest = withoutPart(rest, index)
  }
  if (trail === 'all' || trail === 'other') return rest
  const source = trail === 'own' ? `not (${LOG_PATH} pr)` : comparisonText(LOG_PATH, 'eq', trail)
  return partsOf(rest) === null ? source : withPart(rest, partsOf(rest)?.length ?? 0, source)
}

/** What can be chosen: an import by its name, of several with one name also by what it is. */
export function trailOptions(imports: readonly LogImport[], chosen: Trail): { value: Trail; label: string }[] {
  const labelOf = ({ name, connectionId, isFollowed }: LogImport) => {
    if (isFollowed) return name
    return connectionId === null ? `${name} (import)` : `${name} (no longer followed)`
  }
  const shown = imports.filter(({ state }) => state !== 'CANCELLED' && state !== 'FAILED')
  const followedFirst = shown.toSorted((a, b) => Number(b.isFollowed) - Number(a.isFollowed))
  const options = [
    { value: 'all', label: 'All logs' },
    { value: 'own', label: OWN_LOG },
    ...followedFirst.map((one) => ({ value: one.id, label: labelOf(one) })),
  ]
  if (options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen === 'other' ? 'As in the filter' : chosen }]
}
