const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Tells how deep JSON is nested while its bytes come, so that what is too deep is never parsed.
 * @returns takes the next bytes, and says whether more objects and lists than `depth` were inside one another by then
 */
export function depthScan(depth: number): (bytes: Uint8Array) => boolean {
  let [level, isInText, isEscaped] = [0, false, false]
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false
      else if (isInText) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (OPENING.has(byte)) {
        level += 1
        if (level > depth) return true
      } else if (CLOSING.has(byte)) level -= 1
    }
    return false
  }
}
