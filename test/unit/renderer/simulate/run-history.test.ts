import { expect, it } from 'vitest'
import { MAX_RUNS, parseRuns, withRun, writeRuns, type Run } from '#ui/features/simulate/history/run-history.ts'

const run = (user: string, over: Partial<Run> = {}): Run => ({
  at: '2026-01-01T00:00:00.000Z',
  kind: 'one',
  query: { user },
  question: `${user} signs in`,
  answer: 'Yes.',
  ...over,
})

it('the newest run comes first, and the same question is there once, with its last answer', () => {
  const runs = withRun(withRun(withRun([], run('a')), run('b')), run('a', { answer: 'No.' }))
  expect(runs.map(({ query, answer }) => [query['user'], answer])).toEqual([
    ['a', 'No.'],
    ['b', 'Yes.'],
  ])
  const sameQuestion = withRun(
    [run('a', { query: { user: 'a', ip: '1' } })],
    run('a', { query: { ip: '1', user: 'a' } }),
  )
  expect(sameQuestion).toHaveLength(1)
  expect(withRun([run('a')], run('a', { kind: 'many' }))).toHaveLength(2)
})

it('so many are remembered and no more', () => {
  let runs: Run[] = []
  for (let index = 0; index <= MAX_RUNS; index += 1) runs = withRun(runs, run(String(index)))
  expect([runs.length, runs[0]?.query['user'], runs.at(-1)?.query['user']]).toEqual([MAX_RUNS, String(MAX_RUNS), '1'])
})

it('what is stored is read again, and what is damaged is dropped and said', () => {
  expect(parseRuns(writeRuns([run('a')]))).toEqual({ items: [run('a')], dropped: false })
  expect(parseRuns(null)).toEqual({ items: [], dropped: false })
  for (const text of ['', '{', '{"version":2,"runs":[]}', '{"version":1,"runs":[{}]}'])
    expect(parseRuns(text)).toEqual({ items: [], dropped: true })
})
