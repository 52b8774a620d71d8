import type { appKeyRoutes } from '#contract/routes/app-keys.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { keyHandlers } from '../signing-keys/key-handlers.ts'

const keys = keyHandlers('app', 'appId')

export const appKeyHandlers: HandlerTable<typeof appKeyRoutes> = {
  listAppKeys: keys.list,
  getAppKey: keys.get,
  generateAppKey: keys.generate,
  cloneAppKey: (input) => keys.clone(input, input.query.targetAid),
  listAppCsrs: keys.listRequests,
  createAppCsr: keys.request,
  getAppCsr: keys.getRequest,
  deleteAppCsr: keys.removeRequest,
  publishAppCsr: keys.publish,
}
