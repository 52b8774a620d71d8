import { createHmac } from 'node:crypto'

/** No mail is ever delivered below it (RFC 2606 §2). */
const DOMAIN = 'people.invalid'
const PATTERN = /[*^$?|]/
const HASH_LENGTH = 20
const CODE_LENGTH = 8

/** Who a person is by pseudonym. */
interface Pseudonym {
  /** A login, and an address. */
  readonly login: string
  readonly firstName: string
  readonly lastName: string
}

/** Makes pseudonyms: each is always the same, and says nothing about whose it is to who does not have the salt. */
export class Pseudonyms {
  readonly #salt: string

  /** @param salt secret, of one connection */
  constructor(salt: string) {
    this.#salt = salt
  }

  /** Of a person. @param id at the remote */
  of(id: string): Pseudonym {
    const hash = this.#hash(id)
    return { login: addressOf(hash), firstName: 'Person', lastName: hash.slice(0, CODE_LENGTH) }
  }

  /** In place of an address of which it is not known whose it is; that of a pseudonym stays, and so does a pattern of many. */
  address(text: string): string {
    return text.endsWith(`@${DOMAIN}`) || PATTERN.test(text)
      ? text
      : addressOf(this.#hash(`address ${text.toLowerCase()}`))
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#salt).update(text).digest('hex').slice(0, HASH_LENGTH)
  }
}

const addressOf = (hash: string) => `p-${hash}@${DOMAIN}`
