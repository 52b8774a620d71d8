import { nameProblem, type AppKind } from '../../apps/app-kinds.ts'
import { textAt, valueAt, withValue, type Body } from '../definition.ts'
import { relation, standard, type Target, type WriteCall, type Writing } from '../writing.ts'
import { schemaWriting } from './directory.ts'

const kindOf = (body: Body) => ({ name: textAt(body, 'name'), signOnMode: valueAt(body, 'signOnMode') }) as AppKind

const app = standard({
  idKind: 'app',
  one: 'appId',
  get: 'getApp',
  create: 'createApp',
  replace: 'replaceApp',
  remove: 'deleteApp',
  switches: { on: 'activateApp', off: 'deactivateApp', atRest: 'removed' },
  // Names that are made from labels, or are not in the catalogue here, cannot be chosen.
  bodyOf: ({ id, body }) => (id || nameProblem(kindOf(body)) === null ? body : withValue(body, ['name'], undefined)),
})

/** The policies of an application, which links name: each is given by an operation of its own. */
function policiesOf({ id: appId, body }: Target, before: Body = {}): WriteCall[] {
  return ['accessPolicy', 'profileEnrollment'].flatMap((name) => {
    const policyId = textAt(body, name)
    return policyId && policyId !== textAt(before, name)
      ? [{ operation: 'assignAppPolicy' as const, params: { appId, policyId } }]
      : []
  })
}

const appUserBody = ({ id, body }: Target) => ({
  id,
  scope: 'USER',
  profile: body['profile'],
  credentials: body['credentials'],
})

/** Writes applications, and who has them. */
export const APPS_WRITES = {
  app: {
    ...app,
    afterwards: policiesOf,
    change: (target, before) => [...(app.change?.(target, before) ?? []), ...policiesOf(target, before)],
  },
  appSchema: schemaWriting('updateAppUserSchema', ({ above: [appId = ''] }) => ({ appId })),
  appUser: {
    idKind: null,
    get: ({ above: [appId = ''], id: userId }) => ({ operation: 'getAppUser', params: { appId, userId } }),
    create: (target) => ({
      operation: 'assignAppUser',
      params: { appId: target.above[0] ?? '' },
      body: appUserBody(target),
    }),
    change: (target) => [
      {
        operation: 'updateAppUser',
        params: { appId: target.above[0] ?? '', userId: target.id },
        body: appUserBody(target),
      },
    ],
    remove: ({ above: [appId = ''], id: userId }) => [{ operation: 'removeAppUser', params: { appId, userId } }],
  },
  appGroup: {
    ...relation({
      above: ['appId'],
      one: 'groupId',
      add: 'assignAppGroup',
      drop: 'removeAppGroup',
      bodyOf: ({ body }) => body,
    }),
    get: ({ above: [appId = ''], id: groupId }) => ({ operation: 'getAppGroup', params: { appId, groupId } }),
    change: ({ above: [appId = ''], id: groupId, body }) => [
      { operation: 'assignAppGroup', params: { appId, groupId }, body },
    ],
  },
  appGrant: {
    idKind: 'appGrant',
    get: ({ above: [appId = ''], id: grantId }) => ({ operation: 'getAppGrant', params: { appId, grantId } }),
    create: ({ above: [appId = ''], body, side }) => ({
      operation: 'grantScope',
      params: { appId },
      body: { scopeId: textAt(body, 'scopeId'), issuer: side.address },
    }),
    change: null,
    remove: ({ above: [appId = ''], id: grantId }) => [{ operation: 'revokeAppGrant', params: { appId, grantId } }],
  },
} as const satisfies Partial<Record<string, Writing>>
