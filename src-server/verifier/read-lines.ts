import { isUtf8 } from 'node:buffer'

/** A line of a file, counted from 1, without its end; `text` is null where it cannot be read, and `problem` says why. */
export type Line = { number: number; text: string; problem: null } | { number: number; text: null; problem: string }

const NEWLINE = 0x0a
const RETURN = 0x0d

/** Collects the bytes of one line, and no more than may be held of it. */
export class LineParts {
  readonly #maxBytes: number
  #parts: Uint8Array[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size <= this.#maxBytes) this.#parts.push(part)
    else this.#parts = []
  }

  /** The line so far; the next one begins. */
  take(number: number): Line {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : Buffer.concat(this.#parts)
    const isTooLong = this.#size > this.#maxBytes
    this.#parts = []
    this.#size = 0
    if (isTooLong)
      return { number, text: null, problem: `the line is longer than ${this.#maxBytes.toLocaleString('en')} bytes` }
    if (!isUtf8(bytes)) return { number, text: null, problem: 'the line is not UTF-8 text' }
    const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length
    return { number, text: Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8'), problem: null }
  }
}

/** The lines of a file, ended by LF or CRLF; of one that is too long nothing is held. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  const line = new LineParts(maxBytes)
  let number = 1
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.add(chunk.subarray(start, end))
      start = end + 1
      yield line.take(number++)
    }
    line.add(chunk.subarray(start))
  }
  if (!line.isEmpty) yield line.take(number)
}
