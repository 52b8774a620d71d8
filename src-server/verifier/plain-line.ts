/**
 * A line for a terminal that may quote a file: what would move the cursor, begin another line or turn the direction of writing is
 * shown as a mark, so that a file cannot speak in our name.
 */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
}
