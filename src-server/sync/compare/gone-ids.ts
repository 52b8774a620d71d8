import type { SyncKind } from '#contract/sync/kind-names.ts'
import { translateIds } from '#expression/index.ts'
import type { Snapshot } from '../snapshot.ts'
import { inTerms, isSame, SAME_TERMS, type Terms } from './compare-values.ts'
import type { RuleNode } from './field-rules.ts'

/** An id, and no word such as `ALL_ZONES`. */
export const ID = /^[0-9A-Za-z]{20}$/

type Objects = Pick<Snapshot, 'objects'>

/** Whether two values are the same; `theirs` in the terms of that side. */
export type IsSame = (rule: RuleNode | undefined, ours: unknown, theirs: unknown) => boolean

const GONE = ' (gone)'

/**
 * Compares values in which ids of what is gone may be: each side names that by its own id, which nothing pairs any more, and whatever names nothing
 * is the same.
 */
export function sameButGone(ours: Objects, theirs: Objects, terms: Terms): IsSame {
  const [ofOurs, ofTheirs] = [withoutGone(ours, SAME_TERMS), withoutGone(theirs, terms)]
  return (rule, own, other) =>
    isSame(rule, own, other, terms) ||
    isSame(rule, inTerms(rule, own, ofOurs), inTerms(rule, other, ofTheirs), SAME_TERMS)
}

/** Terms in which all ids are one that name nothing of a side. */
function withoutGone({ objects }: Objects, terms: Terms): Terms {
  const known = new Map<SyncKind, ReadonlySet<string>>()
  const has = (kind: SyncKind, id: string) => {
    const all = objects.get(kind)
    // What was not read may be there.
    if (!all?.size) return true
    const ids = known.get(kind) ?? new Set([...all.values()].map((one) => one.id))
    known.set(kind, ids)
    return ids.has(id)
  }
  const id = (one: string, kinds: readonly SyncKind[]) =>
    !ID.test(one) || kinds.some((kind) => has(kind, one)) ? terms.id(one, kinds) : GONE
  return { id, expression: (source, dialect) => translateIds(source, dialect, (one) => id(one, ['group'])) }
}
