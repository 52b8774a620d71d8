import { randomBytes } from 'node:crypto'
import { ID_LENGTH, ID_PREFIX, type IdKind } from '#contract/interface/ids.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` random base-62 characters; bytes past the last whole multiple of 62 are skipped, so that all are equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length)) if (byte < 248) text += ALPHABET[byte % ALPHABET.length]
  return text
}

/** A new identifier of the given kind. */
export function newId(kind: IdKind): string {
  const prefix = ID_PREFIX[kind]
  return prefix + randomText(ID_LENGTH - prefix.length)
}
