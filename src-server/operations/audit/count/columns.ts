import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'

/** Events of a block have this many numbers to share: `sequence >> BLOCK_BITS` is the block (migration 0060 knows it too). */
export const BLOCK_BITS = 11
export const BLOCK_SIZE = 1 << BLOCK_BITS

/** What an event is counted by, as texts; in `values` the attributes in the order of `LOG_FACETS`, targets as a list. */
export interface EventValues {
  sequence: number
  /** Milliseconds since the epoch. */
  time: number
  values: readonly (string | null | readonly string[])[]
}

/** Whole numbers from 0; as narrow as they may be, for most of counting is reading. */
type Numbers = Uint16Array | Uint32Array

/** Attributes of one event after the other; what they hold is a code, 0 where there is none. */
export interface Columns {
  readonly length: number
  readonly times: Float64Array
  /** Numbers of the events within their block. */
  readonly offsets: Numbers
  /** In the order of `LOG_FACETS`; of targets there may be several for an event, or none. */
  readonly codes: readonly Numbers[]
  /** Where the targets of each event end. */
  readonly ends: Numbers
}

export const TARGETS = LOG_FACETS.indexOf('target.id')
export const placeOf = (attribute: LogFacetAttribute) => LOG_FACETS.indexOf(attribute)

/** @param codeOf the code of a value of the attribute at that place */
export function toColumns(events: readonly EventValues[], codeOf: (place: number, value: string) => number): Columns {
  const codes = LOG_FACETS.map((_, place) =>
    narrow(
      events.flatMap(({ values }) => {
        const value = values[place] ?? null
        if (typeof value === 'object' && value !== null) return value.map((each) => codeOf(place, each))
        return value === null ? 0 : codeOf(place, value)
      }),
    ),
  )
  let end = 0
  return {
    length: events.length,
    times: Float64Array.from(events, ({ time }) => time),
    offsets: narrow(events.map(({ sequence }) => sequence % BLOCK_SIZE)),
    codes,
    ends: narrow(events.map(({ values }) => (end += (values[TARGETS] as readonly string[]).length))),
  }
}

function narrow(numbers: readonly number[]): Numbers {
  return numbers.every((number) => number < 65_536) ? Uint16Array.from(numbers) : Uint32Array.from(numbers)
}

const PARTS = 3 + LOG_FACETS.length
/** Bytes at the beginning: of each part how many numbers it has, and of how many bytes. */
const HEADER = PARTS * 8
/** Each part begins where numbers of eight bytes may stand. */
const aligned = (bytes: number) => (bytes + 7) & ~7

/** As stored: a header, then column by column; little-endian, like every machine we run on. */
export function pack({ times, offsets, codes, ends }: Columns): Uint8Array {
  const parts = [times, offsets, ends, ...codes]
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), HEADER))
  const header = new Uint32Array(bytes.buffer, 0, PARTS * 2)
  let start = HEADER
  parts.forEach(({ buffer, byteOffset, byteLength, length, BYTES_PER_ELEMENT }, at) => {
    header.set([length, BYTES_PER_ELEMENT], at * 2)
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), start)
    start += aligned(byteLength)
  })
  return bytes
}

export function unpack(stored: Uint8Array): Columns {
  // Numbers of eight bytes must stand at a multiple of eight.
  const { buffer, byteOffset } = (stored.byteOffset % 8 === 0 ? stored : stored.slice()) as Uint8Array<ArrayBuffer>
  const header = new Uint32Array(buffer, byteOffset, PARTS * 2)
  let start = byteOffset + HEADER
  const numbers: Numbers[] = []
  const times = new Float64Array(buffer, start, header[0])
  start += times.byteLength
  for (let at = 1; at < PARTS; at++) {
    const kind = header[at * 2 + 1] === 2 ? Uint16Array : Uint32Array
    const part = new kind(buffer, start, header[at * 2])
    numbers.push(part)
    start += aligned(part.byteLength)
  }
  const [offsets, ends, ...codes] = numbers as [Numbers, Numbers, ...Numbers[]]
  return { length: times.length, times, offsets, ends, codes }
}
