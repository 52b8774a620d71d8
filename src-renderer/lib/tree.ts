/** JSON values read and changed by dotted paths (`signon.session.maxSessionIdleMinutes`), never in place. */

type Tree = Record<string, unknown>

/** One spelling for `conditions.people[0].x`, `conditions/people/0/x` and `conditions.people.0.x`. */
export function fieldPath(location: string): string {
  return location
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
}

/** Whether a path is that of the whole or of a part of it. */
export function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`)
}

/** Whether a field holds nothing. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether a value is a JSON object: not null, not a list. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path; undefined where a step is missing. */
export function getIn(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    const inside = (isTree(at) || Array.isArray(at)) && Object.hasOwn(at, key)
    return inside ? (at as Tree)[key] : undefined
  }, value)
}

/** A copy with another value at the path; missing steps are made; undefined takes the key away. */
export function setIn(value: unknown, path: string, next: unknown): Tree {
  const [key = '', ...rest] = path.split('.')
  const from = isTree(value) ? value : {}
  const inner = rest.length ? setIn(from[key], rest.join('.'), next) : next
  if (inner !== undefined) return { ...from, [key]: inner }
  const { [key]: _gone, ...kept } = from
  return kept
}
