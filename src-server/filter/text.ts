/**
 * Makes A–Z small and leaves every other character as it is. WHY ASCII alone: it is all that SQLite can do, and a query
 * must mean the same in a file and in memory.
 */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Negative, zero or positive, by code points: the order of UTF-8 bytes, which is SQLite's; `<` goes by UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === length) return a.length - b.length
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Surrogates sort above all other code units, as their code points do. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
