import { z } from 'zod'
import {
  ATTRIBUTE_NAME,
  customAttributesSchema,
  profileSchemaSchema,
  profileSchemaUpdateSchema,
} from '../directory/profile-schema.ts'
import type { ErrorCode } from '../interface/error-codes.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const reading = { tag: 'Schemas', scope: 'svc.schemas.read', method: 'GET' } as const
const responses = { 200: profileSchemaSchema } as const

/** What refuses a change of an attribute: reserved, of another type, or one that stays as it is. */
const CHANGES: readonly ErrorCode[] = ['E0000077', 'E0000078', 'E0000081']
const changing = {
  tag: 'Schemas',
  scope: 'svc.schemas.manage',
  method: 'POST',
  subject: 'updateUserSchemas',
  body: profileSchemaUpdateSchema,
  responses,
  errors: CHANGES,
  description:
    'Attributes that are not named stay. A custom attribute is replaced by what is sent, null removes it with its values; of a base ' +
    'attribute `required`, `permissions`, `master` and, of the login, `pattern` change. Patterns are of the RE2 language and hold for ' +
    'whole texts. Who has a profile already is held to a new rule when it is written next.',
} as const

const GROUPS = '/api/v1/meta/schemas/group/default'
const ofUsers = { path: '/api/v1/meta/schemas/user/{schemaId}', params: z.object({ schemaId: idSchema }) } as const

const ofApps = { path: '/api/v1/meta/schemas/apps/{appId}/default', params: z.object({ appId: idSchema }) } as const
/** What is part of an application goes with the right to it. */
const READING_APP = { permissions: ['svc.apps.read'] } as const
const MANAGING_APP = { permissions: ['svc.apps.manage'] } as const

export const schemaRoutes = {
  getUserSchema: defineRoute({
    ...reading,
    ...ofUsers,
    summary: 'Read the schema of a user type; `default` names that of the default one',
    responses,
  }),
  updateUserSchema: defineRoute({ ...changing, ...ofUsers, summary: 'Change the schema of a user type' }),
  getGroupSchema: defineRoute({ ...reading, path: GROUPS, summary: 'Read the schema of groups', responses }),
  updateGroupSchema: defineRoute({ ...changing, path: GROUPS, summary: 'Change the schema of groups' }),
  getAppUserSchema: defineRoute({
    ...reading,
    ...ofApps,
    ...READING_APP,
    summary: 'Read the schema of the people of an application',
    responses,
  }),
  updateAppUserSchema: defineRoute({
    ...changing,
    ...ofApps,
    ...MANAGING_APP,
    subject: 'updateAppUserSchemas',
    errors: [...CHANGES, 'E0000044'],
    summary: 'Change the schema of the people of an application',
  }),
  getCustomAttributes: defineRoute({
    ...reading,
    path: '/gatehouse/v1/custom-attributes',
    summary: 'Read which attributes the organization has added to profiles',
    responses: { 200: customAttributesSchema },
  }),
  getAttributeUse: defineRoute({
    ...reading,
    // It counts everybody.
    permissions: ['svc.schemas.read', 'svc.users.read'],
    path: '/gatehouse/v1/schemas/{schemaId}/use',
    summary: 'Count the profiles that have a value for an attribute',
    description:
      '`group` names the schema of groups, `default` that of the default user type, the id of an application that of its assignments.',
    params: z.object({ schemaId: idSchema }),
    query: z.object({ attribute: idSchema.regex(ATTRIBUTE_NAME, 'is no name of an attribute') }),
    responses: { 200: z.object({ profiles: z.int() }).meta({ id: 'AttributeUse' }) },
  }),
}
