import { z } from 'zod'
import { lineSchema, linksSchema, timestampSchema } from '../../interface/fields.ts'
import { LIMITS } from '../../interface/limits.ts'

/** What links a person with an identity provider. */
export const identityProviderLinkSchema = z
  .object({
    externalId: lineSchema()
      .min(1)
      .max(LIMITS.nameLength)
      .meta({ description: 'How the provider names the person; no other person has it there' }),
  })
  .meta({ id: 'IdentityProviderUserWrite' })

/** A person as an identity provider knows them (spec/6 22). */
export const identityProviderUserSchema = z
  .object({
    id: z.string().meta({ description: 'Of the person' }),
    externalId: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    profile: z.record(z.string(), z.unknown()).meta({
      description:
        'What the provider said of the person at a sign-in; always empty, for no one signs in through it here',
    }),
    _links: linksSchema,
  })
  .meta({ id: 'IdentityProviderUser' })
export type IdentityProviderUser = z.output<typeof identityProviderUserSchema>

/** A token that a provider gave for a person; none is kept here. */
export const providerTokenSchema = z
  .object({
    id: z.string(),
    token: z.string(),
    tokenType: z.string(),
    tokenAuthScheme: z.string(),
    expiresAt: timestampSchema,
    scopes: z.array(z.string()),
  })
  .meta({ id: 'SocialAuthToken' })
