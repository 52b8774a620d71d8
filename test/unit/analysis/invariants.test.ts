import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invariantProver, rulesFor, type Question } from '#analysis/invariants.ts'
import { appsInScope, reachTest } from '#analysis/scope.ts'
import { compile, isBroken, promisedBy, type PolicySet } from '#policy/index.ts'
import { decidingWorlds, questions } from '../../helpers/small-decisions.ts'
import { decidedOutside, everySignIn } from '../../helpers/small-worlds.ts'
import { runs } from '../../helpers/runs.ts'

const LIMITS = { withApps: true, clock: () => 0, mostMs: 1 }

/** What a question comes to by trying every sign-in to every application of its scope. */
function isBrokenByTrying(given: PolicySet, { scope, app, claim }: Question): boolean {
  const set = decidedOutside(given)
  const compiled = compile(set)
  const inScope = reachTest(scope, set)
  const promised = promisedBy(claim)
  const places = app ? appsInScope(app, set.applications) : [null]
  return everySignIn.some((signIn) => {
    return (
      inScope.is(signIn) &&
      places.some((place) => isBroken(promised, ...rulesFor(set, compiled, { ...signIn, app: place }, place !== null)))
    )
  })
}

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
      { numRuns: runs(0.2) },
    )
    expect(counts.held).toBeGreaterThan(10)
    expect(counts.broken).toBeGreaterThan(10)
  })
})
