import { createApp, deleteApp, listApps, replaceApp, requireApp, setAppStatus } from '../../../operations/apps/apps.ts'
import {
  assignGroup,
  assignUser,
  listAppGroups,
  listAppUsers,
  removeGroup,
  removeUser,
} from '../../../operations/apps/assignments.ts'
import { mapApplication } from '../../../operations/policies/mappings.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentApp, presentAppGroup, presentAppUser } from './presenter.ts'

const NOTHING = { body: undefined }

export const appHandlers: HandlerTable<'apps'> = {
  listApps: async ({ service, base, query }) => {
    const page = await listApps(service, query)
    return { body: page.items.map((row) => presentApp(row, base)), next: page.next }
  },

  createApp: async ({ service, act, base, body, query }) => {
    const id = await createApp(service, act, body, query.activate)
    return { body: presentApp(await requireApp(service, id), base) }
  },

  getApp: async ({ service, base, params }) => ({ body: presentApp(await requireApp(service, params.appId), base) }),

  replaceApp: async ({ service, act, base, params, body }) => {
    await replaceApp(service, act, params.appId, body)
    return { body: presentApp(await requireApp(service, params.appId), base) }
  },

  deleteApp: async ({ service, act, params }) => {
    await deleteApp(service, act, params.appId)
    return NOTHING
  },

  activateApp: async ({ service, act, params }) => {
    await setAppStatus(service, act, params.appId, 'ACTIVE')
    return { body: {} }
  },

  deactivateApp: async ({ service, act, params }) => {
    await setAppStatus(service, act, params.appId, 'INACTIVE')
    return { body: {} }
  },

  listAppUsers: async ({ service, base, params, query }) => {
    const page = await listAppUsers(service, params.appId, query)
    return { body: page.items.map((row) => presentAppUser(row, params.appId, base)), next: page.next }
  },

  assignAppUser: async ({ service, act, base, params, body }) => {
    const row = await assignUser(service, act, params.appId, body.id, body.profile)
    return { body: presentAppUser(row, params.appId, base) }
  },

  removeAppUser: async ({ service, act, params }) => {
    await removeUser(service, act, params.appId, params.userId)
    return NOTHING
  },

  listAppGroups: async ({ service, base, params, query }) => {
    const page = await listAppGroups(service, params.appId, query)
    return { body: page.items.map((row) => presentAppGroup(row, params.appId, base)), next: page.next }
  },

  assignAppGroup: async ({ service, act, base, params, body }) => {
    const row = await assignGroup(service, act, params.appId, params.groupId, body ?? {})
    return { body: presentAppGroup(row, params.appId, base) }
  },

  removeAppGroup: async ({ service, act, params }) => {
    await removeGroup(service, act, params.appId, params.groupId)
    return NOTHING
  },

  assignAppPolicy: async ({ service, act, params }) => {
    await mapApplication(service, act, params.appId, params.policyId)
    return NOTHING
  },
}
