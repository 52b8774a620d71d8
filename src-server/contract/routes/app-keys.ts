import { z } from 'zod'
import { appSchema } from '../apps/app.ts'
import { appWriteSchema } from '../apps/app-write.ts'
import { keyOperations } from '../credentials/key-routes.ts'
import { collection } from '../interface/collection.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const apps = collection('app', {
  tag: 'Applications',
  noun: 'an application',
  read: appSchema,
  write: appWriteSchema,
  created: 200,
})
const keys = keyOperations({ ...apps, managing: { ...apps.managing, subject: 'JsonWebKey' } })

/** Keys with which applications sign, and requests for their certificates (spec/2 "Applications", spec/5 §8.7). */
export const appKeyRoutes = {
  listAppKeys: defineRoute({ ...keys.list, summary: 'List the signing keys of an application' }),
  getAppKey: defineRoute({ ...keys.get, summary: 'Read a signing key of an application' }),
  generateAppKey: defineRoute({ ...keys.generate, summary: 'Make a signing key for an application' }),
  cloneAppKey: defineRoute({
    ...keys.clone,
    summary: 'Give another application the same signing key',
    query: z.object({ targetAid: idSchema.meta({ description: 'Identifier of the other application' }) }),
  }),
  listAppCsrs: defineRoute({ ...keys.listRequests, summary: 'List the certificate requests of an application' }),
  createAppCsr: defineRoute({ ...keys.request, summary: 'Make a certificate request for an application' }),
  getAppCsr: defineRoute({ ...keys.getRequest, summary: 'Read a certificate request of an application' }),
  deleteAppCsr: defineRoute({ ...keys.removeRequest, summary: 'Delete a certificate request of an application' }),
  publishAppCsr: defineRoute({
    ...keys.publish,
    summary: 'Make the certificate of a request a signing key of its application',
  }),
}
