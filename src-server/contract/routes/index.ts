import type { Route } from '../interface/route.ts'
import { accessLossRoutes } from './access-losses.ts'
import { rateLimitRoutes } from './rate-limits.ts'
import { faultRoutes } from './faults.ts'
import { vocabularyRoutes } from './vocabulary.ts'
import { signInRoutes } from './sign-in.ts'
import { administratorRoutes } from './administrators.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { appAccessRoutes } from './app-access.ts'
import { appPreviewRoutes } from './app-preview.ts'
import { appKeyRoutes } from './app-keys.ts'
import { appMetadataRoutes } from './app-metadata.ts'
import { appRoutes } from './apps.ts'
import { authorizationServerRoutes } from './authorization-servers.ts'
import { associatedServerRoutes } from './associated-servers.ts'
import { backupRoutes } from './backups.ts'
import { clientCredentialRoutes } from './client-credentials.ts'
import { clientOverviewRoutes } from './client-overviews.ts'
import { clientTokenRoutes } from './client-tokens.ts'
import { changeReviewRoutes } from './change-reviews.ts'
import { connectionRoutes } from './connections.ts'
import { syncPlanRoutes } from './sync-plans.ts'
import { draftRoutes } from './drafts.ts'
import { publicationRoutes } from './publications.ts'
import { directoryImportRoutes } from './directory-imports.ts'
import { peopleChangeRoutes } from './people-changes.ts'
import { peopleSearchRoutes } from './people-searches.ts'
import { directoryRoutes } from './directory.ts'
import { documentationRoutes } from './documentation.ts'
import { eventHookRoutes } from './event-hooks.ts'
import { groupOwnerRoutes } from './group-owners.ts'
import { groupRuleRoutes } from './group-rules.ts'
import { hookReceiverRoutes } from './hook-receiver.ts'
import { jobRoutes } from './jobs.ts'
import { logBrowseRoutes } from './log-browse.ts'
import { logDownloadRoutes } from './log-downloads.ts'
import { logProofRoutes } from './log-proof.ts'
import { logTransferRoutes } from './log-transfer.ts'
import { logRoutes } from './logs.ts'
import { logoRoutes } from './logos.ts'
import { personRoutes } from './person.ts'
import { personViewRoutes } from './person-view.ts'
import { oauthRoutes } from './oauth.ts'
import { organizationRoutes } from './organization.ts'
import { policyRoutes } from './policies.ts'
import { policyTestRoutes } from './policy-tests.ts'
import { invariantRoutes } from './invariants.ts'
import { identityProviderKeyRoutes } from './identity-provider-keys.ts'
import { identityProviderUserRoutes } from './identity-provider-users.ts'
import { policyResourceRoutes } from './policy-resources.ts'
import { registeredClientRoutes } from './registered-clients.ts'
import { routingRoutes } from './routing.ts'
import { schemaRoutes } from './schemas.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './sessions.ts'
import { serverKeyRoutes } from './server-keys.ts'
import { tokenContentRoutes } from './token-contents.ts'
import { tokenPreviewRoutes } from './token-preview.ts'
import { userGrantRoutes } from './user-grants.ts'
import { versionRoutes } from './versions.ts'
import { wellKnownRoutes } from './well-known.ts'
import { workspaceRoutes } from './workspace.ts'
import { zoneRoutes } from './zones.ts'

/** The whole interface: operation id → route. */
export const ROUTES = {
  ...policyRoutes,
  ...policyTestRoutes,
  ...invariantRoutes,
  ...directoryRoutes,
  ...directoryImportRoutes,
  ...peopleChangeRoutes,
  ...peopleSearchRoutes,
  ...personRoutes,
  ...personViewRoutes,
  ...sessionRoutes,
  ...userGrantRoutes,
  ...clientTokenRoutes,
  ...clientOverviewRoutes,
  ...registeredClientRoutes,
  ...schemaRoutes,
  ...groupOwnerRoutes,
  ...groupRuleRoutes,
  ...appRoutes,
  ...appAccessRoutes,
  ...accessLossRoutes,
  ...appPreviewRoutes,
  ...appKeyRoutes,
  ...appMetadataRoutes,
  ...clientCredentialRoutes,
  ...apiTokenRoutes,
  ...administratorRoutes,
  ...rateLimitRoutes,
  ...faultRoutes,
  ...vocabularyRoutes,
  ...signInRoutes,
  ...authorizationServerRoutes,
  ...associatedServerRoutes,
  ...serverKeyRoutes,
  ...tokenContentRoutes,
  ...tokenPreviewRoutes,
  ...zoneRoutes,
  ...oauthRoutes,
  ...policyResourceRoutes,
  ...identityProviderKeyRoutes,
  ...identityProviderUserRoutes,
  ...logRoutes,
  ...logBrowseRoutes,
  ...logProofRoutes,
  ...logTransferRoutes,
  ...logDownloadRoutes,
  ...eventHookRoutes,
  ...hookReceiverRoutes,
  ...jobRoutes,
  ...searchRoutes,
  ...changeReviewRoutes,
  ...versionRoutes,
  ...organizationRoutes,
  ...connectionRoutes,
  ...draftRoutes,
  ...publicationRoutes,
  ...syncPlanRoutes,
  ...workspaceRoutes,
  ...routingRoutes,
  ...backupRoutes,
  ...wellKnownRoutes,
  ...documentationRoutes,
  ...logoRoutes,
} as const

export type Routes = typeof ROUTES
export type OperationId = keyof Routes

/** The table as a list, for code that iterates it. */
export const ROUTE_LIST: readonly { id: OperationId; route: Route }[] = Object.entries(ROUTES).map(([id, route]) => ({
  id: id as OperationId,
  route: route as unknown as Route,
}))
