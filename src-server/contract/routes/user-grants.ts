import { z } from 'zod'
import { userGrantSchema } from '../apps/user-grant.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { worded } from '../interface/translated.ts'
import { users } from './user-collection.ts'

const GRANTS = `${users.one}/grants` as const
const OF_CLIENT = `${users.one}/clients/{clientId}/grants` as const
const grantParams = users.params.extend({ grantId: idSchema })
const clientParams = users.params.extend({ clientId: idSchema })

const expand = { expand: z.enum(['scope']).optional().meta({ description: '`scope` embeds the scope' }) }
const list = {
  ...users.reading,
  method: 'GET',
  query: z.object({
    scopeId: worded(z.string().min(1).max(LIMITS.nameLength), 'scope')
      .optional()
      .meta({ description: 'Of the scope of this name alone' }),
    ...expand,
    limit: limitSchema(LIMITS.page.userGrants),
    after: cursorSchema,
  }),
  links: rebuilt(LIMITS.page.userGrants),
  responses: { 200: z.array(userGrantSchema) },
} as const
const revoke = { ...users.managing, method: 'DELETE', responses: { 204: null } } as const
const ends = 'The tokens that came of it end, too.'

/** What people let clients do for them (spec/5 §2). */
export const userGrantRoutes = {
  listUserGrants: defineRoute({
    ...list,
    path: GRANTS,
    summary: 'List what a person has consented to',
    params: users.params,
  }),
  revokeUserGrants: defineRoute({
    ...revoke,
    path: GRANTS,
    summary: 'Revoke what a person has consented to',
    description: ends,
    params: users.params,
  }),
  getUserGrant: defineRoute({
    ...users.reading,
    method: 'GET',
    path: `${GRANTS}/{grantId}`,
    summary: 'Read a consent of a person',
    params: grantParams,
    query: z.object(expand),
    responses: { 200: userGrantSchema },
  }),
  revokeUserGrant: defineRoute({
    ...revoke,
    path: `${GRANTS}/{grantId}`,
    summary: 'Revoke a consent of a person',
    description: ends,
    params: grantParams,
  }),
  listUserClientGrants: defineRoute({
    ...list,
    path: OF_CLIENT,
    summary: 'List the consents of a person to a client',
    params: clientParams,
  }),
  revokeUserClientGrants: defineRoute({
    ...revoke,
    path: OF_CLIENT,
    summary: 'Revoke the consents of a person to a client',
    description: ends,
    params: clientParams,
  }),
}
