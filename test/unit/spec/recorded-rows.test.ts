import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Rows that the tables of each section of spec/5 have, and those among them that are about what is not built yet. */
const SECTIONS: Readonly<Record<string, { rows: number; later: number }>> = {
  '0.1': { rows: 6, later: 0 },
  '0.2': { rows: 7, later: 0 },
  '0.3': { rows: 14, later: 1 },
  '1': { rows: 168, later: 131 },
  '2': { rows: 42, later: 1 },
  '3': { rows: 11, later: 1 },
  '4': { rows: 13, later: 5 },
  '5': { rows: 5, later: 0 },
  '6': { rows: 19, later: 0 },
  '7': { rows: 9, later: 0 },
  '8.1': { rows: 12, later: 1 },
  '8.2': { rows: 10, later: 0 },
  '8.3': { rows: 12, later: 4 },
  '8.4': { rows: 10, later: 1 },
  '8.5': { rows: 13, later: 4 },
  '8.6': { rows: 10, later: 0 },
  '8.7': { rows: 9, later: 0 },
  '9': { rows: 12, later: 0 },
  '10': { rows: 9, later: 9 },
  '12': { rows: 6, later: 0 },
  '13': { rows: 16, later: 0 },
  '14': { rows: 15, later: 2 },
}

it('every row of the recorded behavior is listed, but for those about what is not built yet', () => {
  const folder = join(import.meta.dirname, '../../spec')
  const files = readdirSync(folder).filter((name) => name.startsWith('rows-5'))
  const ids = files.flatMap((name) =>
    (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { id: string }[]).map(({ id }) => id),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const listed = (section: string) => ids.filter((id) => id.startsWith(`${section}/`)).length
  expect(Object.keys(SECTIONS).map((section) => [section, listed(section)])).toEqual(
    Object.entries(SECTIONS).map(([section, { rows, later }]) => [section, rows - later]),
  )
})
