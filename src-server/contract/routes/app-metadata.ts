import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const tag = 'Applications'

/** What services are told about people who sign in to them (spec/5 §8.5). */
export const appMetadataRoutes = {
  getAppSamlMetadata: defineRoute({
    tag,
    scope: 'svc.apps.read',
    method: 'GET',
    path: '/api/v1/apps/{appId}/sso/saml/metadata',
    summary: 'Read the SAML metadata of an application',
    description:
      'Signed by the key that it is about: the one that signs for the application, or the one of `kid`. Of SAML 1.1 where the application speaks that, also by the tokens of WS-Federation. E0000024 for an application without SAML. It is `application/xml` for a request that accepts that, else `text/xml`.',
    params: z.object({ appId: idSchema }),
    query: z.object({
      kid: z.string().min(1).max(255).optional().meta({ description: 'Name of a key of the application' }),
    }),
    responses: { 200: media('text/xml', 'application/xml') },
    errors: ['E0000019', 'E0000024'],
  }),
  getWsFederationMetadata: defineRoute({
    tag,
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/app/{appName}/{externalKey}/sso/wsfed/metadata',
    summary: 'Read the WS-Federation metadata of an application',
    params: z.object({ appName: idSchema, externalKey: idSchema }),
    responses: { 200: media('application/xml') },
    errors: ['E0000019', 'E0000024'],
  }),
  showSetupInstructions: defineRoute({
    tag,
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/app/{appName}/{appId}/setup/help/{signOnMode}/instructions',
    summary: 'Show how a service is set up to sign people in from here',
    params: z.object({ appName: idSchema, appId: idSchema, signOnMode: idSchema }),
    responses: { 200: media('text/html') },
  }),
}
