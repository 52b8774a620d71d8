/** How words find a text: each is a part of it, or at least one is a word of it but for one letter. */
type WordMatch = 'exact' | 'similar'

/** A shorter word is found only where it begins a word: two letters are a part of nearly everything. */
const SHORTEST_PART = 3
/** Of fewer letters, one that differs makes another word. */
const SHORTEST_SIMILAR = 4
/** Of more, it is an id or an address rather than a word. */
const LONGEST_SIMILAR = 32
/** From so many letters on, what is typed may be the beginning of a longer word too. */
const SHORTEST_BEGINNING = 5

/** A text in the letters that searches compare: without case and accents. */
export const foldText = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsIn = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Whether a word can be found although a letter of it is wrong. */
export function canBeSimilar(word: string): boolean {
  const { length } = [...foldText(word)]
  return length >= SHORTEST_SIMILAR && length <= LONGEST_SIMILAR
}

/**
 * Whether words find a text, each of them, in any order and case, with or without accents.
 * @param words without blanks; none find everything
 */
export function matchWords(words: readonly string[], text: string): WordMatch | null {
  const folded = foldText(text)
  const parts = wordsIn(folded)
  let match: WordMatch = 'exact'
  for (const word of words.map(foldText)) {
    const isPart =
      word.length < SHORTEST_PART
        ? folded.startsWith(word) || parts.some((part) => part.startsWith(word))
        : folded.includes(word)
    if (isPart) continue
    if (!parts.some((part) => isSimilar(word, part))) return null
    match = 'similar'
  }
  return match
}

/** Whether a word is another one, or its beginning, but for one letter: wrong, missing, too many, or two exchanged. */
function isSimilar(word: string, other: string): boolean {
  if (!canBeSimilar(word)) return false
  if (differsByOne(word, other)) return true
  if (word.length < SHORTEST_BEGINNING || word[0] !== other[0]) return false
  return [-1, 0, 1].some((more) => differsByOne(word, other.slice(0, word.length + more)))
}

/** Whether one change at the first place where two words differ makes them equal. */
function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  const exchanged = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest.length > 1 && exchanged === otherRest)
  )
}
