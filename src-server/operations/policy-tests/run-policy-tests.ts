import { setImmediate } from 'node:timers/promises'
import type {
  PolicyTestExpectation,
  PolicyTestResult,
  PolicyTestRun,
  PolicyTestWrite,
} from '#contract/gatehouse/policy-test.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { POLICY_TYPE_NAMES, POLICY_TYPES, policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { policyTests } from '#db/tables/policy-tests.ts'
import { createCoverage, judge, type Called } from '#policy/index.ts'
import { refusalLines } from '#contract/interface/refusal-lines.ts'
import type { Service } from '../service/service.ts'
import { answerSignIn } from '../simulation/simulate.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { listPolicyTests } from './policy-tests.ts'
import { formerName, resolverOf, type Resolve } from './references.ts'

/** A test of the workspace, or a case of a file, which has no id. */
type Runnable = PolicyTestWrite & { id?: string }

/** Runs the tests of the workspace that are named, or all. @throws ApiError E0000007 */
export async function runStoredTests(service: Service, ids: readonly string[] | undefined): Promise<PolicyTestRun> {
  const all = await listPolicyTests(service.reader)
  const byId = new Map(all.map((test) => [test.id, test]))
  const named = ids && [...new Set(ids)].map((id) => byId.get(id) ?? policyTests.missing(id))
  return runPolicyTests(service, named ?? all)
}

interface Running {
  /** Told of each test that has run. */
  onProgress?: (done: number) => void
}

/** Holds what the sign-ins of tests come to, by the policies of one moment, against what is expected of them. Changes nothing. */
export async function runPolicyTests(
  service: Service,
  tests: readonly Runnable[],
  { onProgress }: Running = {},
): Promise<PolicyTestRun> {
  const snapshot = await service.snapshot()
  const compiled = snapshot.compiled()
  const types = POLICY_TYPE_NAMES.filter((type) => hasType(service, type))
  const coverage = createCoverage(compiled, types, snapshot.set.everyoneGroupId)
  const resolve = resolverOf({ reader: service.reader, snapshot })
  const results: PolicyTestResult[] = []
  for (const test of tests) {
    // WHY: with thousands of policies one test takes milliseconds; others are served in between.
    await setImmediate()
    results.push(await runOne({ service, snapshot, resolve, see: coverage.add }, test))
    onProgress?.(results.length)
  }
  const failed = results.filter(({ passed }) => !passed).length
  return {
    ...{ passed: results.length - failed, failed, results },
    coverage: coverage.report(LIMITS.uncoveredRules),
  }
}

const hasType = (service: Service, type: PolicyType) =>
  service.engine() === 'identity' || POLICY_TYPES[type].engine === 'both'

interface Parts {
  service: Service
  snapshot: Snapshot
  resolve: Resolve
  see: ReturnType<typeof createCoverage>['add']
}

async function runOne(parts: Parts, test: Runnable): Promise<PolicyTestResult> {
  const { id = null, name } = test
  let request: PolicyTestResult['request'] = null
  try {
    request = await parts.resolve(test.request)
    const judgement = await judgeOne(parts, request, test.expect)
    const passed = judgement.checks.every((check) => check.passed)
    return { id, name, passed, problem: null, ...judgement, request }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    return { id, name, passed: false, problem, checks: [], reasons: [], request, now: null }
  }
}

/** Why a sign-in cannot be simulated, where that is the fault of the test or of what was deleted. */
function problemOf(error: unknown): string | null {
  if (error instanceof ApiError) return refusalLines(error).join(' ')
  return error instanceof UserFacingError ? error.message : null
}

async function judgeOne(
  { service, snapshot, see }: Parts,
  request: PolicyTestWrite['request'],
  expect: PolicyTestExpectation,
) {
  const types = expect.verdicts.map((verdict) => verdict.policyType)
  const foreign = types.find((type) => !hasType(service, type))
  if (foreign !== undefined)
    throw new UserFacingError(`This organization has no policies of the type “${policyType(foreign).label}”.`)
  const deciding = { set: snapshot.set, compiled: snapshot.compiled() }
  const { evaluationOf, answer, decidedBy } = await answerSignIn(service, request, deciding)
  const tried = new Set([...types, ...(expect.answer === undefined ? [] : decidedBy)])
  for (const type of tried) see(evaluationOf(type))
  const former = await formerNames(service, snapshot, expect)
  const called = (type: PolicyType, field: 'policy' | 'rule', text: string) =>
    calledIn(snapshot, former, { type, field, text })
  return judge(expect, { answer, evaluationOf, nameOf: deciding.compiled.nameOf, called })
}

interface Naming {
  type: PolicyType
  field: 'policy' | 'rule'
  text: string
}

/** The policies or rules of a type, also those that are inactive. */
function namesakes(snapshot: Snapshot, { type, field, text }: Naming) {
  const policies = snapshot.byType.get(type) ?? []
  const all = field === 'policy' ? policies : policies.flatMap(({ rules }) => rules)
  return all.filter(({ id, name }) => id === text || name === text)
}

function calledIn(snapshot: Snapshot, former: ReadonlyMap<string, string>, naming: Naming): Called {
  const found = namesakes(snapshot, naming)
  const [first] = found
  if (!first) return { name: former.get(naming.text) ?? naming.text, problem: 'does not exist' }
  const isActive = found.some(({ status }) => status === 'ACTIVE')
  return { name: first.name, problem: isActive ? null : 'is inactive' }
}

/** The last names of policies and rules that an expectation names by ids, and that are gone. */
async function formerNames({ reader }: Service, snapshot: Snapshot, { verdicts }: PolicyTestExpectation) {
  const names = new Map<string, string>()
  for (const { policyType: type, ...expected } of verdicts)
    for (const field of ['policy', 'rule'] as const) {
      const text = expected[field]
      if (text === undefined || namesakes(snapshot, { type, field, text }).length > 0) continue
      const name = await formerName(reader, text)
      if (name !== null) names.set(text, name)
    }
  return names
}
