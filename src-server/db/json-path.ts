/**
 * The path of a value in JSON for SQLite: names of members, from the outermost inward. Any name is allowed, also an empty one and one
 * with `"`, `\`, a dot, brackets or control characters: each is escaped as in JSON, and SQLite unescapes it. The one exception is NUL:
 * SQLite ignores it and everything after it, in a path as in a document.
 */
export function jsonPath(...names: readonly string[]): string {
  return `$${names.map((name) => `.${JSON.stringify(name)}`).join('')}`
}
