import fc from 'fast-check'
import type { Random } from './random.ts'
import type { WireRequest } from './send.ts'

const LIKELY: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, Number.MIN_SAFE_INTEGER, '', ' ', '\0', '\ud800', '%', "'"],
  ...['🙂', '\u202eabc', 'a\nb', '\u001b[31m', [], {}, [[]], [null], { '': '' }, '__proto__', { constructor: 1 }],
  ...['ANY', 'ACTIVE', 'x'.repeat(300), 'é'.repeat(5_000), '2026-01-01', '2026-13-45T99:99:99Z', 'P', 'PT999999999H'],
  ...['::', '1.2.3.4/99', '10.0.0.1-10.0.0.0', '${1}', '((((', '{', '"', '\\', '../../etc/passwd', '1e999', '0x10'],
  ...['eventType eq "a"', 'a eq "b" and', '$ref', 'NaN', 'undefined', '-9223372036854775809', '٣', 'ﬀ', 'İ', 'ß'],
]

const NUMBERS = [0, -0, -1, 1, 0.5, 99, 100, 101, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e-7, 4e9]

const CONTENT_TYPES = [
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/JSON', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'application/x-ndjson', '', 'application/merge-patch+json', ';', 'a/b; c="'],
]

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { Accept: 'application/xml' },
  { Accept: 'text/html' },
  { Accept: ';;;' },
  { 'Content-Encoding': 'gzip' },
  { 'Content-Encoding': 'br, br' },
  { Prefer: 'handling=strict' },
  { Prefer: 'handling=lenient, handling=strict; respond-async' },
  { 'X-Forwarded-For': '203.0.113.7' },
  { 'User-Agent': 'x'.repeat(8_000) },
  { 'X-Long': 'x'.repeat(30_000) },
  { 'If-None-Match': '*' },
  { Range: 'bytes=0-1' },
  { Origin: 'https://elsewhere.example' },
  { Host: 'elsewhere.example' },
  { 'Sec-Fetch-Site': 'cross-site' },
]

const CREDENTIALS = ['', 'SSWS', 'SSWS x', 'Bearer x', `SSWS ${'x'.repeat(300)}`, 'SSWS é', 'Basic eDp5', 'DPoP x']

/** Values and changes of requests that no friend of the service would send; the same seed gives the same ones. */
export class Hostile {
  readonly #random: Random
  readonly #pool: readonly unknown[]

  constructor(random: Random) {
    this.#random = random
    const seed = random.below(2 ** 31)
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { seed, numRuns: 300 })
    const values = fc.sample(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), { seed, numRuns: 300 })
    this.#pool = [...texts, ...values]
  }

  value(): unknown {
    if (this.#random.chance(0.02)) return 'x'.repeat(this.#random.pick([70_000, 1_100_000]))
    if (this.#random.chance(0.02)) return Array.from({ length: this.#random.pick([1_000, 20_000]) }, (_, at) => at)
    if (this.#random.chance(0.02)) return nested(this.#random.pick([40, 70, 3_000]))
    return this.#random.pick(this.#random.chance(0.6) ? LIKELY : this.#pool)
  }

  /** A value with one to three of its parts replaced, removed, repeated or added. */
  bend(value: unknown): unknown {
    let bent = value
    for (let left = 1 + this.#random.below(3); left > 0; left--) {
      const path = this.#random.pick(pathsOf(bent))
      const kind = this.#random.below(10)
      if (kind === 0 && path.length > 0) bent = without(bent, path)
      else if (kind === 1) bent = put(bent, [...path, this.#name()], this.value())
      else bent = put(bent, path, this.#instead(valueAt(bent, path)))
    }
    return bent
  }

  /** What stands in place of a value: half of the time one of its own type, which gets further. */
  #instead(value: unknown): unknown {
    if (this.#random.chance(0.5)) return this.value()
    if (typeof value === 'number') return this.#random.pick([...NUMBERS, value + 1, value - 1, -value])
    if (typeof value === 'string') return this.text()
    if (Array.isArray(value)) return this.#random.pick([[], [...value, ...value], [...value, this.value()]])
    return this.value()
  }

  /** A text for a place in an address, not yet encoded. */
  text(): string {
    const value = this.value()
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.toWellFormed().slice(0, 2_000)
  }

  /** The query that a request has, made worse. */
  query(pairs: readonly (readonly [string, string])[]): string {
    const bent = pairs.map(([name, value]) => [name, this.#random.chance(0.5) ? this.text() : value] as const)
    const extra = this.#random.chance(0.4) ? [[this.#name(), this.text()] as const] : []
    const repeated = this.#random.chance(0.2) ? bent : []
    const text = [...bent, ...repeated, ...extra]
      .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value)}`)
      .join('&')
    const oddity = this.#random.pick(['', '', '', '&', '&&&=', '&%zz', '&%ff', '&a&a&a', `&${'x&'.repeat(1_100)}`])
    return `${text}${oddity}`
  }

  /** The same request in a way that HTTP allows, more or less. */
  distort(request: WireRequest): WireRequest {
    const { headers, body = '' } = request
    const text = body.toString()
    switch (this.#random.below(8)) {
      case 0:
        return { ...request, headers: { ...headers, 'Content-Type': this.#random.pick(CONTENT_TYPES) } }
      case 1:
        return { ...request, body: text.slice(0, this.#random.below(text.length + 1)) }
      case 2:
        return { ...request, body: `${'['.repeat(this.#random.pick([70, 5_000, 200_000]))}` }
      case 3:
        return { ...request, body: Buffer.from([...Buffer.from(text.slice(0, 100)), 0xff, 0xfe, 0x80]) }
      case 4:
        return { ...request, headers: { ...headers, Authorization: this.#random.pick(CREDENTIALS) } }
      case 5:
        return {
          ...request,
          body: this.#random.pick(['null', '[]', '""', '1', '{', '{"a":1,}', '\ufeff{}', '{"a":1}{}']),
        }
      case 6:
        return {
          ...request,
          method: this.#random.pick(['PATCH', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE', 'PUT', 'PROPFIND']),
        }
      default:
        return { ...request, headers: { ...headers, ...this.#random.pick(HEADERS) } }
    }
  }

  #name(): string {
    const text = this.#random.pick([
      '',
      'id',
      'status',
      'x',
      '__proto__',
      'constructor',
      'toString',
      'a.b',
      'é',
      '$',
      '0',
    ])
    return this.#random.chance(0.8) ? text : this.text().slice(0, 50)
  }
}

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let left = depth; left > 0; left--) value = left % 2 ? [value] : { a: value }
  return value
}

/** Every path inside a value that something else can be put at; of long lists the first few. */
export function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object' || path.length > 20) return [[...path]]
  const inner = Object.entries(value).slice(0, 50)
  return [[...path], ...inner.flatMap(([key, item]) => pathsOf(item, [...path, key]))]
}

export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value)

export function put(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = Array.isArray(value) ? [...value] : Object.assign(Object.create(null), value)
  const inner = (copy as Record<string, unknown>)[key]
  ;(copy as Record<string, unknown>)[key] = put(inner, rest, replacement)
  return copy
}

export function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === null || typeof value !== 'object') return value
  if (rest.length > 0) {
    const inner = (value as Record<string, unknown>)[key]
    return inner === undefined ? value : put(value, [key], without(inner, rest))
  }
  if (Array.isArray(value)) return value.filter((_, at) => String(at) !== key)
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}
