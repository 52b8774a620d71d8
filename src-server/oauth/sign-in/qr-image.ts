import { renderSVG } from 'uqr'

/** Characters; what is longer makes a code too dense for a camera. */
const LONGEST = 600

/** A QR code of a text as the address of an image; null for a text that is too long for one. */
export const qrImage = (text: string): string | null =>
  text.length > LONGEST
    ? null
    : `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`
