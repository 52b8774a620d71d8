import { ALL_CLIENTS, ALL_ZONES, EVERYONE } from '#contract/policy/conditions.ts'
import type { EntityKind } from './kinds.ts'
import type { Change } from '#ui/domain/changes.ts'
import { isTree } from '#ui/lib/tree.ts'

/** What ids at a path stand for. */
const KINDS_AT: readonly [RegExp, EntityKind][] = [
  [/people\.groups\.|targetGroupIds$/, 'group'],
  [/people\.users\./, 'user'],
  [/userType\./, 'userType'],
  [/network\.(include|exclude)$/, 'zone'],
  [/app\.(include|exclude)$|clients\.include$/, 'app'],
  [/identityProvider\.idpIds$|idp\.providers$|idpId$/, 'identityProvider'],
  [/risk\.behaviors$/, 'behavior'],
  [/device\.assurance\.include$/, 'deviceAssurance'],
]

const WORDS_FOR_ALL: readonly unknown[] = [ALL_ZONES, ALL_CLIENTS, EVERYONE]

function sidesOf(change: Change): unknown[] {
  const sides = 'added' in change ? [change.added, change.removed] : [change.before, change.after]
  return sides.flat()
}

/** The id that a value is or, as an object such as `{ type: 'APP', id }`, carries. */
function idOf(value: unknown): unknown {
  return isTree(value) ? value['id'] : value
}

/** The objects that a change names by their ids. */
export function namesIn(change: Change): { kind: EntityKind; id: string }[] {
  const kind = KINDS_AT.find(([pattern]) => pattern.test(change.path))?.[1]
  if (!kind) return []
  return sidesOf(change)
    .map(idOf)
    .flatMap((id) => (typeof id === 'string' && !WORDS_FOR_ALL.includes(id) ? [{ kind, id }] : []))
}

const NAMING_KEYS = ['id', 'name', 'type']

/** A value for people: names in place of ids and of objects that only name something, else JSON. */
export function valueText(value: unknown, nameOf: (id: string) => string): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return value.map((item) => valueText(item, nameOf)).join(', ') || 'nothing'
  if (isTree(value) && Object.keys(value).every((key) => NAMING_KEYS.includes(key))) {
    const { id, name, type } = value
    const words = valueText(id ?? name ?? type, nameOf)
    // What an object is called in its own place, such as a provider on the sign-in page, may be all that changes.
    return typeof name === 'string' && name !== words ? `${words} as ${name}` : words
  }
  return typeof value === 'string' ? nameOf(value) : JSON.stringify(value)
}
