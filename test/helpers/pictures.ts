import { drawPng } from '#http/resources/logos/png.ts'

/** Pictures of each kind that may be uploaded; the last two are headers without a picture behind. */
export const PNG = drawPng(24, [10, 20, 30], () => true)
export const GIF = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.from([0xa4, 0x01, 0x78, 0x00, 0, 0, 0]),
  Buffer.alloc(20),
])

/** A JPG's segments as far as its frame, by marker and what they hold. */
export function jpegOf(...segments: readonly (readonly [marker: number, content: readonly number[]])[]): Buffer {
  const parts = segments.map(([marker, content]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content]),
  )
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xda, 0, 2])])
}
export const EXIF = [0xe1, Array.from({ length: 700 }, () => 0xff)] as const
const FRAME = [0xc2, [8, 0, 120, 1, 164, 3]] as const
export const JPEG = jpegOf(EXIF, [0xc4, [1, 2, 3]], FRAME)

/** A form with a file, whose name says nothing of what it is. */
export function formWith(data: Uint8Array, field = 'file', form = new FormData()): FormData {
  form.append(field, new Blob([new Uint8Array(data)]), 'logo.exe')
  return form
}
