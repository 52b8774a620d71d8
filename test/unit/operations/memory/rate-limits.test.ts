import { expect, it } from 'vitest'
import { crossed } from '#operations/memory/rate-limits.ts'

it('a limit is crossed by one request alone', () => {
  const told = Array.from({ length: 120 }, (_, at) => crossed({ limit: 100, used: at + 1 })).flatMap((what, at) =>
    what ? [[at + 1, what]] : [],
  )
  expect(told).toEqual([
    [60, 'warning'],
    [101, 'violation'],
  ])
})
