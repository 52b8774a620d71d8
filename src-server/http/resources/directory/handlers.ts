import type { GroupProfile } from '#contract/directory/group.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import type { directoryRoutes } from '#contract/routes/directory.ts'
import { pageOf } from '#db/page.ts'
import { groups as groupTable } from '#db/tables/groups.ts'
import { listAppsOfGroup } from '#operations/apps/assign-groups.ts'
import {
  createGroup,
  deleteGroup,
  listGroupsOfUser,
  listMembers,
  replaceGroup,
  setMembership,
} from '#operations/directory/groups.ts'
import { deleteUser } from '#operations/directory/user-lifecycle.ts'
import { expandGroups } from '#operations/directory/search/expand-groups.ts'
import { groupLimit, listGroups } from '#operations/directory/search/list-groups.ts'
import { listUsers } from '#operations/directory/search/list-users.ts'
import {
  createUserType,
  deleteUserType,
  listUserTypes,
  requireUserType,
  updateUserType,
} from '#operations/directory/user-types.ts'
import { computeCredentials, computeFirstCredentials } from '#operations/directory/passwords/compute-credentials.ts'
import { changeUser } from '#operations/directory/update-user.ts'
import { createUser } from '#operations/directory/users.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentApp } from '../apps/presenter.ts'
import { collectionHandlers, objectHandlers } from '../collection.ts'
import { presentExpandedGroup, presentGroup, presentUserType } from './presenter.ts'
import { omissionsOf, withOmissions } from './omissions.ts'
import { userOf, userReply } from './one-user.ts'
import { presentListedUser } from './user-presenter.ts'

const NOTHING = { body: undefined }

interface GroupBody {
  profile: GroupProfile
}

const groups = objectHandlers({
  param: 'groupId',
  require: (reader, id) => groupTable.require(reader, id),
  madeByMany: true,
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

type Change = Pick<HandlerInput<typeof directoryRoutes.updateUser>, 'params' | 'query' | 'body'>

/** @param replaces whether the person is given whole */
async function change(input: HandlerInput<Route> & Change, replaces: boolean) {
  const { service, write, params, query, body } = input
  const user = await userOf(input, params.userId)
  const credentials = await computeCredentials(service, user, body.credentials)
  await write((tx) => changeUser(tx, user, { ...body, credentials, replaces, strict: query.strict }))
  return userReply(input, user.id)
}

export const directoryHandlers: HandlerTable<typeof directoryRoutes> = {
  listGroups: async ({ service, base, query }) => {
    const page = await listGroups(service, { ...query, limit: groupLimit(query) })
    const expanded = await expandGroups(service, page.items, query.expand)
    const { engine } = service.reader
    return { body: expanded.map((group) => presentExpandedGroup(group, base, engine)), next: page.next }
  },
  createGroup: groups.create,
  getGroup: groups.get,
  replaceGroup: groups.replace,
  deleteGroup: groups.remove,

  listGroupMembers: async ({ reader, base, params, query }) => {
    const page = await listMembers(reader, params.groupId, query)
    return { body: page.items.map((user) => presentListedUser(user, base)), next: page.next }
  },

  addGroupMember: async ({ batchedWrite, params }) => {
    await batchedWrite((tx) => setMembership(tx, params.groupId, params.userId, true))
    return NOTHING
  },

  removeGroupMember: async ({ batchedWrite, params }) => {
    await batchedWrite((tx) => setMembership(tx, params.groupId, params.userId, false))
    return NOTHING
  },

  listGroupApps: async ({ reader, base, params, query }) => {
    const page = await listAppsOfGroup(reader, params.groupId, query)
    return { body: page.items.map((app) => presentApp(app, base, reader.engine)), next: page.next }
  },

  listUsers: async ({ service, base, query, headers }) => {
    const { fallback } = query.q ? LIMITS.page.usersFind : LIMITS.page.users
    const page = await listUsers(service, { ...query, limit: query.limit ?? fallback })
    const omit = omissionsOf(headers['content-type'])
    return { body: page.items.map((user) => withOmissions(presentListedUser(user, base), omit)), next: page.next }
  },

  createUser: async (input) => {
    const { batchedWrite, body, query } = input
    const credentials = await computeFirstCredentials(input.service, body)
    const id = await batchedWrite((tx) => createUser(tx, { ...body, credentials }, query))
    return userReply(input, id)
  },

  getUser: (input) => userReply(input, input.params.userId),

  updateUser: (input) => change(input, false),
  replaceUser: (input) => change(input, true),

  deleteUser: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write((tx) => deleteUser(tx, id))
    return NOTHING
  },

  listUserGroups: async (input) => {
    const { reader, base, params, query } = input
    const user = await userOf(input, params.userId)
    const page = pageOf(await listGroupsOfUser(reader, user.id), query.limit, query.after)
    return { body: page.items.map((group) => presentGroup(group, base, reader.engine)), next: page.next }
  },

  listUserTypes: userTypes.listWhole,
  createUserType: userTypes.create,
  getUserType: userTypes.get,
  replaceUserType: userTypes.replace,
  updateUserType: userTypes.replace,
  deleteUserType: userTypes.remove,
}
