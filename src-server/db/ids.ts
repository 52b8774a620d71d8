import { randomBytes } from 'node:crypto'
import { ID_LENGTH, ID_PREFIX, type IdKind } from '#contract/interface/ids.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Random bytes are fetched in pages: every request needs an id, and a system call for a few bytes each time is slow.
 */
const PAGE_BYTES = 4_096
let page = Buffer.alloc(0)
let used = 0

function randomByte(): number {
  if (used === page.length) {
    page = randomBytes(PAGE_BYTES)
    used = 0
  }
  return page[used++] as number
}

/** `length` random base-62 characters; bytes past the last whole multiple of 62 are skipped, so that all are equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += ALPHABET[byte % 62]
  }
  return text
}

/** A new identifier of the given kind. */
export function newId(kind: IdKind): string {
  const prefix = ID_PREFIX[kind]
  return prefix + randomText(ID_LENGTH - prefix.length)
}
