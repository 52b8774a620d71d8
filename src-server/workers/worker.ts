import type { Tasks } from './protocol.ts'
import { serveTasks } from './serve-tasks.ts'
import { accessLoss } from './tasks/access-loss.ts'
import { countHistogram, listFacets } from './tasks/count-events.ts'
import { draftAudience, findings, policyAudiences } from './tasks/audience.ts'
import { changeImpact } from './tasks/change-impact.ts'
import { groupRuleFacts, groupRulePreview, groupRulesPreview, ruledPeople } from './tasks/group-rules.ts'
import { importImpact } from './tasks/import-impact.ts'
import { openApiDocument } from './tasks/openapi-document.ts'
import { passwords } from './tasks/passwords.ts'
import { signInMatrix } from './tasks/sign-in-matrix.ts'
import { routedPeople } from './tasks/routed-people.ts'
import { unusedValues } from './tasks/unused-values.ts'
import { verifyLog } from './tasks/verify-log.ts'

// A worker thread of the service begins here.
serveTasks<Tasks>({
  policyAudiences,
  draftAudience,
  findings,
  changeImpact,
  signInMatrix,
  ruledPeople,
  groupRulePreview,
  groupRulesPreview,
  groupRuleFacts,
  accessLoss,
  importImpact,
  routedPeople,
  facets: listFacets,
  histogram: countHistogram,
  openApiDocument,
  passwords,
  unusedValues,
  verifyLog,
})
