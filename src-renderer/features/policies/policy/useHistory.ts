import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { usePages } from '#ui/composables/usePages.ts'

const PAGE = 100
const DAY_MS = 86_400_000

/** The filter for changes to a policy and its rules; sign-ins that it decided are not changes. */
export function historyFilter(policyId: string): string {
  return `target.id eq ${JSON.stringify(policyId)} and eventType co "policy." and not (eventType sw "policy.evaluate")`
}

/** The changes to a policy as far back as the log can be asked, newest first, page by page. */
export function useHistory(policyId: string) {
  // A day less than the service allows: it measures at its own now.
  const reachMs = (LIMITS.logReachDays - 1) * DAY_MS
  return usePages((after, signal) => {
    const now = Date.now()
    const from = after ? { after } : { since: new Date(now - reachMs).toISOString() }
    const query = { ...from, sortOrder: 'DESCENDING' as const, limit: PAGE, filter: historyFilter(policyId) }
    return api.page('listLogEvents', { query, signal })
  })
}
