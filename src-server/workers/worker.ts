import type { Tasks } from './protocol.ts'
import { serveTasks, type Task } from './serve-tasks.ts'

const audience = () => import('./tasks/audience.ts')
const groupRules = () => import('./tasks/group-rules.ts')
const countEvents = () => import('./tasks/count-events.ts')

/**
 * A task whose code is loaded when it is first asked for. WHY: a thread ends after a pause and mostly has one kind of task, while the
 * code of all of them takes longer to load than most tasks take.
 */
function loadedLate<Name extends keyof Tasks>(
  name: Name,
  load: () => Promise<{ readonly [Key in Name]: Task<Tasks[Key]> }>,
): Task<Tasks[Name]> {
  return async (input, context) => (await load())[name](input, context)
}

// A worker thread of the service begins here.
serveTasks<Tasks>({
  policyAudiences: loadedLate('policyAudiences', audience),
  draftAudience: loadedLate('draftAudience', audience),
  findings: loadedLate('findings', audience),
  ruleDraftFindings: loadedLate('ruleDraftFindings', audience),
  changeImpact: loadedLate('changeImpact', () => import('./tasks/change-impact.ts')),
  stepImpacts: loadedLate('stepImpacts', () => import('./tasks/change-impact.ts')),
  checkInvariants: loadedLate('checkInvariants', () => import('./tasks/invariants.ts')),
  invariantImpact: loadedLate('invariantImpact', () => import('./tasks/invariants.ts')),
  invariantRepairs: loadedLate('invariantRepairs', () => import('./tasks/invariants.ts')),
  signInMatrix: loadedLate('signInMatrix', () => import('./tasks/sign-in-matrix.ts')),
  ruledPeople: loadedLate('ruledPeople', groupRules),
  groupRulePreview: loadedLate('groupRulePreview', groupRules),
  groupRulesPreview: loadedLate('groupRulesPreview', groupRules),
  groupRuleFacts: loadedLate('groupRuleFacts', groupRules),
  accessLoss: loadedLate('accessLoss', () => import('./tasks/access-loss.ts')),
  importImpact: loadedLate('importImpact', () => import('./tasks/import-impact.ts')),
  routedPeople: loadedLate('routedPeople', () => import('./tasks/routed-people.ts')),
  facets: loadedLate('facets', countEvents),
  histogram: loadedLate('histogram', countEvents),
  openApiDocument: loadedLate('openApiDocument', () => import('./tasks/openapi-document.ts')),
  passwords: loadedLate('passwords', () => import('./tasks/passwords.ts')),
  unusedValues: loadedLate('unusedValues', () => import('./tasks/unused-values.ts')),
  verifyLog: loadedLate('verifyLog', () => import('./tasks/verify-log.ts')),
})
