/**
 * Makes A–Z small and leaves every other character as it is. WHY ASCII alone: it is all that SQLite can do, and a query
 * must mean the same in a file and in memory.
 */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
