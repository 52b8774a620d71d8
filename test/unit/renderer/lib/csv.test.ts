import { expect, it } from 'vitest'
import { csvText } from '#ui/lib/csv.ts'

it('separators, quotes and line breaks are quoted, and lines end as RFC 4180 says', () => {
  expect(
    csvText([
      ['a', 'b,c', 'd"e'],
      ['f\ng', '', 'ü'],
    ]),
  ).toBe('\uFEFFa,"b,c","d""e"\r\n"f\ng",,ü\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j becomes no formula', (value) => {
  const [line = ''] = csvText([[value]])
    .slice(1)
    .split('\r\n')
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
})
