/** Segments at the beginning of a path that name its collection: `/api/v1/groups`. */
const COLLECTION_DEPTH = 3

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

/** How many segments a path has; a slash at its end begins none. */
export function depthOf(path: string): number {
  let depth = 0
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) depth += 1
  return depth
}

/** The collection of a route's path: its first segments, as far as they have no placeholder. */
export function collectionOf(path: string): string {
  const fixed = path.replace(/\/\{.*$/, '')
  return collectionsOf(fixed).next().value ?? fixed
}

/** The collections that a request's path may belong to, the longest first. */
export function* collectionsOf(path: string): Generator<string, undefined> {
  const ends: number[] = []
  for (let end = path.indexOf('/', 1); end !== -1 && ends.length < COLLECTION_DEPTH; end = path.indexOf('/', end + 1))
    ends.push(end)
  if (ends.length < COLLECTION_DEPTH) ends.push(path.length)
  for (const end of ends.toReversed()) yield path.slice(0, end)
  return undefined
}
