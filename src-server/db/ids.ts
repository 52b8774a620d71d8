import { randomBytes } from 'node:crypto'
import { ID_LENGTH, ID_PREFIX, isId, type IdKind } from '#contract/interface/ids.ts'

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

/** An identifier was wanted that no object has got: it was to have one, and got another, or was there already. */
export class UnusedId extends Error {}

/** The identifiers of the new objects of one transaction. */
export class NewIds {
  readonly #wanted = new Map<IdKind, string[]>()

  next(kind: IdKind): string {
    return this.#wanted.get(kind)?.shift() ?? newId(kind)
  }

  /** @throws RangeError for an identifier of another kind */
  want(kind: IdKind, id: string): void {
    if (!isId(kind, id)) throw new RangeError(`${id} is no identifier of the kind ${kind}`)
    const wanted = this.#wanted.get(kind) ?? []
    wanted.push(id)
    this.#wanted.set(kind, wanted)
  }

  /** Wants no more. */
  clear(): void {
    this.#wanted.clear()
  }

  /** @throws UnusedId */
  end(): void {
    const left = [...this.#wanted.values()].flat()
    if (left.length > 0) throw new UnusedId(`no new object has got ${left.join(', ')}`)
  }
}
