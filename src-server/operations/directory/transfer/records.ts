import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import type { ImportFormat, ImportKind } from '#contract/directory/directory-import.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { csvRow } from '../../files/csv-cell.ts'
import { readItems } from '../../files/read-items.ts'
import { flatten } from './flatten.ts'
import { objectIn, readScim } from './read-scim.ts'
import { scimRecords } from './scim.ts'

/** A row of a file: values by the names of its columns, all as text; or what is wrong with it, and its text. `line` is its place, from 1. */
export type ImportRecord =
  | { line: number; values: Readonly<Record<string, string>>; problem: null }
  | { line: number; values: null; problem: string; text: string }

/** Reads the rows of an uploaded file, one after another; the file may be larger than memory. */
export async function* readRecords(file: string, format: ImportFormat, kind: ImportKind): AsyncGenerator<ImportRecord> {
  if (format === 'CSV') return yield* readCsv(file)
  let line = 0
  if (format === 'SCIM') {
    for await (const item of readScim(file)) {
      if (item.value === null) yield { line: (line += 1), values: null, problem: item.problem, text: item.text }
      else
        for (const one of scimRecords(item.value, kind))
          yield { line: (line += 1), values: flatten(one), problem: null }
    }
    return
  }
  for await (const item of readItems(file, LIMITS.directoryImportRowBytes)) {
    const value = item.text === null ? null : objectIn(item.text)
    if (value) yield { line: (line += 1), values: flatten(value), problem: null }
    else
      yield {
        line: (line += 1),
        values: null,
        problem: item.problem ?? 'is no JSON object',
        text: item.text ?? '',
      }
  }
}

async function* readCsv(file: string): AsyncGenerator<ImportRecord> {
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      delimiter: await delimiterOf(file),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: LIMITS.directoryImportRowBytes,
    }),
  )
  let columns: readonly string[] | null = null
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns) yield rowOf(columns, record, info.lines)
      else columns = columnsOf(record)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as { lines?: number }
    yield { line: lines ?? 0, values: null, problem: CSV_PROBLEMS[error.code] ?? 'cannot be read as CSV', text: '' }
  }
}

const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark that begins here is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark closes in the middle of a cell',
  INVALID_OPENING_QUOTE: 'a quotation mark opens in the middle of a cell',
  CSV_MAX_RECORD_SIZE: `is longer than ${LIMITS.directoryImportRowBytes.toLocaleString('en')} characters`,
}

/** Names of the columns; those without one are called by their place. */
function columnsOf(record: readonly string[]): string[] {
  const seen = new Set<string>()
  return record.slice(0, LIMITS.directoryImportColumns).map((cell, index) => {
    const name = cell.trim().slice(0, 255) || `Column ${index + 1}`
    const free = seen.has(name) ? `${name} (${index + 1})` : name
    seen.add(free)
    return free
  })
}

/** An apostrophe in front of what a spreadsheet would compute: exports put it there. */
const GUARDED = /^'(?='*(?:[\s\0]*[=+\-@＝＋－＠]|[\t\r\n]))/

function rowOf(columns: readonly string[], record: readonly string[], line: number): ImportRecord {
  const unread = { line, values: null, text: cellsText(record) }
  if (record.length > columns.length && record.slice(columns.length).some((cell) => cell !== ''))
    return { ...unread, problem: `has ${record.length} cells, but there are ${columns.length} columns` }
  if (record.some((cell) => cell.includes('\uFFFD'))) return { ...unread, problem: 'is not UTF-8 text' }
  const values = columns.map((name, index) => [name, (record[index] ?? '').replace(GUARDED, '')] as const)
  return { line, values: Object.fromEntries(values), problem: null }
}

const cellsText = (cells: readonly string[]) => csvRow(cells).trimEnd()

/** A record as its file has it, near enough to be found there. */
export function textOf(record: ImportRecord, format: ImportFormat): string {
  if (record.values === null) return record.text
  const given = Object.entries(record.values).filter(([, value]) => value !== '')
  return format === 'CSV' ? cellsText(Object.values(record.values)) : JSON.stringify(Object.fromEntries(given))
}

const DELIMITERS = [',', ';', '\t'] as const

/** What separates the cells: of the usual characters the most frequent one in the first line. */
async function delimiterOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const first = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1)[0] as string
    const counts = DELIMITERS.map((one) => [one, first.split(one).length] as const)
    return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0]
  } finally {
    await handle.close()
  }
}
