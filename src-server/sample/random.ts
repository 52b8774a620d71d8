import { ID_LENGTH, ID_PREFIX, type IdKind } from '#contract/interface/ids.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A stream of pseudo-random values that its seed alone decides. Not for secrets. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [0, `below`). */
  int(below: number): number
  chance(probability: number): boolean
  /** @throws RangeError when the list is empty */
  pick<T>(items: readonly T[]): T
  /** `count` different items, or all of them where there are fewer, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
  /** Around zero, bell-shaped, within ±3.5; standard deviation 1. */
  bell(): number
  /** Base-62 text. */
  text(length: number): string
  /** A version 4 UUID. */
  uuid(): string
}

/** FNV-1a from a given start, with a final mix so that similar texts do not give similar states. */
function hash(text: string, start: number): number {
  let value = start
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value ^= value >>> 15
  value = Math.imul(value, 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))

/** Whole numbers in [0, 2^32) by the xoshiro128** algorithm (Blackman and Vigna, public domain). */
function words(seed: string): () => number {
  let a = hash(seed, 0x811c9dc5)
  let b = hash(seed, 0x9e3779b9)
  let c = hash(seed, 0x85ebca6b)
  // An all-zero state would always stay zero.
  let d = hash(seed, 0xc2b2ae35) | 1
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return result
  }
}

/** A new stream; give each use its own seed, so that a change in one leaves the others as they were. */
export function createRandom(seed: string): Random {
  const word = words(seed)
  const next = () => word() / 0x1_0000_0000
  const int = (below: number) => Math.floor(next() * below)

  function sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    const taken: T[] = []
    while (taken.length < count && left.length > 0) {
      const index = int(left.length)
      taken.push(left[index] as T)
      left[index] = left.at(-1) as T
      left.pop()
    }
    return taken
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from')
    return items[int(items.length)] as T
  }

  function text(length: number): string {
    let result = ''
    for (let i = 0; i < length; i++) result += ALPHABET[int(62)]
    return result
  }

  function uuid(): string {
    const byte = (value: number, shift: number) => HEX[(value >>> shift) & 0xff]
    const quad = (value: number) => `${byte(value, 24)}${byte(value, 16)}${byte(value, 8)}${byte(value, 0)}`
    const [first, second, third, fourth] = [word(), word(), word(), word()]
    const middle = quad(((second & 0xffff0fff) | 0x4000) >>> 0)
    const variant = quad(((third & 0x3fffffff) | 0x80000000) >>> 0)
    return `${quad(first)}-${middle.slice(0, 4)}-${middle.slice(4)}-${variant.slice(0, 4)}-${variant.slice(4)}${quad(fourth)}`
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    sample,
    bell: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    text,
    uuid,
  }
}

/** The id of a thing of the sample: always the same for the same seed, kind and name. */
export function sampleId(seed: string, kind: IdKind, name: string): string {
  const prefix = ID_PREFIX[kind]
  return prefix + createRandom(`${seed}/${kind}/${name}`).text(ID_LENGTH - prefix.length)
}
