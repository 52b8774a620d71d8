/** Between the values of a list, of which a cell holds all; it is read without the blanks too. */
const SEPARATOR = ' | '
/** A bar with all backslashes before it. WHY not behind another one: a long run of them would be looked through from each. */
const BAR = /(?<!\\)(\\*)\|/g

/**
 * Values as one cell. A `|` inside a value gets a backslash in front, as do backslashes right before it; all other backslashes stay as
 * they are, so that paths of files read as everybody writes them.
 */
export const joinList = (values: readonly unknown[]): string =>
  values.map((value) => String(value).replace(BAR, '$1$1\\|')).join(SEPARATOR)

/** The values of such a cell. Blanks around a value, and values of nothing, are left out, as in every cell. */
export function splitList(cell: string): string[] {
  const values: string[] = []
  let [value, from] = ['', 0]
  for (const { 0: found, 1: slashes = '', index } of cell.matchAll(BAR)) {
    value += cell.slice(from, index) + '\\'.repeat(Math.floor(slashes.length / 2))
    from = index + found.length
    if (slashes.length % 2 === 1) value += '|'
    else {
      values.push(value)
      value = ''
    }
  }
  return [...values, value + cell.slice(from)].map((one) => one.trim()).filter((one) => one !== '')
}
