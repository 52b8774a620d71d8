import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { translateIds } from '#expression/index.ts'
import { inTerms } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'

/** An id that a body names, of an object of one of some kinds. */
export interface Reference {
  readonly id: string
  readonly kinds: readonly SyncKind[]
}

/** The objects that a body names, in fields and in the text of expressions; words such as `ALL_ZONES` among them. */
export function referencesOf(kind: SyncKind, body: Body): Reference[] {
  const found: Reference[] = []
  const note = (id: string, kinds: readonly SyncKind[]) => {
    found.push({ id, kinds })
    return id
  }
  inTerms(FIELD_RULES[kind], body, {
    id: note,
    expression: (source, dialect) => translateIds(source, dialect, (id) => note(id, ['group'])),
  })
  return found
}
