import { z } from 'zod'
import { appGrantSchema, appGrantWriteSchema } from '../apps/app-grant.ts'
import { refreshTokenSchema, tokenExpansion, tokenListQuery } from '../apps/refresh-token.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF, rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const GRANTS = `${KINDS.app.path}/{appId}/grants`
const TOKENS = `${KINDS.app.path}/{appId}/tokens`
const tag = 'Application access'
const readGrants = { tag, scope: 'svc.appGrants.read' } as const
const manageGrants = { tag, scope: 'svc.appGrants.manage', subject: KINDS.appGrant.errorKind } as const
const readTokens = { tag, scope: 'svc.apps.read' } as const
const manageTokens = { tag, scope: 'svc.apps.manage' } as const
const ofApp = z.object({ appId: idSchema })
const ofGrant = z.object({ appId: idSchema, grantId: idSchema })
const ofToken = z.object({ appId: idSchema, tokenId: idSchema })
const expand = z.object({
  expand: z.enum(['scope']).optional().meta({ description: '`scope` embeds the scope that is granted' }),
})

/** What clients may ask the interface for, and the tokens that they hold (spec/4 §2.3, spec/5 §8.7). */
export const appAccessRoutes = {
  listAppGrants: defineRoute({
    ...readGrants,
    method: 'GET',
    path: GRANTS,
    summary: 'List the scopes that are granted to a client, the oldest first',
    links: NO_SELF,
    params: ofApp,
    query: expand,
    responses: { 200: z.array(appGrantSchema) },
  }),
  grantScope: defineRoute({
    ...manageGrants,
    method: 'POST',
    path: GRANTS,
    summary: 'Grant a scope of the interface to a client',
    description: 'A scope that is granted already is answered with the grant that is there.',
    params: ofApp,
    body: appGrantWriteSchema,
    responses: { 200: appGrantSchema },
  }),
  getAppGrant: defineRoute({
    ...readGrants,
    method: 'GET',
    path: `${GRANTS}/{grantId}`,
    summary: 'Read a grant of a client',
    params: ofGrant,
    query: expand,
    responses: { 200: appGrantSchema },
  }),
  revokeAppGrant: defineRoute({
    ...manageGrants,
    method: 'DELETE',
    path: `${GRANTS}/{grantId}`,
    summary: 'Revoke a grant of a client',
    params: ofGrant,
    responses: { 204: null },
  }),
  listAppTokens: defineRoute({
    ...readTokens,
    method: 'GET',
    path: TOKENS,
    summary: 'List the refresh tokens of a client',
    links: rebuilt(LIMITS.page.appTokens),
    params: ofApp,
    query: tokenListQuery,
    responses: { 200: z.array(refreshTokenSchema) },
  }),
  revokeAppTokens: defineRoute({
    ...manageTokens,
    method: 'DELETE',
    path: TOKENS,
    summary: 'Revoke all refresh tokens of a client',
    description: 'The access tokens that people have given it end, too.',
    params: ofApp,
    responses: { 204: null },
  }),
  getAppToken: defineRoute({
    ...readTokens,
    method: 'GET',
    path: `${TOKENS}/{tokenId}`,
    summary: 'Read a refresh token of a client',
    params: ofToken,
    query: tokenExpansion,
    responses: { 200: refreshTokenSchema },
  }),
  revokeAppToken: defineRoute({
    ...manageTokens,
    method: 'DELETE',
    path: `${TOKENS}/{tokenId}`,
    summary: 'Revoke a refresh token of a client',
    description: 'The access tokens that came of it end, too.',
    params: ofToken,
    responses: { 204: null },
  }),
}
