import type { AlikeObject } from '#contract/gatehouse/comparison.ts'
import { textAt, valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { SyncObject } from '../snapshot.ts'
import { SAME_TERMS, valueDifferences } from './compare-values.ts'
import { FIELD_RULES } from './field-rules.ts'

/** How many fields are shown, and how many objects they are looked for in. */
const MOST_FIELDS = 3
const MOST_LOOKED_AT = 20

/** Objects of one kind and name, with fields that tell those of a side apart: the same fields for all. */
export function alikeViews(
  kind: SyncKind,
  ours: readonly SyncObject[],
  theirs: readonly SyncObject[],
): { ours: AlikeObject[]; theirs: AlikeObject[] } {
  const paths = [...new Set([...partingPaths(kind, ours), ...partingPaths(kind, theirs)])].slice(0, MOST_FIELDS)
  const view = ({ id, key, body }: SyncObject): AlikeObject => ({
    ...{ id, key },
    created: textAt(body, 'created') || null,
    fields: paths.map((path) => ({ path, value: valueAt(body, path) ?? null })),
  })
  return { ours: ours.map(view), theirs: theirs.map(view) }
}

/** The fields in which the first of some objects differs from the others. */
function partingPaths(kind: SyncKind, [first, ...others]: readonly SyncObject[]): string[] {
  if (!first) return []
  const compared = others.slice(0, MOST_LOOKED_AT)
  const found = compared.flatMap(({ body }) => valueDifferences(FIELD_RULES[kind], first.body, body, SAME_TERMS))
  return found.flatMap(({ path }) => (path ? [path] : []))
}
