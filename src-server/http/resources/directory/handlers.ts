import { LIMITS } from '../../../contract/limits.ts'
import { listAppsOfGroup } from '../../../operations/apps/assignments.ts'
import {
  createGroup,
  deleteGroup,
  listGroups,
  listGroupsOfUser,
  listMembers,
  requireGroup,
  setMembership,
} from '../../../operations/directory/groups.ts'
import { createUserType, listUserTypes, requireUserType } from '../../../operations/directory/user-types.ts'
import { createUser, listUsers, requireUser } from '../../../operations/directory/users.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentApp } from '../apps/presenter.ts'
import { presentGroup, presentUser, presentUserType } from './presenter.ts'

const NOTHING = { body: undefined }

export const directoryHandlers: HandlerTable<'directory'> = {
  listGroups: async ({ service, base, query }) => {
    const page = await listGroups(service, query)
    return { body: page.items.map((row) => presentGroup(row, base)), next: page.next }
  },

  createGroup: async ({ service, act, base, body }) => {
    const id = await createGroup(service, act, body.profile)
    return { body: presentGroup(await requireGroup(service, id), base) }
  },

  getGroup: async ({ service, base, params }) => ({
    body: presentGroup(await requireGroup(service, params.groupId), base),
  }),

  deleteGroup: async ({ service, act, params }) => {
    await deleteGroup(service, act, params.groupId)
    return NOTHING
  },

  listGroupMembers: async ({ service, base, params, query }) => {
    const page = await listMembers(service, params.groupId, query)
    return { body: page.items.map((row) => presentUser(row, base)), next: page.next }
  },

  addGroupMember: async ({ service, act, params }) => {
    await setMembership(service, act, params.groupId, params.userId, true)
    return NOTHING
  },

  removeGroupMember: async ({ service, act, params }) => {
    await setMembership(service, act, params.groupId, params.userId, false)
    return NOTHING
  },

  listGroupApps: async ({ service, base, params, query }) => {
    const page = await listAppsOfGroup(service, params.groupId, query)
    return { body: page.items.map((row) => presentApp(row, base)), next: page.next }
  },

  listUsers: async ({ service, base, query }) => {
    const { fallback } = query.q ? LIMITS.page.usersFind : LIMITS.page.users
    const page = await listUsers(service, { ...query, limit: query.limit ?? fallback })
    return { body: page.items.map((row) => presentUser(row, base)), next: query.q ? null : page.next }
  },

  createUser: async ({ service, act, base, body, query }) => {
    const id = await createUser(service, act, body, query.activate)
    return { body: presentUser(await requireUser(service, id), base) }
  },

  getUser: async ({ service, base, params }) => ({
    body: presentUser(await requireUser(service, params.userId), base),
  }),

  listUserGroups: async ({ service, base, params }) => {
    const user = await requireUser(service, params.userId)
    return { body: (await listGroupsOfUser(service, user.id)).map((row) => presentGroup(row, base)) }
  },

  listUserTypes: async ({ service, base }) => ({
    body: (await listUserTypes(service)).map((row) => presentUserType(row, base)),
  }),

  createUserType: async ({ service, act, base, body }) => {
    const id = await createUserType(service, act, body)
    return { body: presentUserType(await requireUserType(service, id), base) }
  },

  getUserType: async ({ service, base, params }) => ({
    body: presentUserType(await requireUserType(service, params.typeId), base),
  }),
}
