import { KIND_LIST, KINDS, kindsOfId, type KindName, type SearchableKind } from '#contract/kinds.ts'

/** Kinds of objects that have a name, an id and a page or a drawer of their own: rule sets are policies to a person. */
export type EntityKind = Exclude<SearchableKind, 'ruleSet'>

/** The kinds that an id may be one of, by how it begins; none for what the program does not show by itself. */
export function entityKindsOfId(id: string): EntityKind[] {
  return kindsOfId(id).flatMap((kind) => entityOf(kind) ?? [])
}

/** The kind that the audit log calls so; null for what the program does not show by itself. */
export function entityKindOfTarget(type: string): EntityKind | null {
  return entityOf(KIND_LIST.find(({ targetType }) => targetType === type)?.name)
}

function entityOf(name: KindName | undefined): EntityKind | null {
  if (name === 'ruleSet') return 'policy'
  return name && KINDS[name].searchable ? (name as EntityKind) : null
}
