import { createReadStream } from 'node:fs'
import { LineParts, readLines, type Line } from '#verifier/read-lines.ts'

const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'))
const MARK = Buffer.from('\uFEFF')
const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,') as unknown as [number, number, number]
const OPENING: ReadonlySet<number> = new Set(Buffer.from('{['))
const CLOSING: ReadonlySet<number> = new Set(Buffer.from('}]'))
const LIST_START = Buffer.from('[')[0]

/**
 * The events of a file, each as JSON text: a line each, or the members of one list, as `GET /api/v1/logs` sends it. Lines
 * without anything are passed over; `number` is the line's, or the member's place in the list, from 1.
 */
export async function* readItems(file: string, maxBytes: number): AsyncGenerator<Line> {
  const { first, chunks } = await peek(createReadStream(file))
  for await (const item of first === LIST_START ? readMembers(chunks, maxBytes) : readLines(chunks, maxBytes))
    if (item.text === null || item.text.trim() !== '') yield item
}

/** The first byte that means something, and all chunks, without a byte order mark. */
async function peek(
  stream: AsyncIterable<Buffer>,
): Promise<{ first: number | undefined; chunks: AsyncIterable<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]()
  const { value, done } = await iterator.next()
  if (done) return { first: undefined, chunks: (async function* () {})() }
  const start = (value as Buffer).subarray(0, MARK.length).equals(MARK) ? value.subarray(MARK.length) : value
  async function* chunks(): AsyncGenerator<Buffer> {
    yield start
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first: start.find((byte: number) => !BLANKS.has(byte)), chunks: chunks() }
}

/** The members of a JSON list that may be larger than memory; only its brackets, commas and texts are looked at. */
async function* readMembers(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const member = new LineParts(maxBytes)
  let number = 1
  let depth = 0
  let isText = false
  let isEscaped = false
  let isOver = false
  for await (const chunk of chunks) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (isOver) {
        if (BLANKS.has(byte)) continue
        return yield { number, text: null, problem: 'this stands behind the end of the list' }
      }
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
      } else if (byte === QUOTE) isText = true
      else if (OPENING.has(byte)) {
        depth += 1
        if (depth === 1) start = at + 1
      } else if (CLOSING.has(byte) || byte === COMMA) {
        if (byte !== COMMA) depth -= 1
        isOver = depth === 0
        if (!isOver && !(byte === COMMA && depth === 1)) continue
        member.add(chunk.subarray(start, at))
        start = at + 1
        yield member.take(number++)
      }
    }
    if (!isOver) member.add(chunk.subarray(start))
  }
  if (!isOver) yield { number, text: null, problem: 'the list does not end: the file was cut off' }
}
