const UNRESERVED = /%[\dA-F]{2}/gi

const ENCODED = /(?:%[\dA-F]{2})+/gi

/** Whether the bytes that a text holds percent-encoded are UTF-8; a percent sign that encodes nothing is itself. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    for (const [bytes] of text.matchAll(ENCODED)) decodeURIComponent(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * A path as routes are written: what need not be encoded is not (`%67roups` is `groups`, RFC 3986 §6.2.2.2); encoded
 * slashes stay, and so does all else that is decoded with the parameters. Null for a path that cannot be decoded.
 */
export function readablePath(path: string): string | null {
  if (!path.includes('%')) return path
  try {
    decodeURIComponent(path)
  } catch {
    return null
  }
  return path.replaceAll(UNRESERVED, (code) => {
    const letter = String.fromCharCode(parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : code
  })
}
