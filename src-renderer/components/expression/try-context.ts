import type { Group } from '#contract/directory/group.ts'
import type { User } from '#contract/directory/user.ts'
import {
  KNOWN_VALUES,
  referencedPaths,
  typeOfPath,
  type Expression,
  type ExpressionContext,
  type TraceNode,
  type UserRecord,
} from '#expression/index.ts'
import { setIn } from '#ui/lib/tree.ts'

/** What the expression reads beside the person, for which the box to try it has a field. */
export interface TryField {
  path: string
  kind: 'flag' | 'list' | 'text' | 'any'
  /** What it usually is; empty where one writes freely. */
  choices: readonly string[]
}

/** What was filled in, by path, as text; what is empty counts as not known. */
type TryValues = Readonly<Record<string, string>>

/** The fields that an expression needs, in the order in which it reads them. */
export function tryFieldsOf(expression: Expression): TryField[] {
  return referencedPaths(expression)
    .filter((path) => !path.startsWith('user.'))
    .map((path) => ({ path, kind: kindOf(typeOfPath(expression, path)), choices: KNOWN_VALUES[path] ?? [] }))
}

function kindOf(type: string): TryField['kind'] {
  if (type === 'boolean') return 'flag'
  return type === 'list' || type === 'text' ? type : 'any'
}

/** A person as expressions see one, with every group. */
export function personRecord(user: User, groups: readonly Group[]): UserRecord {
  const { id, status, created, lastUpdated, passwordChanged, lastLogin, profile } = user
  return {
    ...{ id, status, created, lastUpdated, passwordChanged, lastLogin, profile },
    groups: groups.map((group) => ({ id: group.id, name: group.profile.name, type: group.type })),
  }
}

/** The context of a trial. Without a login typed in, the person signs in with their own. */
export function tryContext(
  fields: readonly TryField[],
  values: TryValues,
  person: UserRecord | null,
  now: number,
): ExpressionContext {
  const login = person?.profile?.login
  const start: Record<string, unknown> = { now, user: person }
  const known = typeof login === 'string' ? setIn(start, 'login.identifier', login) : start
  const filled = fields.flatMap(({ path, kind }) => {
    const text = (values[path] ?? '').trim()
    return text ? [{ path, value: valueOf(text, kind) }] : []
  })
  const context = filled.reduce((at, { path, value }) => setIn(at, path, value), known)
  return { ...context, now }
}

function valueOf(text: string, kind: TryField['kind']): unknown {
  if (kind === 'flag') return text === 'true'
  if (kind === 'list') return listOf(text)
  if (kind === 'text') return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** The parts of an expression that have something to tell: what is written out is its own value. */
export function tellingParts({ children }: TraceNode): TraceNode[] {
  return children.filter(({ kind }) => kind !== 'literal' && kind !== 'map')
}
