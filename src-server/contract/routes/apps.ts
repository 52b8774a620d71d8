import { z } from 'zod'
import { appGroupSchema, appSchema, appUserSchema, appWriteSchema } from '../app.ts'
import { cursorSchema, limitSchema, queryBooleanSchema } from '../fields.ts'
import { idSchema } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { defineRoute } from '../route.ts'

const read = { tag: 'Applications', scope: 'svc.apps.read' } as const
const manage = { tag: 'Applications', scope: 'svc.apps.manage' } as const
const appParams = z.object({ appId: idSchema })
const appGroupParams = z.object({ appId: idSchema, groupId: idSchema })
const appUserParams = z.object({ appId: idSchema, userId: idSchema })
const APP = '/api/v1/apps/{appId}'
const container = z.record(z.string(), z.unknown())

export const appRoutes = {
  listApps: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/apps',
    summary: 'List applications',
    description: '`q` matches the beginning of the name or label.',
    query: z.object({
      q: z.string().min(1).max(255).optional(),
      filter: z.undefined({ error: 'filtering is not offered by this version' }).optional(),
      limit: limitSchema(LIMITS.page.apps, -1),
      after: cursorSchema,
    }),
    responses: { 200: z.array(appSchema) },
  }),
  createApp: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/apps',
    summary: 'Create an application',
    query: z.object({ activate: queryBooleanSchema(true) }),
    body: appWriteSchema,
    responses: { 200: appSchema },
  }),
  getApp: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/apps/{appId}',
    summary: 'Read an application',
    params: appParams,
    responses: { 200: appSchema },
  }),
  replaceApp: defineRoute({
    ...manage,
    method: 'PUT',
    path: APP,
    summary: 'Replace an application',
    description: 'What the request leaves out goes back to its default. `name` and `signOnMode` stay as they are.',
    params: appParams,
    body: appWriteSchema,
    responses: { 200: appSchema },
  }),
  deleteApp: defineRoute({
    ...manage,
    method: 'DELETE',
    path: APP,
    summary: 'Delete an inactive application',
    description: 'Conditions that name it keep the id and hold nothing through it (spec/4 §1.9).',
    params: appParams,
    responses: { 204: null },
  }),
  activateApp: defineRoute({
    ...manage,
    method: 'POST',
    path: `${APP}/lifecycle/activate`,
    summary: 'Activate an application',
    params: appParams,
    responses: { 200: z.object({}) },
  }),
  deactivateApp: defineRoute({
    ...manage,
    method: 'POST',
    path: `${APP}/lifecycle/deactivate`,
    summary: 'Deactivate an application',
    params: appParams,
    responses: { 200: z.object({}) },
  }),
  listAppUsers: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/apps/{appId}/users',
    summary: 'List the people assigned to an application',
    params: appParams,
    query: z.object({ limit: limitSchema(LIMITS.page.appUsers), after: cursorSchema }),
    responses: { 200: z.array(appUserSchema) },
  }),
  assignAppUser: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/apps/{appId}/users',
    summary: 'Assign a person to an application',
    params: appParams,
    body: z.object({ id: idSchema, profile: container.optional() }).meta({ id: 'ApplicationUserWrite' }),
    responses: { 200: appUserSchema },
  }),
  removeAppUser: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/api/v1/apps/{appId}/users/{userId}',
    summary: 'Remove a person from an application',
    params: appUserParams,
    responses: { 204: null },
  }),
  listAppGroups: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/apps/{appId}/groups',
    summary: 'List the groups assigned to an application',
    params: appParams,
    query: z.object({ limit: limitSchema(LIMITS.page.apps), after: cursorSchema }),
    responses: { 200: z.array(appGroupSchema) },
  }),
  assignAppGroup: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/api/v1/apps/{appId}/groups/{groupId}',
    summary: 'Assign a group to an application',
    params: appGroupParams,
    body: z
      .object({ priority: z.int().min(0).max(1_000_000).optional(), profile: container.optional() })
      .optional()
      .meta({ id: 'ApplicationGroupWrite' }),
    responses: { 200: appGroupSchema },
  }),
  removeAppGroup: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/api/v1/apps/{appId}/groups/{groupId}',
    summary: 'Remove a group from an application',
    params: appGroupParams,
    responses: { 204: null },
  }),
  assignAppPolicy: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/api/v1/apps/{appId}/policies/{policyId}',
    summary: 'Map an application to an authentication or profile enrollment policy',
    params: z.object({ appId: idSchema, policyId: idSchema }),
    responses: { 204: null },
  }),
}
