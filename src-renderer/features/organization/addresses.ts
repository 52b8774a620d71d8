/** The addresses of a text: one a line, or with commas or semicolons between them; each once. */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[\n,;]+/).map((part) => part.trim())
  return [...new Set(parts)].filter((part) => part !== '')
}
