import { z } from 'zod'
import { ROLE_TYPES } from '../access/admin-roles.ts'
import { nameSchema, timestampSchema } from '../interface/fields.ts'
import { worded } from '../interface/translated.ts'
import { APPLICATION_TYPES } from './modes/open-id-connect.ts'
import { CLIENT_AUTH_METHODS } from './client-credentials.ts'

/** What a client may do here, as the program shows it. What the caller may not read is null. */
export const clientOverviewSchema = z
  .object({
    id: z.string().meta({ description: 'Of the application' }),
    clientId: z.string(),
    name: nameSchema,
    status: z.enum(['ACTIVE', 'INACTIVE']),
    kind: z.enum(APPLICATION_TYPES),
    method: z.enum(CLIENT_AUTH_METHODS).meta({ description: 'How it proves itself' }),
    grantTypes: z.array(z.string()).meta({ description: 'What it may ask for' }),
    scopes: z
      .array(worded(z.string(), 'scope'))
      .nullable()
      .meta({ description: 'Of this interface, that were granted to it' }),
    roles: z
      .array(z.object({ type: z.enum(ROLE_TYPES), isLimited: z.boolean() }))
      .nullable()
      .meta({ description: 'Its administrator roles' }),
    people: z.int().nullable().meta({ description: 'How many people consented to what it may do for them' }),
  })
  .meta({ id: 'ClientOverview' })
export type ClientOverview = z.output<typeof clientOverviewSchema>

const named = z.object({ id: z.string(), name: nameSchema })

/** What one person lets one client have of one authorization server, as the program shows it. */
export const consentSchema = z
  .object({
    id: z.string().meta({ description: 'Of the oldest grant in it' }),
    person: named.extend({ login: z.string() }),
    client: named.extend({ clientId: z.string() }).meta({ description: '`id` is that of the application' }),
    server: named.nullable().meta({ description: 'Null: the organization' }),
    scopes: z
      .array(z.object({ grantId: z.string(), name: z.string() }))
      .meta({ description: 'By name, each with the grant by which it is revoked' }),
    since: timestampSchema,
  })
  .meta({ id: 'Consent' })
export type Consent = z.output<typeof consentSchema>
