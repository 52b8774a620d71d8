import type { oauthRoutes } from '#contract/routes/oauth.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Handler } from './reply.ts'
import { accessLossHandlers } from './resources/apps/access-loss.ts'
import { appAccessHandlers } from './resources/apps/access-handlers.ts'
import { clientOverviewHandlers } from './resources/apps/client-overviews.ts'
import { clientTokenHandlers } from './resources/apps/client-tokens.ts'
import { clientCredentialHandlers } from './resources/apps/credential-handlers.ts'
import { appHandlers } from './resources/apps/handlers.ts'
import { appPreviewHandlers } from './resources/apps/preview.ts'
import { appMetadataHandlers } from './resources/federation/handlers.ts'
import { appKeyHandlers } from './resources/apps/key-handlers.ts'
import { authorizationServerHandlers } from './resources/authorization-servers/handlers.ts'
import { associatedServerHandlers } from './resources/authorization-servers/associated-servers.ts'
import { serverKeyHandlers } from './resources/authorization-servers/key-handlers.ts'
import { tokenContentHandlers } from './resources/authorization-servers/token-contents.ts'
import { tokenPreviewHandlers } from './resources/authorization-servers/token-preview.ts'
import { backupHandlers } from './resources/backups/handlers.ts'
import { changeReviewHandlers } from './resources/change-reviews/handlers.ts'
import { connectionHandlers } from './resources/connections/handlers.ts'
import { syncPlanHandlers } from './resources/connections/sync-plans.ts'
import { directoryImportHandlers } from './resources/directory-imports/handlers.ts'
import { peopleChangeHandlers } from './resources/people-changes/handlers.ts'
import { peopleSearchHandlers } from './resources/people-searches/handlers.ts'
import { draftHandlers } from './resources/drafts/handlers.ts'
import { publicationHandlers } from './resources/drafts/publications.ts'
import { directoryHandlers } from './resources/directory/handlers.ts'
import { personHandlers } from './resources/directory/person-handlers.ts'
import { userGrantHandlers } from './resources/directory/user-grants.ts'
import { personViewHandlers } from './resources/directory/person-view.ts'
import { groupOwnerHandlers } from './resources/directory/group-owners.ts'
import { groupRuleHandlers } from './resources/directory/group-rules.ts'
import { documentationHandlers } from './resources/documentation/handlers.ts'
import { eventHookHandlers } from './resources/event-hooks/handlers.ts'
import { hookReceiverHandlers } from './resources/event-hooks/receiver.ts'
import { jobHandlers } from './resources/jobs/handlers.ts'
import { logBrowseHandlers } from './resources/log-browse/handlers.ts'
import { logProofHandlers } from './resources/log-proof/handlers.ts'
import { logHandlers } from './resources/logs/handlers.ts'
import { logDownloadHandlers } from './resources/log-transfer/downloads.ts'
import { logTransferHandlers } from './resources/log-transfer/handlers.ts'
import { logoHandlers } from './resources/logos/handlers.ts'
import { organizationHandlers } from './resources/organization/handlers.ts'
import { policyHandlers } from './resources/policies/handlers.ts'
import { identityProviderKeyHandlers } from './resources/policy-resources/key-handlers.ts'
import { identityProviderUserHandlers } from './resources/policy-resources/provider-user-handlers.ts'
import { policyTestHandlers } from './resources/policy-tests/handlers.ts'
import { invariantHandlers } from './resources/invariants/handlers.ts'
import { policyResourceHandlers } from './resources/policy-resources/handlers.ts'
import { registeredClientHandlers } from './resources/registered-clients/handlers.ts'
import { routingHandlers } from './resources/routing/handlers.ts'
import { schemaHandlers } from './resources/schemas/handlers.ts'
import { searchHandlers } from './resources/search/handlers.ts'
import { sessionHandlers } from './resources/sessions/handlers.ts'
import { versionHandlers } from './resources/versions/handlers.ts'
import { wellKnownHandlers } from './resources/well-known/handlers.ts'
import { workspaceHandlers } from './resources/workspace/handlers.ts'
import { rateLimitHandlers } from './resources/rate-limits/handlers.ts'
import { faultHandlers } from './resources/faults/handlers.ts'
import { vocabularyHandlers } from './resources/vocabulary/handlers.ts'
import { signInHandlers } from './resources/sign-in/handlers.ts'
import { zoneHandlers } from './resources/zones/handlers.ts'
import { administratorHandlers } from './resources/roles/handlers.ts'
import { apiTokenHandlers } from './resources/api-tokens/handlers.ts'

const TABLE = {
  ...policyHandlers,
  ...policyTestHandlers,
  ...invariantHandlers,
  ...directoryHandlers,
  ...directoryImportHandlers,
  ...peopleChangeHandlers,
  ...peopleSearchHandlers,
  ...personHandlers,
  ...personViewHandlers,
  ...sessionHandlers,
  ...userGrantHandlers,
  ...clientTokenHandlers,
  ...clientOverviewHandlers,
  ...registeredClientHandlers,
  ...schemaHandlers,
  ...groupOwnerHandlers,
  ...groupRuleHandlers,
  ...appHandlers,
  ...appAccessHandlers,
  ...accessLossHandlers,
  ...appPreviewHandlers,
  ...appKeyHandlers,
  ...appMetadataHandlers,
  ...clientCredentialHandlers,
  ...authorizationServerHandlers,
  ...associatedServerHandlers,
  ...serverKeyHandlers,
  ...tokenContentHandlers,
  ...tokenPreviewHandlers,
  ...zoneHandlers,
  ...rateLimitHandlers,
  ...faultHandlers,
  ...vocabularyHandlers,
  ...signInHandlers,
  ...apiTokenHandlers,
  ...administratorHandlers,
  ...policyResourceHandlers,
  ...identityProviderKeyHandlers,
  ...identityProviderUserHandlers,
  ...logHandlers,
  ...logTransferHandlers,
  ...logDownloadHandlers,
  ...logProofHandlers,
  ...logBrowseHandlers,
  ...eventHookHandlers,
  ...hookReceiverHandlers,
  ...jobHandlers,
  ...searchHandlers,
  ...changeReviewHandlers,
  ...versionHandlers,
  ...organizationHandlers,
  ...connectionHandlers,
  ...draftHandlers,
  ...publicationHandlers,
  ...syncPlanHandlers,
  ...workspaceHandlers,
  ...routingHandlers,
  ...backupHandlers,
  ...wellKnownHandlers,
  ...documentationHandlers,
  ...logoHandlers,
} satisfies Record<Exclude<OperationId, keyof typeof oauthRoutes>, unknown>

/** The handler of an operation, unless OAuth clients call it; the guard has made sure that input and route belong together. */
export function handlerOf(id: OperationId): Handler<Route> {
  return (TABLE as Partial<Record<OperationId, unknown>>)[id] as Handler<Route>
}
