import { z } from 'zod'
import { appSchema } from '../apps/app.ts'

const named = z.object({ id: z.string(), name: z.string() })

/** A value that the application would be sent, what makes it, and why there is none where there is none. */
const sentSchema = z.object({
  /** As the application knows it: of a claim, of an attribute. */
  name: z.string(),
  /** More than one where it is sent as a list. */
  values: z.array(z.string()),
  /** The expression, the filter or the attribute of the profile that gives it. */
  source: z.string(),
  /** Null where it is sent. */
  missing: z.string().nullable(),
})
export type SentValue = z.output<typeof sentSchema>

const samlSchema = z.object({
  issuer: z.string(),
  /** Null where the template of an application of the catalogue says it, and nothing says it in its place. */
  audience: z.string().nullable(),
  recipient: z.string().nullable(),
  destination: z.string().nullable(),
  /** What is not known of it, and why, a sentence each; empty where all is. */
  unknown: z.array(z.string()),
  nameId: z.object({ format: z.string(), value: z.string(), source: z.string(), missing: z.string().nullable() }),
  authnContext: z.string(),
  attributes: z.array(sentSchema.extend({ format: z.string() })),
  /** The assertion as XML, not signed, with times that are those of the preview; null while it is not known for whom it is. */
  assertion: z.string().nullable(),
})
export type SamlPreview = z.output<typeof samlSchema>

const oidcSchema = z.object({
  clientId: z.string(),
  /** Claims by the scope that asks for them (OpenID Connect Core 1.0, section 5.4). */
  scopes: z.array(z.object({ scope: z.string(), claims: z.array(sentSchema) })),
  /** The ID token's payload when every scope is asked for; not signed. */
  idToken: z.record(z.string(), z.unknown()),
})
export type OidcPreview = z.output<typeof oidcSchema>

/** What a sign-in of a person would tell an application about them; nothing is signed in, and nothing is signed. */
export const appPreviewSchema = z
  .object({
    app: appSchema.pick({ id: true, label: true, signOnMode: true }),
    person: named,
    /** What gives them the application: themselves, a group of theirs, nothing. */
    assignment: z.enum(['DIRECT', 'GROUP', 'NONE']),
    /** The assigned groups that they are in, the one of the best priority first. */
    groups: z.array(named),
    /** Why they would not get in at all, whatever the policies say; empty where nothing is in the way. */
    obstacles: z.array(z.string()),
    /** The name that they have there, the template that makes it, and what is wrong with that. */
    userName: z.object({ value: z.string(), source: z.string(), problem: z.string().nullable() }),
    saml: samlSchema.nullable(),
    oidc: oidcSchema.nullable(),
  })
  .meta({ id: 'ApplicationPreview' })
export type AppPreview = z.output<typeof appPreviewSchema>
