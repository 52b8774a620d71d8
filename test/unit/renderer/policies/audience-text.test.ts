import { expect, it } from 'vitest'
import { audienceText } from '#ui/features/policies/rule/audience-text.ts'

const text = (people: number, undecided: number, readable = true) =>
  Object.values(audienceText({ people, undecided, total: 2_000 }, readable))

it('is one number where the attributes of people decide', () => {
  expect(text(1_200, 0)).toEqual(['1,200', ''])
  expect(text(0, 0)).toEqual(['0', ''])
})

it('is from one number to another where some sign-ins decide', () => {
  expect(text(52, 40)).toEqual(['12 to 52', 'For 40 people the expression depends on the sign-in.'])
})

it('claims no number where nothing can be counted', () => {
  expect(text(52, 52)).toEqual([null, 'The expression depends on the sign-in. At most 52 of 2,000 people.'])
  expect(text(52, 52, false)).toEqual([null, 'The expression cannot be read.'])
})
