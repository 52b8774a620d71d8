import { canBeSimilar, foldText } from '#contract/gatehouse/word-match.ts'
import type { SearchMatch } from '#contract/gatehouse/search.ts'

/** As in the index: two marks before each text, one after a name, two blanks between words. */
const MARK = '\u0001'
const START = MARK + MARK
const BLANK = '  '

/** What stands before the beginning of a word: the start of a text, or one of few characters, for each is looked up. */
const SEPARATORS = [MARK, ...` .-_@/('’`]

/** Characters that the index skips, so that they make no trigram. */
const ACCENTS = /[\u0300-\u036f]/gu

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`
const all = (parts: readonly string[]) => `(${parts.join(' AND ')})`
const any = (parts: readonly string[]) => `(${parts.join(' OR ')})`
const lengthOf = (word: string) => [...word.replace(ACCENTS, '')].length

function beginning(word: string): string {
  const before = lengthOf(word) === 1 ? [START, BLANK] : SEPARATORS
  return any(before.map((separator) => phrase(separator + word)))
}

/** The index holds runs of three characters: a shorter word is looked up with what stands before it. */
const part = (word: string) => (lengthOf(word) < 3 ? beginning(word) : phrase(word))

/**
 * Expressions of the full-text index, best first; each finds what those before it find, and the last one everything.
 * @param words at least one, without blanks
 */
export function matchTiers(words: readonly string[]): { match: SearchMatch; text: string }[] {
  const whole = START + words.join(BLANK)
  const parts = words.map(part)
  return [
    { match: 'name', text: `name : ${phrase(whole + MARK)}` },
    { match: 'name', text: `name : ${phrase(whole)}` },
    { match: 'name', text: `name : ${all(words.map(beginning))}` },
    { match: 'name', text: `name : ${all(parts)}` },
    { match: 'texts', text: all(parts) },
  ]
}

/** What stands after the end of a word, of a name's last word too. */
const ends = (word: string) => any([MARK, ' ', '-', '@', '.'].map((separator) => phrase(word + separator)))

/**
 * What is left of a word once the letter at a place is wrong, missing or too many: what stands before it and what stands
 * after it. Two letters are looked up with the blank beside them; of fewer the index says nothing.
 */
function around(letters: readonly string[], at: number): string {
  const [before, after] = [letters.slice(0, at), letters.slice(at + 1)].map((some) => some.join(''))
  const sides = [
    ...(at > 2 ? [phrase(before ?? '')] : at === 2 ? [beginning(before ?? '')] : []),
    ...(letters.length - at > 3
      ? [phrase(after ?? '')]
      : at < 3 && letters.length - at === 3
        ? [ends(after ?? '')]
        : []),
  ]
  return all(sides)
}

/** A word with two neighbouring letters exchanged. */
function exchanged(letters: readonly string[], at: number): string {
  const [one, other] = [letters[at] ?? '', letters[at + 1] ?? '']
  return phrase([...letters.slice(0, at), other, one, ...letters.slice(at + 2)].join(''))
}

function similar(word: string): string {
  const letters = [...foldText(word)]
  return any([
    ...letters.map((_, at) => around(letters, at)),
    ...letters.slice(1).map((_, at) => exchanged(letters, at)),
  ])
}

/**
 * What may have the words but for one letter each: to be looked at with `matchWords`.
 * @returns null where no word can be found so
 */
export function similarTier(words: readonly string[]): string | null {
  if (!words.some(canBeSimilar)) return null
  return all(words.map((word) => (canBeSimilar(word) ? similar(word) : part(word))))
}
