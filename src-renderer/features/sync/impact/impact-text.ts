import type { ComparisonReview } from '#contract/gatehouse/comparison-review.ts'
import type { ApiError } from '#ui/api/api-error.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Why a comparison can no longer be reviewed, so that another one helps; null for any other failure. */
export function staleText(error: ApiError | null): string | null {
  const cause = error?.causes.find(({ location }) => location === 'connectionId')
  return cause ? `${capital(cause.summary)}.` : null
}

/** What the effects of each side are called. @param from what they are compared with; absent: not known yet */
export function sideTitles(remote: string, from?: ComparisonReview['from']): Record<'workspace' | 'remote', string> {
  return {
    workspace: 'By what was changed here',
    remote: from === 'workspace' ? `If it becomes as at ${remote}` : `By what was changed at ${remote}`,
  }
}
