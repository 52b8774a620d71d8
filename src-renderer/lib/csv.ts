/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function fieldOf(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8; no cell becomes a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`
}
