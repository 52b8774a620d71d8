import { z } from 'zod'
import { activeStatusSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { SIGN_ON_MODES } from './sign-on-modes.ts'

/**
 * Names of the kinds of application that no default policy is given to: a productivity suite, RADIUS, and the one for
 * further factors (spec/1 "Defaults" 2). The documents name none of them; these names are ours. They can be mapped by
 * hand.
 */
export const KINDS_WITHOUT_DEFAULT_POLICY = ['partner_productivity_suite', 'svc_radius', 'svc_mfa'] as const

const container = z.record(z.string(), z.unknown())

/** An application as a request carries it. What each sign-on mode needs inside `settings` comes with its own issue. */
export const appWriteSchema = z
  .object({
    name: nameSchema.optional(),
    label: nameSchema,
    signOnMode: z.enum(SIGN_ON_MODES),
    settings: container.optional(),
    visibility: container.optional(),
    accessibility: container.optional(),
    profile: container.optional(),
  })
  .meta({ id: 'ApplicationWrite' })
export type AppWrite = z.output<typeof appWriteSchema>

/** An application instance (spec/2 "Application"). */
export const appSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    status: activeStatusSchema,
    created: timestampSchema,
    lastUpdated: timestampSchema,
    accessibility: container,
    visibility: container,
    features: z.array(z.string()),
    signOnMode: z.enum(SIGN_ON_MODES),
    settings: container,
    profile: container.optional(),
    _links: linksSchema,
  })
  .meta({ id: 'Application' })
export type App = z.output<typeof appSchema>

/** A person's assignment to an application. */
export const appUserSchema = z
  .object({
    id: z.string(),
    scope: z.enum(['USER', 'GROUP']),
    status: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    statusChanged: timestampSchema,
    profile: container,
    _links: linksSchema,
  })
  .meta({ id: 'ApplicationUser' })
export type AppUser = z.output<typeof appUserSchema>

/** A group's assignment to an application; `priority` counts from 0. */
export const appGroupSchema = z
  .object({ id: z.string(), lastUpdated: timestampSchema, priority: z.int(), profile: container, _links: linksSchema })
  .meta({ id: 'ApplicationGroup' })
export type AppGroup = z.output<typeof appGroupSchema>

/** What an application holds beyond its columns. */
export type AppDefinition = Pick<App, 'accessibility' | 'visibility' | 'features' | 'settings' | 'profile'>

/** What an application holds beyond its columns: what the request leaves out is as in a new one (spec/4 §2.3). */
export function appDefinition(
  body: Pick<AppWrite, 'accessibility' | 'visibility' | 'settings' | 'profile'>,
  features: string[] = [],
): AppDefinition {
  return {
    accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null, ...body.accessibility },
    visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: {}, ...body.visibility },
    features,
    settings: {
      notifications: { vpn: { network: { connection: 'DISABLED' } } },
      manualProvisioning: false,
      implicitAssignment: false,
      notes: { admin: null, enduser: null },
      ...body.settings,
    },
    ...(body.profile ? { profile: body.profile } : {}),
  }
}
