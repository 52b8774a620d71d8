/** How well a text answers a query: 0 not at all, 5 exactly. Case does not count; every word of the query must be found. */
export function score(query: string, text: string): number {
  const expected = query.trim().toLowerCase()
  const given = text.toLowerCase()
  if (!expected) return 1
  if (given === expected) return 5
  if (given.startsWith(expected)) return 4
  const words = given.split(/[^\p{L}\p{N}]+/u)
  const parts = expected.split(/\s+/)
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 3
  if (parts.every((part) => given.includes(part))) return 2
  return isSpelt(expected.replaceAll(/\s/g, ''), given) ? 1 : 0
}

/** Whether the letters occur in this order, each run starting a word: "gsp" in "Global session policy". */
function isSpelt(letters: string, text: string): boolean {
  const initials = text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? '')
    .join('')
  return letters.length > 1 && initials.includes(letters)
}

/** What can be ranked: its label, and other words that find it. */
export interface Rankable {
  label: string
  words?: string
}

function best(query: string, item: Rankable): number {
  const aside = item.words ? score(query, item.words) / 2 : 0
  return Math.max(score(query, item.label), aside)
}

/** The items that answer the query, best first; equals keep their order. An empty query keeps all. */
export function rank<T extends Rankable>(query: string, items: readonly T[]): T[] {
  return items
    .map((item, index) => ({ item, index, points: best(query, item) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map(({ item }) => item)
}
