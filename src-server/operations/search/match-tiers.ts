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
export function matchTiers(words: readonly string[]): string[] {
  const whole = START + words.join(BLANK)
  const parts = words.map(part)
  return [
    `name : ${phrase(whole + MARK)}`,
    `name : ${phrase(whole)}`,
    `name : ${all(words.map(beginning))}`,
    `name : ${all(parts)}`,
    all(parts),
  ]
}
