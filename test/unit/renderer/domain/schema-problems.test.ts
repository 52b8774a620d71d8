import { expect, it } from 'vitest'
import { z } from 'zod'
import { problemsBy } from '#ui/domain/schema-problems.ts'

const problems = problemsBy(
  z.strictObject({
    label: z.string('must be a text').min(3, 'is too short'),
    rows: z.array(z.strictObject({ name: z.string('must be a text') })),
  }),
)

it('a key that the schema does not know is a problem at its own place', () => {
  expect(problems({ label: 'Mail', rows: [{ name: 'a', colour: 'red' }], seats: 2 })).toEqual([
    { path: 'rows.0.colour', message: 'is not known here' },
    { path: 'seats', message: 'is not known here' },
  ])
})

it('what is wrong with the whole has no path, and what is right no problem', () => {
  expect(problems([]).map(({ path }) => path)).toEqual([''])
  expect(problems({ label: 'Mail', rows: [] })).toEqual([])
})
