import { expect, it } from 'vitest'
import { periodMs } from '#contract/interface/period.ts'

it.each([
  ['PT0S', 0],
  ['PT90S', 90_000],
  ['PT1H30M', 5_400_000],
  ['P1DT12H', 129_600_000],
  ['P2W', 1_209_600_000],
  ['P1Y1M', 34_128_000_000],
  ['PT43800H', 157_680_000_000],
])('%s is %i milliseconds long', (period, ms) => {
  expect(periodMs(period)).toBe(ms)
})

it('what is no period has no length', () => {
  expect(periodMs('12 hours')).toBe(0)
})
