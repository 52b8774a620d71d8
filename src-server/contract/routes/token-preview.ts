import { z } from 'zod'
import { tokenPreviewSchema } from '../gatehouse/token-preview.ts'
import { repeatableSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

/** What tokens of an authorization server would say (Gatehouse's own). */
export const tokenPreviewRoutes = {
  previewTokens: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.authorizationServers.read',
    permissions: ['svc.authorizationServers.read', 'svc.apps.read', 'svc.users.read'],
    method: 'GET',
    path: '/gatehouse/v1/authorizationServers/{authServerId}/token-preview',
    summary: 'Preview the claims of tokens for a client',
    description:
      'The claims of an access token and of an ID token, with those that they would be without and why. Policies are not asked: the scopes are taken as granted.',
    params: z.object({ authServerId: idSchema }),
    query: z.object({
      appId: idSchema,
      userId: idSchema.optional().meta({ description: 'Absent: the client acts for itself' }),
      scope: repeatableSchema(z.string().min(1).max(LIMITS.nameLength)).meta({ description: 'Granted; repeatable' }),
    }),
    responses: { 200: tokenPreviewSchema },
  }),
}
