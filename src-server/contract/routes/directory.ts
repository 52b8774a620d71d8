import { z } from 'zod'
import { appSchema } from '../apps/app.ts'
import { collection } from '../interface/collection.ts'
import { cursorSchema, limitSchema, optionalLimitSchema, queryBooleanSchema } from '../interface/fields.ts'
import { groupSchema, groupWriteSchema } from '../directory/group.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF, rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import {
  userTypeReplaceSchema,
  userTypeSchema,
  userTypeUpdateSchema,
  userTypeWriteSchema,
} from '../directory/user-type.ts'
import { userReplaceSchema, userSchema, userUpdateSchema } from '../directory/user.ts'
import { users } from './user-collection.ts'

const groups = collection('group', {
  tag: 'Groups',
  noun: 'a group',
  read: groupSchema,
  write: groupWriteSchema,
  created: 200,
})
const userTypes = collection('userType', {
  tag: 'User types',
  noun: 'a user type',
  read: userTypeSchema,
  write: userTypeWriteSchema,
  created: 200,
})

const memberParams = z.object({ groupId: idSchema, userId: idSchema })
const q = z.string().min(1).max(255).optional()
/** Of expressions; their own length is the grammar's matter. */
const expressionSchema = z.string().optional()

/** How a search is sorted, and a page of it; `0` as an order is what some clients send, and says nothing (spec/5 §2). */
const searchQuery = {
  search: expressionSchema.meta({ description: 'SCIM-like: `profile.city eq "Bern" and status eq "ACTIVE"`' }),
  filter: expressionSchema,
  sortBy: z.string().min(1).max(255).optional().meta({ description: 'One attribute; counts with `search` alone' }),
  sortOrder: z
    .preprocess(
      (given) => (given === '0' ? undefined : typeof given === 'string' ? given.toLowerCase() : given),
      z.enum(['asc', 'desc']).optional(),
    )
    .meta({ description: '`asc` unless `desc`; ties are in the order of ids, reversed with `desc`' }),
  // A cursor of a sorted search holds 255 characters of a text, each of which JSON may write as six.
  after: z.string().min(1).max(2_200).optional().meta({ description: 'Cursor from a `next` link' }),
}

const EXPANSIONS = ['stats', 'app'] as const

/** `stats`, `app`, or both with a comma. */
const groupExpandSchema = z
  .string()
  .default('')
  .refine((text) => /^(?:(?:stats|app)(?:,(?:stats|app)){0,9})?$/.test(text), 'must be stats, app, or stats,app')
  .transform((text) => EXPANSIONS.filter((name) => text.split(',').includes(name)))
  .meta({ description: '`stats`, `app`, or both with a comma between them' })

const strictQuery = z.object({
  strict: queryBooleanSchema(false).meta({ description: 'Checks age and history of a new password, too' }),
})
const CHANGE_ERRORS = ['E0000023', 'E0000080'] as const

export const directoryRoutes = {
  listGroups: defineRoute({
    ...groups.list,
    isLimitedByHandler: true,
    links: { ...rebuilt(LIMITS.page.groups, 'filter', 'search'), finding: null },
    description:
      '`search` asks any attribute of the profile, with or without `profile.`, and id, type, source.id and moments, in any case of letters; `filter` asks id, type, lastUpdated and lastMembershipUpdated. `q` matches the beginning of the name, whatever its case, answers 300 unless `limit` says otherwise, has no further pages, and may come with `filter`. With `expand=stats` a page has 200 groups at the most.',
    query: z.object({ q, ...searchQuery, limit: optionalLimitSchema(LIMITS.page.groups), expand: groupExpandSchema }),
    errors: ['E0000033', 'E0000063'],
  }),
  createGroup: defineRoute(groups.create),
  getGroup: defineRoute(groups.get),
  replaceGroup: defineRoute({ ...groups.replace, summary: 'Rename or describe a group' }),
  deleteGroup: defineRoute({
    ...groups.remove,
    description:
      'Conditions that name it keep the id and hold no one through it (spec/4 §1.9). A group of an application that is in a push mapping stays: E0000027.',
    errors: ['E0000027'],
  }),
  listGroupMembers: defineRoute({
    ...groups.reading,
    method: 'GET',
    path: `${groups.one}/users`,
    summary: 'List the members of a group',
    params: groups.params,
    query: z.object({ limit: limitSchema(LIMITS.page.groupMembers), after: cursorSchema }),
    links: rebuilt(LIMITS.page.groupMembers),
    responses: { 200: z.array(userSchema) },
  }),
  addGroupMember: defineRoute({
    ...groups.managing,
    permissions: ['svc.groups.members.manage'],
    method: 'PUT',
    path: `${groups.one}/users/{userId}`,
    summary: 'Add a person to a group',
    params: memberParams,
    responses: { 204: null },
  }),
  removeGroupMember: defineRoute({
    ...groups.managing,
    permissions: ['svc.groups.members.manage'],
    method: 'DELETE',
    path: `${groups.one}/users/{userId}`,
    summary: 'Remove a person from a group',
    params: memberParams,
    responses: { 204: null },
  }),
  listGroupApps: defineRoute({
    ...groups.reading,
    method: 'GET',
    path: `${groups.one}/apps`,
    summary: 'List the applications that a group is assigned to',
    params: groups.params,
    query: z.object({ limit: limitSchema(LIMITS.page.apps), after: cursorSchema }),
    links: rebuilt(LIMITS.page.apps),
    responses: { 200: z.array(appSchema) },
  }),
  listUsers: defineRoute({
    ...users.list,
    isLimitedByHandler: true,
    links: { ...rebuilt(LIMITS.page.users, 'filter', 'search'), finding: 'as sent' },
    summary: 'List or find people',
    description:
      'In one of four ways. `search` asks any attribute of the profile, id, status, type.id and moments, in any case of letters. `filter` asks a few of them exactly. `q` matches the beginning of first name, last name or email; it answers 10 unless `limit` says otherwise. Without any of them, everybody who is not deprovisioned.',
    query: z.object({ q, ...searchQuery, limit: optionalLimitSchema(LIMITS.page.users) }),
    errors: ['E0000033', 'E0000063'],
  }),
  createUser: defineRoute({
    ...users.create,
    isLimitedByHandler: true,
    subject: 'newUser',
    description:
      'With a password, or with a provider that keeps it, they are ACTIVE, else PROVISIONED; with `activate=false` STAGED. Of passwords a value, a hash or a hook may be brought along.',
    query: z.object({
      activate: queryBooleanSchema(true),
      provider: queryBooleanSchema(false).meta({ description: 'With `true` the body has to name the provider' }),
      nextLogin: z.enum(['changePassword']).optional().meta({ description: 'The password is made an expired one' }),
    }),
    errors: ['E0000124', 'E0000125'],
  }),
  getUser: defineRoute({
    ...users.get,
    summary: 'Read a person by id, login or the part of the login before the @',
  }),
  updateUser: defineRoute({
    ...users.managing,
    method: 'POST',
    path: users.one,
    summary: 'Change attributes of a person',
    description: 'Attributes that are not named stay; null takes one away.',
    params: users.params,
    query: strictQuery,
    body: userUpdateSchema,
    responses: { 200: userSchema },
    errors: CHANGE_ERRORS,
  }),
  replaceUser: defineRoute({
    ...users.managing,
    method: 'PUT',
    path: users.one,
    summary: 'Replace a person',
    description:
      'Attributes that are not given go; without a profile it stays as it is, so that credentials can be set alone. Only here the type changes.',
    params: users.params,
    query: strictQuery,
    body: userReplaceSchema,
    responses: { 200: userSchema },
    errors: CHANGE_ERRORS,
  }),
  deleteUser: defineRoute({
    ...users.remove,
    summary: 'Deactivate a person, or delete one who is deactivated',
    query: z.object({ sendEmail: queryBooleanSchema(false) }),
  }),
  listUserGroups: defineRoute({
    ...users.reading,
    method: 'GET',
    path: `${users.one}/groups`,
    summary: 'List the groups of a person',
    params: users.params,
    query: z.object({ limit: limitSchema(LIMITS.page.userGroups), after: cursorSchema }),
    links: rebuilt(LIMITS.page.userGroups),
    responses: { 200: z.array(groupSchema) },
  }),
  listUserTypes: defineRoute({ ...userTypes.list, links: NO_SELF }),
  createUserType: defineRoute(userTypes.create),
  getUserType: defineRoute({ ...userTypes.get, summary: 'Read a user type; `default` names the default one' }),
  replaceUserType: defineRoute({
    ...userTypes.replace,
    description: 'The `name` must be the one that it has.',
    body: userTypeReplaceSchema,
  }),
  updateUserType: defineRoute({
    ...userTypes.managing,
    method: 'POST',
    path: userTypes.one,
    summary: 'Change the display name or the description of a user type',
    params: userTypes.params,
    body: userTypeUpdateSchema,
    responses: { 200: userTypeSchema },
  }),
  deleteUserType: defineRoute({
    ...userTypes.remove,
    summary: 'Delete a user type without users',
    errors: ['E0000142'],
  }),
}
