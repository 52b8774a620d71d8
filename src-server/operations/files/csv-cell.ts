/**
 * What a spreadsheet would take for a formula, behind blanks and in the wide forms of East Asian keyboards too. It gets an
 * apostrophe, which spreadsheets read as "this is text"; so does what begins with apostrophes before that, to be read back as it was.
 */
const FORMULA = /^'*(?:[\s\0]*[=+\-@＝＋－＠]|[\t\r\n])/

/** A cell as RFC 4180 has it; nothing in it is ever computed. */
export function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of cells with its end. */
export const csvRow = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`

/** What a file begins with. WHY: without it Excel reads the names of people as another alphabet. */
export const BYTE_ORDER_MARK = '\uFEFF'
