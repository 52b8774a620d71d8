import type { ServerClaim } from '#contract/access/server-claim.ts'
import type { ServerScope } from '#contract/access/server-scope.ts'
import { GROUP_FILTER_LABELS } from '#ui/domain/oauth-labels.ts'

/** What gives a claim its value, in one line. */
export function claimSource({ valueType, value, group_filter_type: filter }: ServerClaim): string {
  return valueType === 'GROUPS' && filter ? `Groups whose names ${GROUP_FILTER_LABELS[filter]} ${value}` : value
}

/** When a token holds a claim; empty where it always does. */
export function claimCondition({ conditions: { scopes } }: ServerClaim): string {
  return scopes.length ? `Only with ${scopes.join(' or ')}` : ''
}

/** The scopes that a claim goes on to name though the server no longer has them. */
export function goneScopes({ conditions }: ServerClaim, scopes: readonly ServerScope[]): string[] {
  return conditions.scopes.filter((name) => !scopes.some((scope) => scope.name === name))
}
