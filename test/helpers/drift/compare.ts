/** A value at each path of a body that holds no further one: texts, numbers, null, and empty objects and lists. */
type Leaves = ReadonlyMap<string, unknown>

/** A body taken apart; the place in a list is part of a path, such as `keys.0.kid`. */
function leavesOf(body: unknown): Leaves {
  const leaves = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (members.length === 0) leaves.set(path, value)
    for (const [key, held] of members) walk(held, path === '' ? key : `${path}.${key}`)
  }
  walk(body, '')
  return leaves
}

/** What is different at a path, both values in words. */
export interface Difference {
  path: string
  what: string
}

const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const difference = (path: string, before: unknown, after: unknown): Difference => ({
  path,
  what: `${shown(before)} became ${shown(after)}`,
})

/** Where two answers differ. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [one, other] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...one.keys(), ...other.keys()])]
  return paths
    .filter((path) => !isSame(one.get(path), other.get(path)))
    .map((path) => difference(path, one.get(path), other.get(path)))
}

/** What is the same as an absent key where it is optional (spec/5 §0.1, spec/6 1). */
const isNothing = (value: unknown) => [undefined, null, '', {}, []].some((empty) => isSame(value, empty))

/** What an answer does not have as it was sent. What says nothing can be absent, and can be filled with defaults where it is an object. */
export function lost(sent: unknown, answered: unknown): Difference[] {
  const held = leavesOf(answered)
  const isFilled = (path: string) => [...held.keys()].some((key) => key.startsWith(`${path}.`))
  return [...leavesOf(sent)]
    .filter(([path, value]) => {
      const found = held.get(path)
      return !isSame(value, found) && !(isNothing(value) && isNothing(found) && (isSame(value, {}) || !isFilled(path)))
    })
    .map(([path, value]) => difference(path, value, held.get(path)))
}
