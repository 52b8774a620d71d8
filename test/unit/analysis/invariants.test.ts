import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invariantProver } from '#analysis/invariants.ts'
import { NO_LIMIT } from '#analysis/time-limit.ts'
import { decidingWorlds, isBrokenByTrying, questions } from '../../helpers/small-decisions.ts'
import { runs } from '../../helpers/runs.ts'

const LIMITS = { withApps: true, limit: NO_LIMIT }

describe('an invariant', () => {
  it('holds where no sign-in of all breaks it, and nowhere else', () => {
    const counts = { held: 0, broken: 0 }
    fc.assert(
      fc.property(decidingWorlds, fc.array(questions, { minLength: 1, maxLength: 4 }), (set, asked) => {
        const prove = invariantProver(set, asked, LIMITS)
        for (const question of asked) {
          const isFound = !prove(question).next().done
          counts[isFound ? 'broken' : 'held']++
          expect(isFound, JSON.stringify(question)).toBe(isBrokenByTrying(set, question))
        }
      }),
      { numRuns: runs(0.06) },
    )
    expect(counts.held).toBeGreaterThan(0)
    expect(counts.broken).toBeGreaterThan(0)
  })
})
