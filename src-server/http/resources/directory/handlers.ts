import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import type { UserVerb } from '#contract/directory/user-steps.ts'
import type { directoryRoutes } from '#contract/routes/directory.ts'
import { pageOf } from '#db/page.ts'
import { groups as groupTable } from '#db/tables/groups.ts'
import { listAppsOfGroup } from '#operations/apps/assignments.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import {
  createGroup,
  deleteGroup,
  listGroups,
  listGroupsOfUser,
  listMembers,
  replaceGroup,
  setMembership,
} from '#operations/directory/groups.ts'
import { changeUserStatus, deleteUser } from '#operations/directory/user-lifecycle.ts'
import {
  createUserType,
  deleteUserType,
  listUserTypes,
  requireUserType,
  updateUserType,
} from '#operations/directory/user-types.ts'
import { createUser, hashPassword, listUsers, updateProfile } from '#operations/directory/users.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { presentApp } from '../apps/presenter.ts'
import { collectionHandlers } from '../collection.ts'
import { presentGroup, presentUserType } from './presenter.ts'
import { presentListedUser, presentUser } from './user-presenter.ts'

const NOTHING = { body: undefined }

interface GroupBody {
  profile: { name: string; description?: string | null }
}

const groups = collectionHandlers({
  param: 'groupId',
  list: ({ reader }, query: Parameters<typeof listGroups>[1]) => listGroups(reader, query),
  require: (reader, id) => groupTable.require(reader, id),
  create: (tx, { profile }: GroupBody) => createGroup(tx, profile),
  replace: (tx, id, { profile }: GroupBody) => replaceGroup(tx, id, profile),
  remove: deleteGroup,
  present: presentGroup,
})

/** A replacement brings every field, an update some. */
const userTypes = collectionHandlers({
  param: 'typeId',
  list: async ({ reader }, _query: object) => ({ items: await listUserTypes(reader), next: null }),
  require: requireUserType,
  create: createUserType,
  replace: updateUserType,
  remove: deleteUserType,
  present: presentUserType,
})

const changeStatus =
  (verb: UserVerb): Handler<typeof directoryRoutes.activateUser> =>
  async ({ write, params }) => {
    await write((tx) => changeUserStatus(tx, params.userId, verb))
    return { body: {} }
  }

/** One person, with all that can be done with them. @param userId an id or a login */
async function userReply({ reader, base }: Pick<HandlerInput<Route>, 'reader' | 'base'>, userId: string) {
  const user = await requireUser(reader, userId)
  const { schemaId } = await requireUserType(reader, user.typeId)
  return { body: presentUser(user, { base, engine: reader.engine, schemaId }) }
}

export const directoryHandlers: HandlerTable<typeof directoryRoutes> = {
  listGroups: groups.list,
  createGroup: groups.create,
  getGroup: groups.get,
  replaceGroup: groups.replace,
  deleteGroup: groups.remove,

  listGroupMembers: async ({ reader, base, params, query }) => {
    const page = await listMembers(reader, params.groupId, query)
    return { body: page.items.map((user) => presentListedUser(user, base)), next: page.next }
  },

  addGroupMember: async ({ write, params }) => {
    await write((tx) => setMembership(tx, params.groupId, params.userId, true))
    return NOTHING
  },

  removeGroupMember: async ({ write, params }) => {
    await write((tx) => setMembership(tx, params.groupId, params.userId, false))
    return NOTHING
  },

  listGroupApps: async ({ reader, base, params, query }) => {
    const page = await listAppsOfGroup(reader, params.groupId, query)
    return { body: page.items.map((app) => presentApp(app, base, reader.engine)), next: page.next }
  },

  listUsers: async ({ reader, base, query }) => {
    const { fallback } = query.q ? LIMITS.page.usersFind : LIMITS.page.users
    const page = await listUsers(reader, { ...query, limit: query.limit ?? fallback })
    return { body: page.items.map((user) => presentListedUser(user, base)), next: query.q ? null : page.next }
  },

  createUser: async (input) => {
    const { write, body, query } = input
    const { credentials, ...user } = body
    const password = credentials?.password?.value
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    const id = await write((tx) => createUser(tx, { ...user, passwordHash }, query.activate))
    return userReply(input, id)
  },

  getUser: (input) => userReply(input, input.params.userId),

  updateUser: async (input) => {
    const { write, params, body } = input
    return userReply(input, await write((tx) => updateProfile(tx, params.userId, body.profile)))
  },

  deleteUser: async ({ write, params }) => {
    await write((tx) => deleteUser(tx, params.userId))
    return NOTHING
  },

  activateUser: changeStatus('activate'),
  deactivateUser: changeStatus('deactivate'),
  suspendUser: changeStatus('suspend'),
  unsuspendUser: changeStatus('unsuspend'),

  listUserGroups: async ({ reader, base, params, query }) => {
    const user = await requireUser(reader, params.userId)
    const page = pageOf(await listGroupsOfUser(reader, user.id), query.limit, query.after)
    return { body: page.items.map((group) => presentGroup(group, base)), next: page.next }
  },

  listUserTypes: userTypes.listWhole,
  createUserType: userTypes.create,
  getUserType: userTypes.get,
  replaceUserType: userTypes.replace,
  updateUserType: userTypes.replace,
  deleteUserType: userTypes.remove,
}
