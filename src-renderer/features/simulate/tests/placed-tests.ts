import type { PolicyTest, PolicyTestResult } from '#contract/gatehouse/policy-test.ts'

/** A test with its result. */
export interface PlacedTest {
  test: PolicyTest
  result: PolicyTestResult
}

/** Tests with their results, those that failed first; one that was made or deleted between both readings is left out. */
export function placedTests(tests: readonly PolicyTest[], results: readonly PolicyTestResult[]): PlacedTest[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  const placed = tests.flatMap((test) => {
    const result = byId.get(test.id)
    return result ? [{ test, result }] : []
  })
  return placed.toSorted((a, b) => Number(a.result.passed) - Number(b.result.passed))
}
