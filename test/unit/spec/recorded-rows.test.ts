import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Rows that the tables of each section of spec/5 have, with what the text beside them says of more than one; of these, those that share
 * a row of ours because one test holds for them all, and those about what is not built.
 */
const SECTIONS: Readonly<Record<string, { rows: number; shared?: number; unbuilt?: number }>> = {
  '0.1': { rows: 6 },
  '0.2': { rows: 7 },
  '0.3': { rows: 15 },
  '1': { rows: 168, shared: 38, unbuilt: 2 },
  '2': { rows: 42 },
  '3': { rows: 11 },
  '4': { rows: 13, unbuilt: 1 },
  '5': { rows: 5 },
  '6': { rows: 19 },
  '7': { rows: 9 },
  '8.1': { rows: 13 },
  '8.2': { rows: 12 },
  '8.3': { rows: 15 },
  '8.4': { rows: 10 },
  '8.5': { rows: 14 },
  '8.6': { rows: 10 },
  '8.7': { rows: 9 },
  '9': { rows: 12 },
  '10': { rows: 9 },
  '11': { rows: 3 },
  '12': { rows: 6 },
  '13': { rows: 16 },
  '14': { rows: 15 },
}

it('every row of the recorded behavior is listed, but for those about what is not built', () => {
  const folder = join(import.meta.dirname, '../../spec')
  const files = readdirSync(folder).filter((name) => name.startsWith('rows-5'))
  const ids = files.flatMap((name) =>
    (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { id: string }[]).map(({ id }) => id),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const listed = (section: string) => ids.filter((id) => id.startsWith(`${section}/`)).length
  expect(Object.keys(SECTIONS).map((section) => [section, listed(section)])).toEqual(
    Object.entries(SECTIONS).map(([section, { rows, shared = 0, unbuilt = 0 }]) => [section, rows - shared - unbuilt]),
  )
})
