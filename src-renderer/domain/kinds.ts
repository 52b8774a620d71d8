import { kindCalled, type KindName } from '#contract/kinds.ts'
import { SEARCH_KINDS, type SearchKind } from '#contract/gatehouse/search.ts'

/** Kinds of objects that have a name, an id and a page or a drawer of their own; their definitions are in `contract/kinds.ts`. */
export type EntityKind = Exclude<SearchKind, 'rule'>

/** Kinds whose objects have pages; the search over all kinds does not find those of connections. */
export type PageKind = EntityKind | 'connection'

/** All that are found by name. */
export const ENTITY_KINDS = SEARCH_KINDS.filter((kind): kind is EntityKind => kind !== 'rule')

/** How the interface shows a kind: rule sets as policies; null for what has no page. */
function entityKind(kind: KindName | undefined): EntityKind | null {
  if (kind === 'ruleSet') return 'policy'
  return ENTITY_KINDS.find((each) => each === kind) ?? null
}

/** The kind that actors and targets of a type are; null where they have no page. */
export function entityKindOfTarget(type: string): EntityKind | null {
  return entityKind(kindCalled('targetType', type))
}
