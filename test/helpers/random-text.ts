import { kindsOfId } from '#contract/kinds.ts'

/** Keys, hashes and secrets: long, and of all kinds of letters. */
const isKey = (text: string) => text.length >= 40 && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)

/** A text without what was drawn at random, in which any three letters stand now and then: identifiers, keys, hashes, secrets. */
export const withoutRandomText = (text: string): string =>
  text
    .replaceAll(/(?<![0-9A-Za-z])[0-9A-Za-z]{20}(?![0-9A-Za-z])/g, (word) => (kindsOfId(word).length > 0 ? '' : word))
    .replaceAll(/[\w-]+/g, (word) => (isKey(word) ? '' : word))
