import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { openStore, type Store } from '#db/store.ts'
import { rememberingProofs } from '#analysis/index.ts'
import { tallyFacets } from '#operations/audit/count/tally-facets.ts'
import { tallyHistogram } from '#operations/audit/count/tally-histogram.ts'
import { sealRecordBeside } from '#operations/audit/proof/seal-record.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { readDirectory, type Directory } from '#operations/policies/audience-data.ts'
import { listPolicyFindings } from '#operations/policies/policy-findings.ts'
import { admitsAnyone, admittedBy, listAudiences } from '#operations/policies/audiences.ts'
import { countDraft } from '#operations/policies/draft-audience.ts'
import { compileAudience } from '#policy/index.ts'
import { makeWorkers, type Workers } from '#workers/workers.ts'
import { runs } from '../../helpers/runs.ts'
import { startServer } from '../../helpers/server.ts'

const ENGINE = 'identity'
const ALL = { since: '2000-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' }

let store: Store
let workers: Workers
let directory: Directory

beforeAll(async () => {
  const { dataFile, stop } = await startServer({ sample: true })
  await stop()
  store = await openStore(dataFile, ALL.since)
  workers = makeWorkers(dataFile)
  directory = await store.consistentRead((read) => readDirectory(read, ENGINE))
}, 120_000)
afterAll(async () => {
  await workers.close()
  await store.close()
})

const searching = <T>(work: Parameters<typeof store.searches.run<T>>[0]) => store.searches.run(work, 60_000)

describe('a worker thread comes to what this thread does', () => {
  it.each(POLICY_TYPE_NAMES)('about whom policies reach: %s', async (type) => {
    const audiences = await workers.run('policyAudiences', { engine: ENGINE, type })
    expect(audiences).toEqual(listAudiences(directory, type))
    for (const { policyId } of audiences.slice(0, 2))
      expect(await workers.run('policyAudiences', { engine: ENGINE, type, policyId })).toEqual(
        audiences.filter((each) => each.policyId === policyId),
      )
  })

  it('about drafts', async () => {
    const signal = new AbortController().signal
    const expressions = [null, { condition: 'user.profile.department == "Engineering"' }]
    for (const policy of directory.snapshot.set.policies)
      for (const elCondition of expressions) {
        const draft = { policyId: policy.id, people: policy.conditions?.people ?? null, elCondition }
        const here = await store.consistentRead((read) => countDraft({ directory, read, now: 0, signal }, draft))
        expect(await workers.run('draftAudience', { engine: ENGINE, now: 0, ...draft })).toEqual(here)
      }
    expect(await workers.run('draftAudience', { engine: ENGINE, now: 0, policyId: '00pNONE' })).toBeNull()
  })

  it('about findings', async () => {
    const findings = listPolicyFindings(directory, rememberingProofs())
    expect(await workers.run('findings', { engine: ENGINE })).toEqual(findings)
    const named = findings.map(({ kind, ruleName }) => `${kind} ${String(ruleName)}`)
    expect(named).toContain('exemption Second factor exempt (until March)')
    expect(named).toContain('one-factor-for-all Catch-all Rule')
    expect(named).toContain('contradictory-rule Crew visiting a warehouse')
  })

  it('about counts of the log', async () => {
    const facets = { ...ALL, filter: 'outcome.result eq "FAILURE"', values: 5 }
    expect(await workers.run('facets', facets)).toEqual(await searching((searcher) => tallyFacets(searcher, facets)))
    const histogram = { ...ALL, origin: ALL.since, stepMs: 86_400_000 * 365, buckets: 101, q: ['session'] }
    expect(await workers.run('histogram', histogram)).toEqual(
      await searching((searcher) => tallyHistogram(searcher, histogram)),
    )
  })

  it('about the log’s chain', async () => {
    const report = await workers.run('verifyLog', { sealRecord: sealRecordBeside(store.file) })
    expect(report).toEqual(await verifyLogFile(store.file, {}))
    expect(report.checked).toBeGreaterThan(0)
  })
})

describe('whom conditions admit', () => {
  /** Conditions on people that are in the directory, and on some that are not. */
  const someConditions = () => {
    const { people } = directory
    const some = <T>(values: readonly T[], maxLength: number) =>
      fc.uniqueArray(fc.constantFrom(...values), { maxLength })
    const groups = some([...directory.members.keys(), 'gone'], 3)
    const users = some([...people.slice(0, 20).map(({ id }) => id), 'gone'], 3)
    const types = some([...new Set(people.map(({ userTypeId }) => userTypeId))], 2)
    const lists = <T>(each: fc.Arbitrary<T>) => fc.record({ include: each, exclude: each })
    return fc.record(
      { people: fc.record({ groups: lists(groups), users: lists(users) }), userType: lists(types) },
      { requiredKeys: [] },
    )
  }

  it('is found among the members of the groups that they include', () => {
    const { people, snapshot } = directory
    fc.assert(
      fc.property(someConditions(), (each) => {
        const admits = compileAudience(each, snapshot.set.everyoneGroupId)
        const byName = new Set(admittedBy(directory, each))
        expect(people.filter((person) => byName.has(person))).toEqual(people.filter(admits))
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('is anyone at all exactly where one person meets all conditions', () => {
    const { people, snapshot } = directory
    fc.assert(
      fc.property(fc.array(someConditions(), { minLength: 1, maxLength: 3 }), (all) => {
        const admits = all.map((each) => compileAudience(each, snapshot.set.everyoneGroupId))
        expect(admitsAnyone(directory, all)).toBe(people.some((person) => admits.every((admit) => admit(person))))
      }),
      { numRuns: runs(0.5) },
    )
  })
})
