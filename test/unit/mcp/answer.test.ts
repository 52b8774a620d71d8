import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { answerOf } from '#mcp/answer.ts'
import { readCursor, writeCursor } from '#mcp/cursor.ts'
import { shortened, shownText } from '#mcp/shown-text.ts'
import { estimateTokens } from '#mcp/tokens.ts'

const ROWS = Array.from({ length: 100_000 }, (_, at) => ({ id: `00g${at}`, name: `Group number ${at}` }))
const INPUT = { kind: 'group' }

/** The rows of all answers to a list, which the service gives in pages. */
function walk(rows: readonly unknown[], pageSize: number) {
  const seen: unknown[] = []
  let cursor: string | undefined
  for (let answers = 1; ; answers++) {
    const place = readCursor('list', INPUT, cursor)
    const from = Number(place.after ?? 0)
    const page = rows.slice(from, from + pageSize)
    const next = from + pageSize < rows.length ? String(from + pageSize) : null
    const found = { rows: page, next, ...(place.before === 0 && { counts: { inAll: rows.length } }) }
    const answer = answerOf('list', INPUT, place, found)
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(LIMITS.assistantTokens)
    expect(answer.counts).toMatchObject({ inAll: rows.length })
    seen.push(...(answer.data as { rows: unknown[] }).rows)
    if (answer.cursor === null) return { seen, answers }
    cursor = answer.cursor
  }
}

it.each([{ pageSize: 100 }, { pageSize: 500 }, { pageSize: 100_000 }])(
  'a list of 100,000 rows comes in answers that are short, each once, in pages of $pageSize',
  { timeout: 60_000 },
  ({ pageSize }) => {
    const rows = pageSize > 1_000 ? ROWS.slice(0, 3_000) : ROWS
    const { seen, answers } = walk(rows, pageSize)
    expect(seen).toEqual(rows)
    expect(answers).toBeGreaterThan(10)
  },
)

it('rows that are far too long are shortened and counted, and each answer gets on', () => {
  const rows = Array.from({ length: 9 }, (_, at) => ({ at, text: '🦊'.repeat(5_000), list: Array(5_000).fill('x') }))
  const { seen } = walk(rows, 9)
  expect(seen.map((row) => (row as { at: number }).at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(JSON.stringify(seen[0])).toContain('… (5000 in all)')
  expect(JSON.stringify(seen[0])).toContain('… (10000 characters)')
})

it('what is said once is in the first answer alone', () => {
  const found = { counts: { all: 400 }, facts: { why: 'because' }, rows: ROWS.slice(0, 400) }
  const first = answerOf('list', INPUT, readCursor('list', INPUT, undefined), found)
  const second = answerOf('list', INPUT, readCursor('list', INPUT, first.cursor ?? ''), found)
  expect(first.data).toMatchObject({ why: 'because' })
  expect(second.data).not.toHaveProperty('why')
  expect(first.counts).toMatchObject({ rows: expect.stringMatching(/^1 to \d+, more follow$/) as unknown })
})

it('with many counts and a long cursor of the service an answer stays short, and the cursor is taken', () => {
  const counts = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`change authorizationServer ${at}`, at]))
  const rows = Array.from({ length: 20 }, () => ({ text: 'word '.repeat(2_000), list: Array(50).fill('other words') }))
  const found = { counts, facts: { text: 'fact '.repeat(20_000) }, rows, next: 'x'.repeat(500) }
  const answer = answerOf('list', INPUT, readCursor('list', INPUT, undefined), found)
  expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(LIMITS.assistantTokens)
  expect(readCursor('list', INPUT, answer.cursor ?? '')).toMatchObject({ skip: expect.any(Number) as unknown, counts })
  expect((answer.data as { rows: unknown[] }).rows.length).toBeGreaterThan(0)
})

it('a value that nests without end is shortened', () => {
  let deep: unknown = 'end'
  for (let level = 0; level < 5_000; level++) deep = [deep]
  expect(JSON.stringify(shortened(deep, () => true))).toContain('…')
})

it('a cursor is of one call, and nothing else is a cursor', () => {
  const place = { after: 'a', skip: 1, before: 2, counts: { all: 3 }, state: { since: 'x' } }
  const cursor = writeCursor('list', INPUT, place)
  expect(readCursor('list', { kind: 'group' }, cursor)).toEqual(place)
  const wrong = [
    ['find', INPUT, cursor],
    ['list', { kind: 'user' }, cursor],
    ['list', INPUT, ''],
    ['list', INPUT, 'x'.repeat(7_000)],
    ['list', INPUT, Buffer.from('[1]').toString('base64url')],
    ['list', INPUT, Buffer.from(JSON.stringify([...'1234567890123456'].join(''))).toString('base64url')],
  ] as const
  for (const [tool, input, text] of wrong)
    expect(() => readCursor(tool, input, text)).toThrow(expect.objectContaining({ code: 'E0000001' }) as Error)
})

it('what no person sees is shown as its number, and what scripts and emoji need stays', () => {
  expect(shownText('Pay\u{e0041}\u{e0042}roll\u202e\u200b\u0007')).toBe(
    'Pay\\u{e0041}\\u{e0042}roll\\u{202e}\\u{200b}\\u{7}',
  )
  for (const text of ['می‌خواهم', '‏مرحبا', '👩‍💻 ❤️', 'two\nlines\tand a tab', 'Zażółć'])
    expect(shownText(text)).toBe(text)
})

it('the estimate counts ids, numbers, other scripts and emoji as the many tokens that they are', () => {
  expect(estimateTokens('00uJpd30m5YlIrIGTzc5')).toBeGreaterThanOrEqual(10)
  expect(estimateTokens('安全政策规则')).toBe(6)
  expect(estimateTokens('🦊🧿')).toBe(6)
  expect(estimateTokens('{"a":1}')).toBe(7)
})
