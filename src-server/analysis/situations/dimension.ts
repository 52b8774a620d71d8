import type { FactDetail } from '#policy/index.ts'

/** One of the values that a dimension has, which are apart from each other and are all that there are. */
export interface Value {
  /** What is true in it, of the facts that the dimension is about. */
  holds: (about: FactDetail) => boolean
  /** Whether it is known at all; a sign-in to the service itself is to no application. */
  isKnown: boolean
}

/** One thing that situations differ by, such as the risk. */
export interface Dimension {
  /** What its facts are about. */
  subjects: readonly string[]
  values: readonly Value[]
  /** Some of its values as words that stand in a list: "from outside HQ"; none where they are all. @param chosen places of values */
  textOf: (chosen: ReadonlySet<number>) => string
}
