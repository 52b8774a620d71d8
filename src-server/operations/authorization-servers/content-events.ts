import type { LogTarget } from '#contract/log/log-event.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import type { ServerClaimRecord, ServerScopeRecord } from '#db/tables/token-contents.ts'

type Server = Pick<AuthorizationServerRecord, 'id' | 'name'>
interface Contents {
  scope: ServerScopeRecord
  claim: ServerClaimRecord
}
type What = keyof Contents

const KINDS = { scope: 'serverScope', claim: 'serverClaim' } as const

/** What the audit log shows of each, by the names of the wire. */
const VIEWS: { readonly [W in What]: (content: Contents[W]) => object } = {
  scope: ({ name, displayName, description, metadataPublish, consent, isOptional, isDefault }) => ({
    ...{ name, displayName, description, metadataPublish, consent },
    ...{ optional: isOptional, default: isDefault },
  }),
  claim: ({ name, status, claimType, valueType, value, groupFilterType, scopes, alwaysIncludeInToken }) => ({
    ...{ name, status, claimType, valueType, value, group_filter_type: groupFilterType },
    ...{ conditions: { scopes }, alwaysIncludeInToken },
  }),
}

/** The targets of what is done to a scope or a claim: the server that has it, and itself. */
export const targetsOf = (
  what: What,
  server: Server,
  content: { id: string; name: string },
  details?: LogTarget['changeDetails'],
): LogTarget[] => [targetOf('authorizationServer', server), targetOf(KINDS[what], content, details)]

/** Notes what a change of a scope or a claim did. */
export function recordUpdate<W extends What>(
  tx: Tx,
  what: W,
  server: Server,
  before: Contents[W],
  after: Contents[W],
): void {
  const details = changeDetails(VIEWS[what](before), VIEWS[what](after))
  tx.record({ type: `oauth2.${what}.updated`, targets: targetsOf(what, server, after, details) })
}

/** Notes that a scope or a claim is gone, with all that it said. */
export function recordDeletion<W extends What>(tx: Tx, what: W, server: Server, content: Contents[W]): void {
  const details = changeDetails(VIEWS[what](content), {})
  tx.record({ type: `oauth2.${what}.deleted`, targets: targetsOf(what, server, content, details) })
}
