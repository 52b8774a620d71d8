import type { App } from '#contract/apps/app.ts'
import { api } from '#ui/api/client.ts'
import type { KeyOwner } from '#ui/resource/credentials/key-owner.ts'
import { isManaged } from './applications.ts'

/** An application as the owner of the keys that it signs with. */
export function keyOwnerOf(app: App): KeyOwner {
  const params = { appId: app.id }
  const { credentials, label } = app
  return {
    noun: 'application',
    fileName: app.name,
    canManage: isManaged(app),
    signingKid: credentials.signing.kid,
    listKeys: (signal) => api.call('listAppKeys', { params, signal }),
    generateKey: (years) => api.call('generateAppKey', { params, query: { validityYears: years as never } }),
    listRequests: (signal) => api.call('listAppCsrs', { params, signal }),
    makeRequest: (body) => api.call('createAppCsr', { params, body }),
    deleteRequest: (csrId) => api.call('deleteAppCsr', { params: { ...params, csrId } }),
    publish: (csrId, upload) => api.call('publishAppCsr', { params: { ...params, csrId }, upload }),
    signWith: (kid) =>
      api.call('replaceApp', { params, body: { ...app, credentials: { ...credentials, signing: { kid } } } }),
    beforeRotation: `Give the service its certificate first: until it has that, it refuses what ${label} signs, and people cannot sign in to it.`,
  }
}
