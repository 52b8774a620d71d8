import { z } from 'zod'
import {
  apiTokenCreateSchema,
  apiTokenDetailsSchema,
  apiTokenSchema,
  apiTokenWriteSchema,
  madeApiTokenSchema,
  TOKEN_WINDOW_DAYS,
} from '../access/api-token.ts'
import { collection } from '../interface/collection.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const tokens = collection('apiToken', {
  tag: 'API tokens',
  noun: 'an API token',
  read: apiTokenSchema,
  write: apiTokenWriteSchema,
  created: 200,
})

/** Every administrator has tokens of their own. */
const OWN = ['svc.orgs.read'] as const

const DETAILS = '/gatehouse/v1/api-tokens'

/**
 * API tokens (spec/4 §2.5, spec/5 §11). The public interface makes none, so making one is ours; so are the details that its pages
 * show.
 */
export const apiTokenRoutes = {
  listApiTokens: defineRoute({ ...tokens.list, links: NO_SELF, summary: 'List the API tokens, without their values' }),
  getApiToken: defineRoute(tokens.get),
  replaceApiToken: defineRoute({
    ...tokens.replace,
    description:
      'Its name and where it works from; without `network` that stays. A change that would refuse this very request is refused.',
  }),
  revokeApiToken: defineRoute({ ...tokens.remove, summary: 'Revoke an API token' }),
  revokeCurrentApiToken: defineRoute({
    ...tokens.managing,
    method: 'DELETE',
    permissions: OWN,
    path: '/api/v1/api-tokens/current',
    summary: 'Revoke the API token of this request',
    responses: { 204: null },
  }),

  listApiTokenDetails: defineRoute({
    ...tokens.reading,
    method: 'GET',
    path: DETAILS,
    summary: 'List the API tokens with whose they are and their last use',
    responses: { 200: z.array(apiTokenDetailsSchema) },
  }),
  getApiTokenDetails: defineRoute({
    ...tokens.reading,
    method: 'GET',
    path: `${DETAILS}/{apiTokenId}`,
    summary: 'Read an API token with whose it is and its last use',
    params: tokens.params,
    responses: { 200: apiTokenDetailsSchema },
  }),
  createApiToken: defineRoute({
    ...tokens.managing,
    method: 'POST',
    path: DETAILS,
    permissions: OWN,
    summary: 'Create an API token',
    description: `It has the rights of the person who asks for it, or, asked for by a super administrator, of the person whom the body names: their roles decide what it may do, at the time of each request. Its value is told in this reply alone. It ends ${TOKEN_WINDOW_DAYS} days after its last use. There can be ${LIMITS.apiTokens} at most.`,
    body: apiTokenCreateSchema,
    responses: { 200: madeApiTokenSchema },
  }),
}
