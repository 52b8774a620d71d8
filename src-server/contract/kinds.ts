import { ACCESS_KINDS } from './kinds/access.ts'
import { APPS_KINDS } from './kinds/apps.ts'
import type { KindDefinition } from './kinds/definition.ts'
import { DIRECTORY_KINDS } from './kinds/directory.ts'
import { EVENTS_KINDS } from './kinds/events.ts'
import { ORGANIZATION_KINDS } from './kinds/organization.ts'
import { POLICIES_KINDS } from './kinds/policies.ts'

/**
 * Every kind of object, defined once: prefixes of ids, kinds of errors, audit targets, scopes, limits of pages, labels and
 * addresses are read from this table.
 */
export const KINDS = {
  ...POLICIES_KINDS,
  ...DIRECTORY_KINDS,
  ...ORGANIZATION_KINDS,
  ...APPS_KINDS,
  ...ACCESS_KINDS,
  ...EVENTS_KINDS,
} as const satisfies Record<string, KindDefinition>

type Kinds = typeof KINDS
export type KindName = keyof Kinds
/** The kinds whose ids have a prefix. */
export type PrefixedKind = { [K in KindName]: Kinds[K]['idPrefix'] extends string ? K : never }[KindName]
/** The kinds that can be the target of an event. */
export type TargetKind = { [K in KindName]: Kinds[K]['targetType'] extends string ? K : never }[KindName]
/** The kinds that the command palette finds and the program shows. */
export type SearchableKind = { [K in KindName]: Kinds[K]['searchable'] extends true ? K : never }[KindName]
/** The kinds that the program shows, each object at an address of its own. */
type ShownKind = { [K in KindName]: Kinds[K]['uiPath'] extends string ? K : never }[KindName]
/** How `E0000007` names one of some kinds, or of all. */
export type ErrorKindOf<K extends KindName = KindName> = NonNullable<Kinds[K]['errorKind']>
export type ScopeAreaOf<K extends KindName = KindName> = Kinds[K]['scope']

/** The table as a list. */
export const KIND_LIST: readonly (KindDefinition & { readonly name: KindName })[] = (
  Object.keys(KINDS) as KindName[]
).map((name) => ({ name, ...KINDS[name] }))

/** The kinds whose ids begin as a text does: two for `0oa`, none for what is no id. */
export function kindsOfId(id: string): KindName[] {
  return KIND_LIST.flatMap(({ name, idPrefix, formerIdPrefix }) =>
    [idPrefix, formerIdPrefix].some((prefix) => prefix && id.startsWith(prefix)) ? [name] : [],
  )
}

type Names = 'errorKind' | 'targetType'

/** The kind that errors and references, or events, call by a name: the first where two share it; undefined where none is so called. */
export function kindCalled(field: Names, name: string): KindName | undefined {
  return KIND_LIST.find((kind) => kind[field] === name)?.name
}

/** The label of one object of a kind, by what errors, references or events call the kind; undefined where none is so called. */
export function labelOf(field: Names, name: string): string | undefined {
  const kind = kindCalled(field, name)
  return kind && KINDS[kind].singular
}

/** Where the program shows an object; null for kinds that it shows nowhere by themselves. */
export function uiPathOf(kind: ShownKind, id: string): string
export function uiPathOf(kind: KindName, id: string): string | null
export function uiPathOf(kind: KindName, id: string): string | null {
  return KINDS[kind].uiPath?.replace('{id}', encodeURIComponent(id)) ?? null
}
