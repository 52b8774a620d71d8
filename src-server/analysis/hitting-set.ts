/** What would rule out a case that a choice leaves; null where it leaves none. */
type Counterexample<T> = (chosen: readonly T[]) => readonly T[] | null

/** A longer list of names explains nothing, so larger choices are not looked for. */
const MOST_CHOSEN = 5
const MOST_ROUNDS = 40
/** How many choices are tried in a round. */
const MOST_TRIED = 5_000

/**
 * The smallest choice that leaves no counterexample: each counterexample names what would rule it out, one of which has to be chosen. Where the
 * smallest is large or takes too long, a choice of which nothing can be left out.
 */
export function fewestThatLeaveNone<T>(counterexample: Counterexample<T>): readonly T[] {
  const toHit: (readonly T[])[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const chosen = hitAll(toHit)
    if (!chosen) break
    const next = counterexample(chosen)
    if (next === null) return chosen
    toHit.push(next)
  }
  return withoutNeedless(oneOfEach(counterexample, toHit), (some) => counterexample(some) === null)
}

/** The smallest choice with one of each set; null where it is large or takes too many tries. */
function hitAll<T>(sets: readonly (readonly T[])[]): readonly T[] | null {
  let tried = 0
  const choose = (chosen: readonly T[], left: number): readonly T[] | null => {
    const open = sets.find((set) => !set.some((item) => chosen.includes(item)))
    if (!open) return chosen
    if (left === 0) return null
    for (const item of open) {
      if (++tried > MOST_TRIED) return null
      const found = choose([...chosen, item], left - 1)
      if (found) return found
    }
    return null
  }
  for (let size = 0; size <= MOST_CHOSEN; size++) {
    const found = choose([], size)
    if (found) return found
  }
  return null
}

/** A choice that leaves none, made of the first of each set; every round adds one, so it ends. */
function oneOfEach<T>(counterexample: Counterexample<T>, known: readonly (readonly T[])[]): T[] {
  const chosen: T[] = []
  const add = (set: readonly T[]) => {
    const [first] = set
    if (first !== undefined && !set.some((item) => chosen.includes(item))) chosen.push(first)
  }
  known.forEach(add)
  for (let next = counterexample(chosen); next?.length; next = counterexample(chosen)) add(next)
  return chosen
}

/** Leaves out one after the other what is not needed. */
export function withoutNeedless<T>(all: readonly T[], suffices: (some: readonly T[]) => boolean): readonly T[] {
  return all.reduce<readonly T[]>((kept, item) => {
    const others = kept.filter((each) => each !== item)
    return suffices(others) ? others : kept
  }, all)
}
