import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { translateIds } from '#expression/index.ts'
import { withoutItems } from '../apply/without-items.ts'
import { inTerms, SAME_TERMS, valueDifferences, type Terms } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import type { SyncObject } from '../snapshot.ts'

/** What was removed, and what comes back of it. */
export interface Gone {
  /** The ids of what was removed, by kind and id. */
  readonly removed: ReadonlySet<string>
  /** Those of what is made again. */
  readonly again: ReadonlySet<string>
  /** Whether that gets the ids that it had. */
  readonly keepsIds: boolean
  /** Whether an object of the target is one that it gives to what names none any more, such as a default policy. */
  readonly isDefault: (id: string) => boolean
}

interface Concerned {
  readonly former: SyncObject
  readonly now: SyncObject
  /** The paths that are changed back anyway. */
  readonly taken: readonly string[]
}

interface Changed {
  /** What is to be given back. */
  readonly paths: readonly string[]
  /** What is something else than a removal leaves: others have changed it. */
  readonly since: readonly string[]
  /** What a removal has changed that names what cannot be made again. */
  readonly lost: readonly string[]
  /** Whether a path of them cannot be changed, so that the object can only be made again. */
  readonly fixed: boolean
}

/** What an object names for good. */
const FIXED: Partial<Record<SyncKind, string>> = { groupRule: 'actions.assignUserToGroups.groupIds' }

/** Which fields of an object name what was removed, and are to name it again. Pure. */
export function changedPaths({ former, now, taken }: Concerned, gone: Gone): Changed {
  const { kind } = former
  const rules = FIELD_RULES[kind]
  const marked = (ids: ReadonlySet<string>) => {
    const other = inTerms(rules, former.body, marking(ids))
    return valueDifferences(rules, former.body, other, SAME_TERMS).map(({ path }) => path)
  }
  const lacking = new Set(marked(new Set([...gone.removed].filter((id) => !gone.again.has(id)))))
  const isSame = (path: string) => !differs(kind, path, now.body, former.body)
  const naming = marked(gone.removed).filter(
    (path) => !taken.includes(path) && !(isOff(former) && path === FIXED[kind]),
  )
  const open = naming.filter((path) => !lacking.has(path) && !(isSame(path) && gone.keepsIds))
  const paths = open.filter((path) => isLeft(path, { former, now }, gone))
  const off = isOff(now) && !isOff(former) ? ['status'] : []
  const isLost = lacking.has(FIXED[kind] ?? '')
  return {
    paths: isLost ? paths : [...paths, ...off],
    since: open.filter((path) => !paths.includes(path)),
    lost: [...[...lacking].filter((path) => !taken.includes(path) && !isSame(path)), ...(isLost ? off : [])],
    fixed: paths.some((path) => path === FIXED[kind]),
  }
}

/** The service ends rules that put people into a group that is gone. */
const isOff = ({ kind, body }: SyncObject) => kind === 'groupRule' && textAt(body, 'status') === 'INVALID'

const differs = (kind: SyncKind, path: string, one: Body, other: Body) =>
  valueDifferences(FIELD_RULES[kind], one, other, SAME_TERMS).some(
    (found) => found.path === path || found.path.startsWith(`${path}.`) || path.startsWith(`${found.path}.`),
  )

const marking = (ids: ReadonlySet<string>): Terms => {
  const id = (one: string, kinds: readonly SyncKind[]) =>
    kinds.some((kind) => ids.has(`${kind} ${one}`)) ? `${one}?` : one
  return { id, expression: (source, dialect) => translateIds(source, dialect, (one) => id(one, ['group'])) }
}

/** Whether a field is as a removal leaves it: as it was, without what was removed, empty, or with what takes its place. */
function isLeft(path: string, { former, now }: Omit<Concerned, 'taken'>, { removed, isDefault }: Gone): boolean {
  const ids = new Set([...removed].map((one) => one.split(' ')[1] ?? ''))
  if (!differs(former.kind, path, withoutItems(now.body, ids), withoutItems(former.body, ids))) return true
  const value = valueAt(now.body, path)
  return value === undefined || value === null || (typeof value === 'string' && isDefault(value))
}
