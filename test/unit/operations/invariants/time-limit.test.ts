import { beforeAll, describe, expect, it } from 'vitest'
import type { InvariantResult, InvariantWrite } from '#contract/gatehouse/invariant.ts'
import type { Time } from '#analysis/index.ts'
import { openStore, type Store } from '#db/store.ts'
import { computeInvariantImpact, computeInvariants } from '#operations/invariants/compute-invariants.ts'
import { computeRepairs } from '#operations/invariants/compute-repairs.ts'
import { readDirectory } from '#operations/policies/audience-data.ts'
import type { Population } from '#operations/policies/population.ts'
import { startServer } from '../../../helpers/server.ts'

let store: Store
const invariants: InvariantWrite[] = [
  { name: 'Signing in', description: null, scope: {}, app: null, claim: { kind: 'FACTORS', factors: 2 } },
  {
    ...{ name: 'Opening', description: null, scope: { riskScore: { level: 'HIGH' } } },
    ...{ app: { include: [], exclude: [] }, claim: { kind: 'DENIED' } },
  },
]

beforeAll(async () => {
  const server = await startServer({ sample: true })
  await server.stop()
  store = await openStore(server.dataFile, '2000-01-01T00:00:00.000Z')
  return () => store.close()
}, 120_000)

/** Time that is over after so many looks at the clock. */
function after(looks: number): Time {
  let now = 0
  return { clock: () => (now++ < looks ? 0 : now * 1_000_000), endAfter: (_, work) => ({ value: work() }) }
}

const withPeople = <T>(ask: (population: Population) => Promise<T>): Promise<T> =>
  store.consistentRead(async (read) => {
    const directory = await readDirectory(read, 'identity')
    return ask({ directory, read, now: 0, signal: new AbortController().signal })
  })

const states = (results: readonly InvariantResult[]) => results.map(({ state }) => state)

describe('an invariant for which there is no time', () => {
  it('is not decided, and the answer says of which applications', async () => {
    const [signingIn, opening] = await withPeople((people) => computeInvariants(people, invariants, after(0)))
    expect(signingIn).toMatchObject({ state: 'NOT_DECIDED', text: 'Not decided within 5 seconds.' })
    expect(opening?.state).toBe('NOT_DECIDED')
    expect(opening?.text).toMatch(/^Not decided within 5 seconds: sign-ins to \d+ of \d+ applications, such as .+\.$/)
  })

  it('is never said to be other than it is, wherever the time ends', async () => {
    const whole = await withPeople((people) => computeInvariants(people, invariants, after(Infinity)))
    const seen = new Set<string>()
    for (let looks = 1; looks < 60; looks += 3) {
      const some = await withPeople((people) => computeInvariants(people, invariants, after(looks)))
      for (const [at, { state, text }] of some.entries()) {
        seen.add(text)
        if (state !== 'NOT_DECIDED') expect(state).toBe(whole[at]?.state)
      }
    }
    expect(states(whole)).toContain('BROKEN')
    expect(seen.size).toBeGreaterThan(2)
  }, 60_000)

  it('is neither broken nor mended by a change, but named', async () => {
    const impact = await withPeople((people) => computeInvariantImpact(people, invariants, [], undefined, after(8)))
    expect(impact).toMatchObject({ checked: 2, breaks: [], mends: [] })
    expect(impact.notDecided).toContain('Opening')
  })

  it('has no repairs', async () => {
    const [signingIn] = invariants as [InvariantWrite]
    expect(await withPeople((people) => computeRepairs(people, signingIn, after(0)))).toEqual({
      ...{ state: 'NOT_DECIDED', text: 'Not decided within 5 seconds.', repairs: [], isWhole: true },
    })
  })
})
