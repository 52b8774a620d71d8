import { createApp, deleteApp, listApps, replaceApp, setAppStatus } from '#operations/apps/apps.ts'
import { assignGroup, listAppGroups, patchGroup, readAppGroup, removeGroup } from '#operations/apps/assign-groups.ts'
import { assignmentsOf } from '#operations/apps/assignments-of-user.ts'
import { assignUser, removeUser } from '#operations/apps/assign-users.ts'
import { listAppUsers, readAppUser } from '#operations/apps/list-app-users.ts'
import { mapApplication } from '#operations/policies/mappings.ts'
import { newestSecret } from '#operations/apps/client-secrets.ts'
import type { App } from '#contract/apps/app.ts'
import type { AppWrite } from '#contract/apps/app-write.ts'
import type { Route } from '#contract/interface/route.ts'
import type { appRoutes } from '#contract/routes/apps.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { collectionHandlers, keptView } from '../collection.ts'
import { presentApp, presentAppGroup, presentAppUser, withClientSecret } from './presenter.ts'

const NOTHING = { body: undefined }

const apps = collectionHandlers({
  param: 'appId',
  list: ({ service }, query: Parameters<typeof listApps>[1]) => listApps(service, query),
  require: (_reader, id, { service }) => service.apps.get(id),
  create: (tx, body: AppWrite, { activate = true }, { service }) => createApp(tx, service.secretBox, body, activate),
  replace: (tx, id, body: AppWrite, { service }) => replaceApp(tx, service.secretBox, id, body),
  remove: deleteApp,
  setStatus: setAppStatus,
  present: keptView(presentApp),
})

/** What is made or replaced is answered with its secret; what is read is not (spec/5 §8.4). */
async function withSecret({ service, reader }: Pick<HandlerInput<Route>, 'service' | 'reader'>, reply: { body: App }) {
  const secret = await newestSecret(reader, service.secretBox, reply.body.id)
  return { body: withClientSecret(reply.body, secret) }
}

type Expanding = Pick<HandlerInput<Route>, 'reader' | 'base'> & { query: { expand?: string | undefined } }

/** What the person has of whom `expand` asks, beside each application that they have. */
async function withAssignments({ reader, base, query: { expand } }: Expanding, shown: readonly App[]): Promise<App[]> {
  if (expand === undefined) return [...shown]
  const ids = shown.map(({ id }) => id)
  const assignments = await assignmentsOf(reader, ids, expand.slice(expand.indexOf('/') + 1))
  return shown.map((app) => {
    const assignment = assignments.get(app.id)
    return assignment ? { ...app, _embedded: { user: presentAppUser(assignment, base) } } : app
  })
}

export const appHandlers: HandlerTable<typeof appRoutes> = {
  listApps: async (input) => {
    const { body, next } = await apps.list(input)
    return { body: await withAssignments(input, body), next }
  },
  createApp: async (input) => withSecret(input, await apps.create(input)),
  getApp: async (input) => {
    const { body } = await apps.get(input)
    if (input.query.expand === undefined) return { body, immutable: true }
    return { body: (await withAssignments(input, [body]))[0] ?? body }
  },
  replaceApp: async (input) => withSecret(input, await apps.replace(input)),
  deleteApp: apps.remove,
  activateApp: (input) => apps.activateQuietly(input, {}),
  deactivateApp: (input) => apps.deactivateQuietly(input, {}),

  listAppUsers: async ({ reader, base, params, query }) => {
    const page = await listAppUsers(reader, params.appId, query)
    return { body: page.items.map((user) => presentAppUser(user, base)), next: page.next }
  },

  assignAppUser: async ({ write, base, params, body }) => ({
    body: presentAppUser(await write((tx) => assignUser(tx, params.appId, body.id, body)), base),
  }),

  getAppUser: async ({ reader, base, params }) => ({
    body: presentAppUser(await readAppUser(reader, params.appId, params.userId), base),
  }),

  updateAppUser: async ({ write, base, params, body }) => ({
    body: presentAppUser(await write((tx) => assignUser(tx, params.appId, params.userId, body)), base),
  }),

  removeAppUser: async ({ write, params }) => {
    await write((tx) => removeUser(tx, params.appId, params.userId))
    return NOTHING
  },

  listAppGroups: async ({ reader, base, params, query }) => {
    const page = await listAppGroups(reader, params.appId, query)
    return { body: page.items.map((group) => presentAppGroup(group, base)), next: page.next }
  },

  getAppGroup: async ({ reader, base, params }) => ({
    body: presentAppGroup(await readAppGroup(reader, params.appId, params.groupId), base),
  }),

  assignAppGroup: async ({ write, base, params, body }) => ({
    body: presentAppGroup(await write((tx) => assignGroup(tx, params.appId, params.groupId, body ?? {})), base),
  }),

  updateAppGroup: async ({ write, base, params, body }) => ({
    body: presentAppGroup(await write((tx) => patchGroup(tx, params.appId, params.groupId, body)), base),
  }),

  removeAppGroup: async ({ write, params }) => {
    await write((tx) => removeGroup(tx, params.appId, params.groupId))
    return NOTHING
  },

  assignAppPolicy: async ({ write, params }) => {
    await write((tx) => mapApplication(tx, params.appId, params.policyId))
    return NOTHING
  },
}
