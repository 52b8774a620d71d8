import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGBA_OF_8_BITS = [8, 6, 0, 0, 0]

type Colour = readonly [red: number, green: number, blue: number]

/**
 * A square picture of one colour on nothing, as a PNG file.
 * @param size pixels of an edge
 * @param isInk whether the colour is at a place; both coordinates from 0 to 1, from the left and from the top
 */
export function drawPng(size: number, [red, green, blue]: Colour, isInk: (x: number, y: number) => boolean): Buffer {
  const row = 1 + size * 4
  const pixels = Buffer.alloc(row * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const alpha = coverage((dx, dy) => isInk((x + dx) / size, (y + dy) / size))
      pixels.set([red, green, blue, alpha], y * row + 1 + x * 4)
    }
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(RGBA_OF_8_BITS)])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SAMPLES = [1, 3, 5, 7].map((eighths) => eighths / 8)
const CORNERS = [SAMPLES[0] as number, SAMPLES.at(-1) as number]

/** How much of a pixel is ink, of 255: edges are smooth. Most pixels have no edge, which their corners tell. */
function coverage(isInk: (dx: number, dy: number) => boolean): number {
  const atCorners = shareOf(CORNERS, isInk)
  const isPlain = atCorners === 0 || atCorners === 1
  return Math.round((isPlain ? atCorners : shareOf(SAMPLES, isInk)) * 255)
}

/** Of the places that rows and columns make, the share that is ink. */
function shareOf(places: readonly number[], isInk: (dx: number, dy: number) => boolean): number {
  let hits = 0
  for (const dy of places) for (const dx of places) if (isInk(dx, dy)) hits += 1
  return hits / places.length ** 2
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
