import { z } from 'zod'
import { appGroupPatchSchema } from '../apps/app-group-patch.ts'
import { appGroupSchema, appGroupWriteSchema, appSchema, appUserSchema, appUserWriteSchema } from '../apps/app.ts'
import { appWriteSchema } from '../apps/app-write.ts'
import { collection } from '../interface/collection.ts'
import { cursorSchema, limitSchema, queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const apps = collection('app', {
  tag: 'Applications',
  noun: 'an application',
  read: appSchema,
  write: appWriteSchema,
  created: 200,
})
const { reading: read, managing: manage, params: appParams, one: APP } = apps
const appGroupParams = z.object({ appId: idSchema, groupId: idSchema })
const appUserParams = z.object({ appId: idSchema, userId: idSchema })

const expand = z
  .string()
  .max(LIMITS.idLength)
  .regex(/^user\/[^/,]+$/, 'must be user/{userId}, of one person')
  .optional()
  .meta({ description: '`user/{userId}` embeds what this person has of the application, directly or through a group' })

/** Clients send it (spec/5 §8.5); applications are listed as they are either way. */
const IGNORED = queryBooleanSchema(false).meta({ description: 'Accepted; it changes nothing' })

const lifecycle = { responses: { 200: z.object({}) } } as const

export const appRoutes = {
  listApps: defineRoute({
    ...apps.list,
    isLimitedByHandler: true,
    links: rebuilt(LIMITS.page.apps, 'q', 'filter'),
    description:
      '`q` matches the beginning of the name or label. `filter` compares `status`, `name`, `user.id`, `group.id` or `credentials.signing.kid` by `eq`; people have an application directly or through a group.',
    query: z.object({
      q: z.string().min(1).max(255).optional(),
      filter: z.string().max(LIMITS.appFilterLength).optional(),
      expand,
      includeNonDeleted: IGNORED,
      useOptimization: IGNORED,
      alwaysIncludeVpnSettings: IGNORED,
      limit: limitSchema(LIMITS.page.apps, -1),
      after: cursorSchema,
    }),
    errors: ['E0000007'],
  }),
  createApp: defineRoute({
    ...apps.create,
    query: z.object({ activate: queryBooleanSchema(true) }),
    errors: ['E0000041', 'E0000043', 'E0000044'],
  }),
  getApp: defineRoute({ ...apps.get, query: z.object({ expand }) }),
  replaceApp: defineRoute({
    ...apps.replace,
    description:
      'What the request leaves out goes back to its default. `name` and `signOnMode` stay as they are, and so does what `credentials.oauthClient` does not say. A `client_secret` that the client does not have is added to those that it has; its keys are replaced by those of `settings.oauthClient.jwks` where that is given.',
    errors: ['E0000024', 'E0000041', 'E0000043', 'E0000044'],
  }),
  deleteApp: defineRoute({
    ...apps.remove,
    summary: 'Delete an inactive application',
    description: 'Conditions that name it keep the id and hold nothing through it (spec/4 §1.9).',
    errors: ['E0000056'],
  }),
  activateApp: defineRoute({ ...apps.activate, ...lifecycle }),
  deactivateApp: defineRoute({ ...apps.deactivate, ...lifecycle }),
  listAppUsers: defineRoute({
    ...read,
    method: 'GET',
    path: `${APP}/users`,
    summary: 'List the people assigned to an application',
    description:
      'Those to whom it is assigned directly, then those who have it through groups; each by their ids. `q` matches the beginning of the first name, the last name, both, or the user name: the one that the assignment gives, else the login.',
    params: appParams,
    query: z.object({
      q: z.string().min(1).max(255).optional(),
      limit: limitSchema(LIMITS.page.appUsers),
      after: cursorSchema,
    }),
    links: rebuilt(LIMITS.page.appUsers, 'q'),
    responses: { 200: z.array(appUserSchema) },
  }),
  assignAppUser: defineRoute({
    ...manage,
    method: 'POST',
    path: `${APP}/users`,
    summary: 'Assign a person to an application',
    description: 'For a person who has it already, what the request brings is changed.',
    params: appParams,
    body: appUserWriteSchema,
    responses: { 200: appUserSchema },
    errors: ['E0000041', 'E0000117'],
  }),
  getAppUser: defineRoute({
    ...read,
    method: 'GET',
    path: `${APP}/users/{userId}`,
    summary: 'Get the assignment of a person to an application',
    description: 'Also of one who has it through a group: `scope` is GROUP then, and the group is linked.',
    subject: 'User',
    params: appUserParams,
    responses: { 200: appUserSchema },
  }),
  updateAppUser: defineRoute({
    ...manage,
    method: 'POST',
    path: `${APP}/users/{userId}`,
    summary: 'Change the assignment of a person to an application',
    description:
      'What the request leaves out stays. Who has none is assigned. One who has it through groups is assigned directly by this, with what those gave; with the `scope` GROUP it is the other way round.',
    subject: 'User',
    params: appUserParams,
    body: appUserWriteSchema.omit({ id: true }).meta({ id: 'ApplicationUserUpdate' }),
    responses: { 200: appUserSchema },
    errors: ['E0000041', 'E0000117'],
  }),
  removeAppUser: defineRoute({
    ...manage,
    method: 'DELETE',
    path: `${APP}/users/{userId}`,
    summary: 'Remove a person from an application',
    description: 'Their direct assignment: who is in a group that has the application keeps it through that.',
    params: appUserParams,
    responses: { 204: null },
  }),
  listAppGroups: defineRoute({
    ...read,
    method: 'GET',
    path: `${APP}/groups`,
    summary: 'List the groups assigned to an application, by priority',
    params: appParams,
    query: z.object({ limit: limitSchema(LIMITS.page.apps), after: cursorSchema }),
    links: rebuilt(LIMITS.page.apps),
    responses: { 200: z.array(appGroupSchema) },
  }),
  getAppGroup: defineRoute({
    ...read,
    method: 'GET',
    path: `${APP}/groups/{groupId}`,
    summary: 'Get the assignment of a group to an application',
    params: appGroupParams,
    responses: { 200: appGroupSchema },
  }),
  assignAppGroup: defineRoute({
    ...manage,
    method: 'PUT',
    path: `${APP}/groups/{groupId}`,
    summary: 'Assign a group to an application',
    description: 'Without a priority it comes last, or stays where it is; a profile that is left out is empty.',
    params: appGroupParams,
    body: appGroupWriteSchema.optional(),
    responses: { 200: appGroupSchema },
  }),
  updateAppGroup: defineRoute({
    ...manage,
    method: 'PATCH',
    path: `${APP}/groups/{groupId}`,
    summary: 'Change parts of the assignment of a group to an application',
    description:
      'The operations of a JSON Patch (RFC 6902), in order, all or none: `add`, `replace`, `remove` and `test`. An attribute of the profile that has no value counts as one that is null.',
    params: appGroupParams,
    body: appGroupPatchSchema,
    responses: { 200: appGroupSchema },
  }),
  removeAppGroup: defineRoute({
    ...manage,
    method: 'DELETE',
    path: `${APP}/groups/{groupId}`,
    summary: 'Remove a group from an application',
    params: appGroupParams,
    responses: { 204: null },
  }),
  assignAppPolicy: defineRoute({
    ...manage,
    method: 'PUT',
    path: `${APP}/policies/{policyId}`,
    summary: 'Map an application to an authentication or profile enrollment policy',
    subject: 'Policy',
    params: z.object({ appId: idSchema, policyId: idSchema }),
    responses: { 204: null },
  }),
}
