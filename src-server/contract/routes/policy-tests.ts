import {
  policyTestRunRequestSchema,
  policyTestRunSchema,
  policyTestSchema,
  policyTestWriteSchema,
} from '../gatehouse/policy-test.ts'
import { collection } from '../interface/collection.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const tests = collection('policyTest', {
  tag: 'Gatehouse',
  noun: 'a policy test',
  read: policyTestSchema,
  write: policyTestWriteSchema,
  created: 200,
})

/** Sign-ins with what they have to come to. */
export const policyTestRoutes = {
  listPolicyTests: defineRoute({
    ...tests.list,
    summary: 'List the policy tests, by name',
    description: 'Each is a sign-in, and what the policies have to make of it.',
  }),
  createPolicyTest: defineRoute({
    ...tests.create,
    description: `A workspace has at most ${LIMITS.policyTests}.`,
  }),
  replacePolicyTest: defineRoute(tests.replace),
  deletePolicyTest: defineRoute(tests.remove),
  runPolicyTests: defineRoute({
    ...tests.reading,
    method: 'POST',
    path: '/gatehouse/v1/policy-tests/run',
    summary: 'Run policy tests',
    description:
      'Simulates the sign-in of each with the policies as they are now, says what came otherwise than expected and why, and which active rules and conditions no test tries. Changes nothing.',
    body: policyTestRunRequestSchema,
    responses: { 200: policyTestRunSchema },
    errors: ['E0000007'],
  }),
}
