/**
 * The path by which SQLite finds a value in JSON: members by their names, from the outermost one inward. Takes any name, also an empty
 * one and one with `"`, `\`, a dot, brackets or control characters: each is written as JSON writes it, which SQLite undoes, so that it
 * finds the member of exactly that name. Only of NUL and what follows it SQLite sees nothing, in a path as in a document.
 */
export function jsonPath(...names: readonly string[]): string {
  return `$${names.map((name) => `.${JSON.stringify(name)}`).join('')}`
}
