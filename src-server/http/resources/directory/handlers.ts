import { LIMITS } from '../../../contract/limits.ts'
import type { directoryRoutes } from '../../../contract/routes/directory.ts'
import { listAppsOfGroup } from '../../../operations/apps/assignments.ts'
import {
  createGroup,
  deleteGroup,
  listGroups,
  listGroupsOfUser,
  listMembers,
  replaceGroup,
  requireGroup,
  setMembership,
} from '../../../operations/directory/groups.ts'
import { changeUserStatus, deleteUser, type UserVerb } from '../../../operations/directory/user-lifecycle.ts'
import {
  createUserType,
  deleteUserType,
  listUserTypes,
  requireUserType,
  updateUserType,
} from '../../../operations/directory/user-types.ts'
import { createUser, listUsers, requireUser } from '../../../operations/directory/users.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { presentApp } from '../apps/presenter.ts'
import { presentGroup, presentUser, presentUserType } from './presenter.ts'

const NOTHING = { body: undefined }

const changeStatus =
  (verb: UserVerb): Handler<typeof directoryRoutes.activateUser> =>
  async ({ service, act, params }) => {
    await changeUserStatus(service, act, params.userId, verb)
    return { body: {} }
  }

type TypeChange = Pick<HandlerInput<typeof directoryRoutes.updateUserType>, 'service' | 'act' | 'base' | 'params'> & {
  body: { name?: string; displayName?: string; description?: string }
}

/** For both verbs: a replacement brings everything, an update some of it. */
async function updateType({ service, act, base, params, body }: TypeChange) {
  await updateUserType(service, act, params.typeId, body)
  return { body: presentUserType(await requireUserType(service, params.typeId), base) }
}

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

  replaceGroup: async ({ service, act, base, params, body }) => {
    await replaceGroup(service, act, params.groupId, body.profile)
    return { body: presentGroup(await requireGroup(service, params.groupId), base) }
  },

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

  deleteUser: async ({ service, act, params }) => {
    await deleteUser(service, act, params.userId)
    return NOTHING
  },

  activateUser: changeStatus('activate'),
  deactivateUser: changeStatus('deactivate'),
  suspendUser: changeStatus('suspend'),
  unsuspendUser: changeStatus('unsuspend'),

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

  replaceUserType: updateType,
  updateUserType: updateType,

  deleteUserType: async ({ service, act, params }) => {
    await deleteUserType(service, act, params.typeId)
    return NOTHING
  },
}
