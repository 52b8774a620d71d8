/** A move of an item to a place of its list. */
interface Move {
  readonly key: string
  /** From 0, in the list as it is after the moves before. */
  readonly at: number
}

/**
 * The moves that bring a list into an order.
 * @param now all items as they stand
 * @param wanted some of them, as they are to follow each other; the others keep their places
 */
export function movesTo(now: readonly string[], wanted: readonly string[]): Move[] {
  const places = new Set(wanted)
  const next = wanted.values()
  const goal = now.map((key) => (places.has(key) ? (next.next().value ?? key) : key))
  const list = [...now]
  const moves: Move[] = []
  for (const [at, key] of goal.entries()) {
    if (list[at] === key) continue
    list.splice(list.indexOf(key), 1)
    list.splice(at, 0, key)
    moves.push({ key, at })
  }
  return moves
}
