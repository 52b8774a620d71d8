import { z } from 'zod'
import { appPreviewSchema } from '../gatehouse/app-preview.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

/** What an application would be told of a person (Gatehouse's own). */
export const appPreviewRoutes = {
  previewApp: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.apps.read',
    method: 'GET',
    path: '/gatehouse/v1/apps/{appId}/preview/{userId}',
    summary: 'Preview what an application would be told of a person',
    description:
      'The name they have there, and for SAML 2.0 the assertion, for OpenID Connect the claims, with what is missing and why. Nothing is signed in, and nothing is signed.',
    params: z.object({ appId: idSchema, userId: idSchema }),
    responses: { 200: appPreviewSchema },
  }),
}
