/** A move of an item to a place of its list. */
interface Move {
  readonly key: string
  /** From 0, in the list as it is after the moves before, the item taken out. */
  readonly at: number
}

/**
 * The fewest moves that bring a list into an order, from the top down: what already follows one another stays, which is a longest
 * increasing subsequence of the places that the items are to have.
 * @param now all items as they stand
 * @param wanted some of them, as they are to follow each other; the others keep their places, and are never moved
 */
export function fewestMoves(now: readonly string[], wanted: readonly string[]): Move[] {
  const owned = new Set(wanted)
  const next = now.filter((key) => owned.has(key)).length === wanted.length ? wanted.values() : null
  if (!next) throw new Error('an order names what is not in the list')
  const goal = now.map((key) => (owned.has(key) ? (next.next().value as string) : key))
  const stays = staying(now, goal, owned)
  const list = [...now]
  const moves: Move[] = []
  for (const [place, key] of goal.entries()) {
    if (stays.has(key)) continue
    list.splice(list.indexOf(key), 1)
    const before = place === 0 ? undefined : goal[place - 1]
    const at = before === undefined ? 0 : list.indexOf(before) + 1
    list.splice(at, 0, key)
    moves.push({ key, at })
  }
  return moves
}

/** The most that can stay where it is, what is not owned among it. */
function staying(now: readonly string[], goal: readonly string[], owned: ReadonlySet<string>): Set<string> {
  const fixed = new Set(goal.filter((key) => !owned.has(key)))
  const places = new Map(goal.map((key, place) => [key, place]))
  // What has another number of fixed ones before it has to pass one of them.
  const [passedNow, passedThen] = [now, goal].map((keys) => fixedBefore(keys, fixed)) as [Counts, Counts]
  const candidates = now.filter((key) => fixed.has(key) || passedNow.get(key) === passedThen.get(key))
  const longest = longestIncreasing(candidates.map((key) => places.get(key) as number))
  return new Set(longest.map((place) => goal[place] as string))
}

type Counts = ReadonlyMap<string, number>

/** For each key how many fixed ones stand before it. */
function fixedBefore(keys: readonly string[], fixed: ReadonlySet<string>): Counts {
  let count = 0
  return new Map(keys.map((key) => [key, fixed.has(key) ? count++ : count]))
}

/** A longest increasing subsequence of different numbers (patience sorting). */
function longestIncreasing(numbers: readonly number[]): number[] {
  /** The smallest last number of a subsequence of each length, and for each number the one before it. */
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const number of numbers) {
    const found = ends.findIndex((end) => end >= number)
    const length = found < 0 ? ends.length : found
    before.set(number, ends[length - 1])
    ends[length] = number
  }
  const longest: number[] = []
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) longest.unshift(number)
  return longest
}
