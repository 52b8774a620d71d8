/** Everything by which one kind of object differs from the others, wherever kinds are listed. */
export interface KindDefinition {
  /** The first three characters of its ids (spec/4 §1.5); two kinds may share them. Null: its ids have another form. */
  readonly idPrefix: string | null
  /** What its ids once began with; older ones still do. */
  readonly formerIdPrefix?: string
  /** As `E0000007` names it (spec/4 §3.6); null: never looked up by id. */
  readonly errorKind: string | null
  /** As the audit log names it where it is a target (spec/4 §3.3); null: never one. */
  readonly targetType: string | null
  /** Area of its OAuth scopes, `svc.<area>.read` (spec/4 §3.5). */
  readonly scope: string
  /** Its collection in the interface; null: it has none of its own, or lies below another object. */
  readonly path: string | null
  /** The placeholder for its id in paths. */
  readonly param: string | null
  readonly singular: string
  readonly plural: string
  /** Default and maximum size of a page of its list; null: the list comes whole. */
  readonly page: { readonly fallback: number; readonly max: number } | null
  /** The table that holds it; null: it is kept elsewhere, or not on disk. */
  readonly table: string | null
  /** Where the program shows one, with `{id}`; null: nowhere by itself. */
  readonly uiPath: string | null
  /** Whether the command palette finds it, by name or id. */
  readonly searchable: boolean
}

/** Default and maximum of a page. */
export const page = (fallback: number, max: number) => ({ fallback, max })

/** What minor kinds lack. */
export const PLAIN = {
  ...{ targetType: null, path: null, param: null, page: null, table: null, uiPath: null },
  searchable: false,
} as const
