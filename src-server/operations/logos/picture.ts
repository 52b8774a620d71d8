/** What the header of a picture says. */
interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Reads what kind of picture a file is by its content, whatever it is called; null for one that is neither PNG, JPG nor GIF, or whose
 * header is cut short or says no size.
 */
export function readPicture(data: Uint8Array): Picture | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (const [type, sizeOf] of FORMATS) {
    const size = sizeOf(bytes)
    if (size && size[0] > 0 && size[1] > 0) return { type, width: size[0], height: size[1] }
  }
  return null
}

type Size = readonly [width: number, height: number]

const FORMATS: readonly (readonly [Picture['type'], (bytes: Buffer) => Size | null])[] = [
  ['image/png', sizeOfPng],
  ['image/gif', sizeOfGif],
  ['image/jpeg', sizeOfJpeg],
]

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** Its first chunk is the header, of 13 bytes. */
function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 33 || !startsWith(bytes, '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR')) return null
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

function sizeOfGif(bytes: Buffer): Size | null {
  if (bytes.length < 13 || !(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'))) return null
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
}

/** The start of a frame, which has the size; three numbers of the range mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A row of segments, each with its length; the frame comes before the picture itself. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] as number
    // Segments may have any number of 0xff in front.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return null
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}
