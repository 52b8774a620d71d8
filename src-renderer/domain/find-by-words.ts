import { wordsOf } from '#contract/gatehouse/search.ts'
import { matchWords } from '#contract/gatehouse/word-match.ts'

/** What a text finds; `similar`: how many of them, the last ones, only but for one letter. */
interface ByWords<T> {
  found: T[]
  similar: number
}

/** Finds in a list that is here what the service's search would find there, in the list's order. An empty text finds all. */
export function findByWords<T>(text: string, items: readonly T[], textOf: (item: T) => string): ByWords<T> {
  const words = wordsOf(text)
  const matched = items.map((item) => ({ item, match: matchWords(words, textOf(item)) }))
  const of = (expected: 'exact' | 'similar') => matched.flatMap(({ item, match }) => (match === expected ? [item] : []))
  const similar = of('similar')
  return { found: [...of('exact'), ...similar], similar: similar.length }
}
