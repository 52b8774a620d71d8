import { z } from 'zod'
import { groupSchema } from '../directory/group.ts'
import { activeStatusSchema, limitSchema, queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF, placeOnly } from '../interface/list-links.ts'
import { KINDS } from '../kinds.ts'
import { roleAppTargetSchema, roleAssignmentSchema, roleAssignmentWriteSchema } from './admin-roles.ts'

const { errorKind } = KINDS.roleAssignment
const reading = { tag: 'Administrator roles', scope: 'svc.roles.read' } as const
const managing = { tag: 'Administrator roles', scope: 'svc.roles.manage', subject: errorKind } as const
const appName = z.string().min(1).max(LIMITS.nameLength).meta({ description: 'A name of the catalogue' })
const UNKNOWN_NAMES =
  'The name need not be known here: one of letters, digits, `.`, `_` and `-` limits the role to applications that are called so later.'
const page = LIMITS.page.roleTargets

/**
 * The declarations of administrator roles below one kind of assignee: people, groups and clients have the same (spec/5 §10).
 * @param one path of an assignee, with its placeholder @param noun of one, with its article
 */
export function roleOperations<const Params extends z.ZodRawShape>(
  one: string,
  params: z.ZodObject<Params>,
  noun: string,
) {
  const roles = `${one}/roles`
  const [groups, apps] = [`${roles}/{roleId}/targets/groups`, `${roles}/{roleId}/targets/catalog/apps`]
  const ofRole = params.extend({ roleId: idSchema })
  const add = <P extends z.ZodObject>(path: string, what: string, params: P) =>
    ({
      ...managing,
      method: 'PUT',
      path,
      summary: `Limit a role of ${noun} to ${what}`,
      description: 'The first target limits the role, each further one adds to what it reaches.',
      params,
      responses: { 204: null },
    }) as const
  const remove = <P extends z.ZodObject>(path: string, what: string, params: P) =>
    ({
      ...managing,
      method: 'DELETE',
      path,
      summary: `Take ${what} from the limits of a role of ${noun}`,
      description: 'Not the last one: the role would have no limits then. Take the role away instead.',
      params,
      responses: { 204: null },
    }) as const
  const ofGroup = ofRole.extend({ targetGroupId: idSchema })
  const ofName = ofRole.extend({ appName })
  const ofApp = ofRole.extend({ appName, appId: idSchema })
  const pages = z.object({ limit: limitSchema(page), after: z.string().max(500).optional() })
  return {
    list: {
      ...reading,
      method: 'GET',
      path: roles,
      summary: `List the administrator roles of ${noun}`,
      links: NO_SELF,
      params,
      responses: { 200: z.array(roleAssignmentSchema) },
    },
    assign: {
      ...managing,
      method: 'POST',
      path: roles,
      summary: `Assign an administrator role to ${noun}`,
      description:
        'Without limits, until the first target is added. Nothing is sent to anybody, whatever `disableNotifications` says.',
      params,
      query: z.object({ disableNotifications: queryBooleanSchema(false) }),
      body: roleAssignmentWriteSchema,
      responses: { 201: roleAssignmentSchema },
      errors: ['E0000090'],
    },
    get: {
      ...reading,
      method: 'GET',
      path: `${roles}/{roleId}`,
      summary: `Read an administrator role of ${noun}`,
      params: ofRole,
      responses: { 200: roleAssignmentSchema },
    },
    unassign: {
      ...managing,
      method: 'DELETE',
      path: `${roles}/{roleId}`,
      summary: `Take an administrator role from ${noun}`,
      params: ofRole,
      responses: { 204: null },
    },
    listGroups: {
      ...reading,
      method: 'GET',
      path: groups,
      summary: `List the groups that a role of ${noun} is limited to`,
      links: placeOnly(page),
      params: ofRole,
      query: pages,
      responses: { 200: z.array(groupSchema) },
    },
    addGroup: add(`${groups}/{targetGroupId}`, 'a group and its members', ofGroup),
    removeGroup: remove(`${groups}/{targetGroupId}`, 'a group', ofGroup),
    listApps: {
      ...reading,
      method: 'GET',
      path: apps,
      summary: `List the applications that a role of ${noun} is limited to`,
      links: placeOnly(page),
      params: ofRole,
      query: pages.extend({ status: activeStatusSchema.optional() }),
      responses: { 200: z.array(roleAppTargetSchema) },
    },
    addAppName: {
      ...add(`${apps}/{appName}`, 'all applications of a name', ofName),
      description: `The first target limits the role, each further one adds to what it reaches. ${UNKNOWN_NAMES}`,
      errors: ['E0000093'],
    },
    removeAppName: remove(`${apps}/{appName}`, 'the applications of a name', ofName),
    addApp: add(`${apps}/{appName}/{appId}`, 'an application', ofApp),
    removeApp: remove(`${apps}/{appName}/{appId}`, 'an application', ofApp),
  } as const
}
