/** Made by the build from the table of routes: scripts/packaging/client-routes.ts. */
declare module 'virtual:client-routes' {
  import type { ClientRoute } from '#contract/interface/client-route.ts'
  import type { OperationId } from '#contract/routes/index.ts'

  export const CLIENT_ROUTES: Readonly<Record<OperationId, ClientRoute>>
}
