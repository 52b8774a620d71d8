import { BrandWords } from '#contract/vocabulary/brand-words.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { wordsOfContract } from './edge.ts'

/** Two words that have one meaning, as a sentence. */
const both = (one: string, other: string, word: string) => `“${one}” and “${other}” would both be “${word}”`

/**
 * Why clients could not tell what a word of a vocabulary means: two words of a choice, of the names of fields of an object or of one of its
 * tables that are the same, or a word that is a part of a path. Null where they can.
 */
export function problemOf(vocabulary: Vocabulary): string | null {
  const { choices, segments } = wordsOfContract()
  const brand = new BrandWords(vocabulary)
  for (const [ours, theirs] of Object.entries(vocabulary.words)) {
    if (segments.has(ours)) return `“${ours}” is a part of a path, which stays: it cannot be “${theirs}”`
    if (theirs.includes('/')) return `“${theirs}” for “${ours}” has a slash, which separates the parts of a path`
  }
  const outer = (word: string) => brand.outer(word)
  const tables = [vocabulary.shippedNames, vocabulary.expressionNames]
  return (
    [...choices, [...segments]].map((words) => clashIn(words, outer)).find((clash) => clash !== null) ??
    tables.map((table) => clashIn(Object.keys(table), (word) => table[word] ?? word)).find((clash) => clash !== null) ??
    null
  )
}

function clashIn(words: readonly string[], outer: (word: string) => string): string | null {
  const known = new Map<string, string>()
  for (const word of words) {
    const theirs = outer(word)
    const before = known.get(theirs)
    if (before !== undefined && before !== word) return both(before, word, theirs)
    known.set(theirs, word)
  }
  return null
}
