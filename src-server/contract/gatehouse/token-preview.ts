import { z } from 'zod'

const named = z.object({ id: z.string(), name: z.string() })

const tokenSchema = z.object({
  claims: z.record(z.string(), z.unknown()),
  /** Active claims that the token would be without, and why: a clause each. */
  omitted: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type PreviewedToken = z.output<typeof tokenSchema>

/** What the claims of an authorization server would say in tokens for a client; nothing is granted, and nothing is signed. */
export const tokenPreviewSchema = z
  .object({
    app: named,
    /** Null for a client that acts for itself. */
    person: named.nullable(),
    accessToken: tokenSchema,
    /** Null where there is none: without a person, or without the scope `openid`. */
    idToken: tokenSchema.nullable(),
  })
  .meta({ id: 'TokenPreview' })
export type TokenPreview = z.output<typeof tokenPreviewSchema>
