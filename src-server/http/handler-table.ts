import type { appRoutes } from '#contract/routes/apps.ts'
import type { authorizationServerRoutes } from '#contract/routes/authorization-servers.ts'
import type { directoryRoutes } from '#contract/routes/directory.ts'
import type { documentationRoutes } from '#contract/routes/documentation.ts'
import type { eventHookRoutes } from '#contract/routes/event-hooks.ts'
import type { hookReceiverRoutes } from '#contract/routes/hook-receiver.ts'
import type { jobRoutes } from '#contract/routes/jobs.ts'
import type { logBrowseRoutes } from '#contract/routes/log-browse.ts'
import type { logDownloadRoutes } from '#contract/routes/log-downloads.ts'
import type { logProofRoutes } from '#contract/routes/log-proof.ts'
import type { logTransferRoutes } from '#contract/routes/log-transfer.ts'
import type { logRoutes } from '#contract/routes/logs.ts'
import type { policyRoutes } from '#contract/routes/policies.ts'
import type { policyResourceRoutes } from '#contract/routes/policy-resources.ts'
import type { searchRoutes } from '#contract/routes/search.ts'
import type { workspaceRoutes } from '#contract/routes/workspace.ts'
import type { zoneRoutes } from '#contract/routes/zones.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Handler } from './reply.ts'

/** The areas of the route table. */
interface Areas {
  policies: typeof policyRoutes
  directory: typeof directoryRoutes
  apps: typeof appRoutes
  authorizationServers: typeof authorizationServerRoutes
  zones: typeof zoneRoutes
  policyResources: typeof policyResourceRoutes
  logs: typeof logRoutes
  logBrowse: typeof logBrowseRoutes
  logProof: typeof logProofRoutes
  logTransfer: typeof logTransferRoutes
  logDownloads: typeof logDownloadRoutes
  eventHooks: typeof eventHookRoutes
  hookReceiver: typeof hookReceiverRoutes
  jobs: typeof jobRoutes
  search: typeof searchRoutes
  workspace: typeof workspaceRoutes
  documentation: typeof documentationRoutes
}

/** One handler for every route of an area: a route without one does not compile. */
export type HandlerTable<Area extends keyof Areas> = {
  [Id in keyof Areas[Area]]: Areas[Area][Id] extends Route ? Handler<Areas[Area][Id]> : never
}
