import type { ExpectedVerdict, PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import type { Service } from '../service/service.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { namerOf } from './references.ts'

/**
 * Tests with names in place of ids, so that they fit another organization. What several have the name of, or no longer exists, stays as it is.
 */
export async function portableTests<Test extends PolicyTestWrite>(
  service: Service,
  tests: readonly Test[],
): Promise<Test[]> {
  const snapshot = await service.snapshot()
  const withNames = namerOf({ reader: service.reader, snapshot })
  const portable: Test[] = []
  for (const test of tests) {
    const verdicts = test.expect.verdicts.map((verdict) => named(snapshot, verdict))
    portable.push({ ...test, request: await withNames(test.request), expect: { ...test.expect, verdicts } })
  }
  return portable
}

function named(snapshot: Snapshot, verdict: ExpectedVerdict): ExpectedVerdict {
  const policies = snapshot.byType.get(verdict.policyType) ?? []
  const policy = policies.find(({ id }) => id === verdict.policy)
  const rules = (policy ? [policy] : policies).flatMap((one) => one.rules)
  return {
    ...verdict,
    ...(verdict.policy !== undefined && { policy: nameIn(policies, verdict.policy) }),
    ...(verdict.rule !== undefined && { rule: nameIn(rules, verdict.rule) }),
  }
}

/** The name of the one with an id, unless another has it as well. */
function nameIn(all: readonly { id: string; name: string }[], id: string): string {
  const name = all.find((one) => one.id === id)?.name
  return name !== undefined && all.filter((one) => one.name === name).length === 1 ? name : id
}
