import { createReadStream } from 'node:fs'
import { JSONParser, Tokenizer, TokenType } from '@streamparser/json'
import { LIMITS } from '#contract/interface/limits.ts'
import { readItems } from '../../files/read-items.ts'

/** A SCIM resource of a file, or what is wrong where one was expected. */
type ScimItem =
  { value: Readonly<Record<string, unknown>>; problem: null } | { value: null; problem: string; text: string }

/**
 * How resources are written: one on each line, or in a list; one or more list responses (RFC 7644 §3.4.2); or one after the other, each
 * over several lines.
 */
type Form = 'LINES' | 'RESPONSES' | 'VALUES'

const PATHS: Readonly<Record<Exclude<Form, 'LINES'>, string>> = { RESPONSES: '$.Resources.*', VALUES: '$' }

/** The resources of a file, one after another: a list response may be larger than memory, but no resource larger than a row. */
export async function* readScim(file: string): AsyncGenerator<ScimItem> {
  const form = await formOf(file)
  if (form !== 'LINES') return yield* readStream(file, PATHS[form])
  for await (const { text, problem } of readItems(file, LIMITS.directoryImportRowBytes)) {
    const value = text === null ? null : objectIn(text)
    if (value) yield { value, problem: null }
    else yield { value, problem: problem ?? 'is no JSON object', text: text ?? '' }
  }
}

/** The object that a JSON text is; null for any other text. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null

const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET])
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET])
const NEWLINE = 0x0a

/** Looks at the first value: whether it has `Resources`, and otherwise whether it ends on its line. */
async function formOf(file: string): Promise<Form> {
  const firstValue = new FirstValue()
  for await (const chunk of withoutMark(file)) {
    for (let start = 0; start < chunk.length && firstValue.form === null;) {
      const newline = chunk.indexOf(NEWLINE, start)
      const end = newline === -1 ? chunk.length : newline + 1
      firstValue.write(chunk.subarray(start, end))
      start = end
    }
    if (firstValue.form !== null) return firstValue.form
  }
  return 'LINES'
}

/** What the first value of a file says of its form; given line by line. */
class FirstValue {
  form: Form | null = null
  #depth = 0
  #lines = 0
  readonly #tokenizer = new Tokenizer()

  constructor() {
    this.#tokenizer.onError = () => (this.form ??= this.#lines > 1 ? 'VALUES' : 'LINES')
    this.#tokenizer.onToken = ({ token, value }) => this.#see(token, value)
  }

  write(line: Uint8Array): void {
    if (this.#depth > 0) this.#lines += 1
    this.#tokenizer.write(line)
  }

  #see(token: TokenType, value: unknown): void {
    if (this.form !== null) return
    if (this.#depth === 0 && token !== TokenType.LEFT_BRACE) this.form = 'LINES'
    // A value of that text, which is no key, is found in no resource at this depth.
    if (this.#depth === 1 && token === TokenType.STRING && value === 'Resources') this.form = 'RESPONSES'
    if (OPENING.has(token)) this.#depth += 1
    if (CLOSING.has(token)) this.#depth -= 1
    if (this.#depth === 0) this.form ??= this.#lines > 0 ? 'VALUES' : 'LINES'
  }
}

async function* withoutMark(file: string): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const hasMark = isFirst && chunk.subarray(0, 3).toString('utf8') === '\uFEFF'
    isFirst = false
    yield hasMark ? chunk.subarray(3) : chunk
  }
}

const TOO_LONG = `is longer than ${LIMITS.directoryImportRowBytes.toLocaleString('en')} bytes`
const broken = (problem: string): ScimItem => ({ value: null, problem, text: '' })

async function* readStream(file: string, path: string): AsyncGenerator<ScimItem> {
  const parser = new JSONParser({ paths: [path], keepStack: false, separator: '' })
  const found: unknown[] = []
  let problem: string | null = null
  let openBytes = 0
  parser.onValue = ({ value }) => void found.push(value)
  parser.onError = () => (problem ??= 'is no JSON: what follows cannot be read')
  for await (const chunk of withoutMark(file)) {
    parser.write(chunk)
    openBytes = found.length > 0 ? 0 : openBytes + chunk.length
    for (const value of found.splice(0)) {
      const object = asObject(value)
      yield object
        ? { value: object, problem: null }
        : { value: null, problem: 'is no JSON object', text: JSON.stringify(value) }
    }
    if (problem !== null) return yield broken(problem)
    if (openBytes > LIMITS.directoryImportRowBytes) return yield broken(TOO_LONG)
  }
  if (isOpen(parser)) yield broken('does not end: the file was cut off')
}

/** Whether a value has begun that has not ended. */
function isOpen(parser: JSONParser): boolean {
  let isCut = false
  parser.onError = () => (isCut = true)
  if (!parser.isEnded) parser.end()
  return isCut
}
