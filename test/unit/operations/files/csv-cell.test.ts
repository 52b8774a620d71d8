import { describe, expect, it } from 'vitest'
import { csvCell } from '#operations/files/csv-cell.ts'

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [{ a: 1 }, '"{""a"":1}"'],
  ])('%j is written %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\0=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u00a0=1',
  ])('%j is text to a spreadsheet, never a formula', (value) => {
    expect(csvCell(value).replace(/^"/, '').startsWith("'")).toBe(true)
  })
})
