import { verify, type KeyObject } from 'node:crypto'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  END_LINE,
  endLine,
  EVENT_LINE,
  eventLine,
  HEAD_LINE,
  hashOfEvent,
  hashOfHead,
  signedMessage,
  type BundleConcern,
  type BundleHead,
} from './bundle-format.ts'
import { jumpOf, type JumpFacts } from './clock-jump.ts'
import { fingerprintOf, readPublicKey } from './public-key.ts'
import type { Line } from './read-lines.ts'

/** The first line of a bundle that is not as it was signed. */
export class BundleError extends Error {
  readonly line: number
  /** Of the event in this line, where one can be read there. */
  readonly uuid: string | null

  constructor(line: number, reason: string, uuid: string | null = null) {
    super(reason)
    this.name = 'BundleError'
    this.line = line
    this.uuid = uuid
  }
}

/** Whether a first line can be that of a bundle, sound or not. */
export function looksLikeBundle(text: string): boolean {
  return text.startsWith(`{"format":"${BUNDLE_FORMAT}"`)
}

/** What a sound bundle holds: so many events, of which so many came to the workspace with an import. */
export interface BundleFacts {
  head: BundleHead
  count: number
  imported: number
  /** Jumps of the clock that its events tell of, the first hundred, by the numbers that they have in the bundle. */
  clockJumps: readonly JumpFacts[]
}

const MOST_JUMPS = 100

/** Checks a bundle line by line, in order; holds nothing of it but the last hash. */
export class BundleCheck {
  readonly #pinned: readonly string[] | null
  #head: BundleHead | null = null
  #key: KeyObject | null = null
  #hash = ''
  #count = 0
  #imported = 0
  readonly #jumps: JumpFacts[] = []
  #lines = 0
  #isEnded = false

  /** @param pinned fingerprints of keys of which one must have signed; null takes the key that the bundle brings */
  constructor(pinned: readonly string[] | null) {
    this.#pinned = pinned
  }

  /** @returns the event of the line; null for the head and the end. @throws BundleError */
  take(line: Line): string | null {
    const { number } = line
    this.#lines = number
    if (line.text === null) throw new BundleError(number, line.problem)
    if (this.#isEnded) throw new BundleError(number, 'the line stands behind the signed end')
    if (this.#head === null) return this.#takeHead(number, line.text)
    if (line.text.startsWith('{"count":')) return this.#takeEnd(number, line.text)
    return this.#takeEvent(number, line.text)
  }

  /** @throws BundleError where the end is missing */
  finish(): BundleFacts {
    if (this.#head === null) throw new BundleError(1, 'the file is empty')
    if (!this.#isEnded) throw new BundleError(this.#lines + 1, 'the signed end is missing: the file was cut off')
    return { head: this.#head, count: this.#count, imported: this.#imported, clockJumps: this.#jumps }
  }

  #takeHead(number: number, text: string): null {
    const [, start, hash] = HEAD_LINE.exec(text) ?? []
    const head = start ? (parsed(`${start}}`) as Partial<BundleHead> | null) : null
    if (!start || head?.format !== BUNDLE_FORMAT) throw new BundleError(number, 'this is no head of an audit bundle')
    if (head.version !== BUNDLE_VERSION)
      throw new BundleError(
        number,
        `the bundle has version ${head.version}, and this verifier knows ${BUNDLE_VERSION} only`,
      )
    if (hashOfHead(`${start}}`) !== hash) throw new BundleError(number, 'the head was changed: its hash does not fit')
    const key = readPublicKey(head.publicKey)
    if (!key || fingerprintOf(key) !== head.fingerprint)
      throw new BundleError(number, 'the public key in the head is no Ed25519 key, or its fingerprint does not fit')
    if (![head.workspace?.id, head.workspace?.name, head.exported].every((part) => typeof part === 'string'))
      throw new BundleError(number, 'the head does not say which workspace was exported, or when')
    if (!areConcerns(head.concerns))
      throw new BundleError(number, 'the head does not say in the form that is known what was open about the log')
    if (this.#pinned !== null && !this.#pinned.includes(head.fingerprint))
      throw new BundleError(number, `the bundle bears the key ${head.fingerprint}, not the expected one`)
    this.#head = head as BundleHead
    this.#key = key
    this.#hash = hash as string
    return null
  }

  #takeEvent(number: number, line: string): string {
    const [, n, text = '', hash] = EVENT_LINE.exec(line) ?? []
    const event = parsed(text) as { uuid?: unknown; gatehouse?: { import?: unknown } | null } | null
    if (!event) throw new BundleError(number, 'the line does not have the form of an event in a bundle')
    const uuid = typeof event.uuid === 'string' ? event.uuid : null
    const expected = this.#count + 1
    if (Number(n) !== expected) throw new BundleError(number, outOfOrder(Number(n), expected), uuid)
    const due = hashOfEvent(this.#hash, text)
    // WHY the whole line: what no hash covers, such as zeros in front of a number, must not differ either.
    if (due !== hash || eventLine(expected, text, due) !== line)
      throw new BundleError(number, 'the event was changed, or what stands before it: its hash does not fit', uuid)
    this.#hash = due
    this.#count = expected
    if (event.gatehouse?.import) this.#imported += 1
    const jump = this.#jumps.length < MOST_JUMPS ? jumpOf(expected, event) : null
    if (jump) this.#jumps.push(jump)
    return text
  }

  #takeEnd(number: number, line: string): null {
    const [, count, hash, signature] = END_LINE.exec(line) ?? []
    if (!signature) throw new BundleError(number, 'the line does not have the form of the end of a bundle')
    if (Number(count) !== this.#count)
      throw new BundleError(number, `the end tells of ${count} events, but ${this.#count} stand before it`)
    if (hash !== this.#hash) throw new BundleError(number, 'the end has another hash than the line before it')
    const [message, signed] = [signedMessage(this.#count, this.#hash), Buffer.from(signature, 'base64')]
    const isAsWritten = endLine(this.#count, this.#hash, signed) === line
    if (!isAsWritten || !verify(null, message, this.#key as KeyObject, signed))
      throw new BundleError(number, 'the signature does not fit: somebody without the private key wrote this bundle')
    this.#isEnded = true
    return null
  }
}

function areConcerns(given: unknown): boolean {
  if (given === undefined) return true
  const isConcern = (one: Partial<BundleConcern> | null) =>
    [one?.kind, one?.found, one?.message].every((part) => typeof part === 'string')
  return Array.isArray(given) && given.every(isConcern)
}

function outOfOrder(n: number, expected: number): string {
  if (n < expected) return `event ${n} stands where event ${expected} belongs: it was put in, or moved`
  const missing = n - expected === 1 ? `event ${expected} is` : `events ${expected} to ${n - 1} are`
  return `${missing} missing before this one`
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
