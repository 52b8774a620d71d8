import { z } from 'zod'
import { identityProviderSchema } from '../policy/resources/identity-provider.ts'
import { identityProviders } from './identity-provider-collection.ts'
import { pageQueryOf } from '../interface/collection.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF, rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import {
  identityProviderLinkSchema,
  identityProviderUserSchema,
  providerTokenSchema,
} from '../policy/resources/identity-provider-user.ts'
import { users } from './user-collection.ts'

const USERS = `${identityProviders.one}/users` as const
const USER = `${USERS}/{userId}` as const
const params = identityProviders.params.extend({ userId: idSchema.meta({ description: 'Id or login of a person' }) })

/** Who is linked with an identity provider, and with which ones a person is (spec/6 22). */
export const identityProviderUserRoutes = {
  listIdentityProviderUsers: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: USERS,
    summary: 'List the people who are linked with an identity provider',
    params: identityProviders.params,
    query: z.object({ limit: limitSchema(LIMITS.page.identityProviderUsers), after: cursorSchema }),
    links: rebuilt(LIMITS.page.identityProviderUsers),
    responses: { 200: z.array(identityProviderUserSchema) },
  }),
  getIdentityProviderUser: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: USER,
    summary: 'Read how an identity provider knows a person',
    params,
    responses: { 200: identityProviderUserSchema },
  }),
  linkIdentityProviderUser: defineRoute({
    ...identityProviders.managing,
    method: 'POST',
    path: USER,
    summary: 'Link a person with an identity provider',
    description: 'A person who is linked already gets the new id.',
    params,
    body: identityProviderLinkSchema,
    responses: { 200: identityProviderUserSchema },
  }),
  unlinkIdentityProviderUser: defineRoute({
    ...identityProviders.managing,
    method: 'DELETE',
    path: USER,
    summary: 'Unlink a person from an identity provider',
    params,
    responses: { 204: null },
  }),
  listIdentityProviderTokens: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: `${USER}/credentials/tokens`,
    summary: 'List the tokens that an identity provider gave for a person',
    description: 'Always empty: no provider signs people in here.',
    params,
    links: NO_SELF,
    responses: { 200: z.array(providerTokenSchema) },
  }),
  listUserIdentityProviders: defineRoute({
    ...users.reading,
    method: 'GET',
    path: `${users.one}/idps`,
    summary: 'List the identity providers that a person is linked with',
    description: 'Without the secrets of their clients.',
    params: users.params,
    query: pageQueryOf('identityProvider'),
    links: NO_SELF,
    responses: { 200: z.array(identityProviderSchema) },
  }),
}
