import type { policyTestRoutes } from '#contract/routes/policy-tests.ts'
import {
  createPolicyTest,
  deletePolicyTest,
  listPolicyTests,
  replacePolicyTest,
  requirePolicyTest,
} from '#operations/policy-tests/policy-tests.ts'
import { runStoredTests } from '#operations/policy-tests/run-policy-tests.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'

const tests = collectionHandlers({
  param: 'policyTestId',
  list: async ({ reader }, _query: object) => ({ items: await listPolicyTests(reader), next: null }),
  require: requirePolicyTest,
  create: createPolicyTest,
  replace: replacePolicyTest,
  remove: deletePolicyTest,
  present: (test) => test,
})

export const policyTestHandlers: HandlerTable<typeof policyTestRoutes> = {
  listPolicyTests: tests.listWhole,
  createPolicyTest: tests.create,
  replacePolicyTest: tests.replace,
  deletePolicyTest: tests.remove,
  runPolicyTests: async ({ service, body }) => ({ body: await runStoredTests(service, body.ids) }),
}
