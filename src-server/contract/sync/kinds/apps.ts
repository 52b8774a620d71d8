import {
  calledAs,
  COMMON,
  LEFT,
  refersTo,
  textAt,
  UNORDERED,
  valueAt,
  type Body,
  type SyncedKind,
} from '../definition.ts'

/** The mode of clients, which alone have grants. */
const isClient = (app: Body) =>
  textAt(app, 'signOnMode') === 'OPENID_CONNECT' && valueAt(app, 'credentials.oauthClient') !== undefined

const ofApp = { kind: 'app', params: { appId: 'id' } } as const

/** Applications, and who has them. */
export const APPS_SYNC = {
  app: {
    ...calledAs('app'),
    source: { operation: 'listApps', list: true, one: { operation: 'getApp', param: 'appId' } },
    id: 'id',
    name: (body) => textAt(body, 'label'),
    naturalKey: (body) => [textAt(body, 'signOnMode'), textAt(body, 'label')],
    fromLinks: { accessPolicy: 'accessPolicy', profileEnrollment: 'profileEnrollment' },
    fields: {
      ...COMMON,
      // Of a custom one it holds the name of the organization; one of the catalogue or the platform never changes it.
      name: LEFT.readOnly,
      features: LEFT.readOnly,
      signOnMode: LEFT.readOnly,
      'credentials.signing': LEFT.derived,
      'credentials.oauthClient.client_id': LEFT.derived,
      'credentials.oauthClient.client_secret': LEFT.writeOnly,
      'credentials.password': LEFT.writeOnly,
      // Their keys hold the name.
      'visibility.appLinks': LEFT.derived,
      'settings.signOn.acsEndpoints': UNORDERED,
      'settings.signOn.inlineHooks.[]._links': LEFT.derived,
      'settings.oauthClient.redirect_uris': UNORDERED,
      'settings.oauthClient.post_logout_redirect_uris': UNORDERED,
      'settings.oauthClient.response_types': UNORDERED,
      'settings.oauthClient.grant_types': UNORDERED,
      'settings.oauthClient.jwks.keys': UNORDERED,
      'settings.oauthClient.jwks.keys.[].id': LEFT.derived,
      'settings.oauthClient.jwks.keys.[].created': LEFT.state,
      'settings.oauthClient.jwks.keys.[].lastUpdated': LEFT.state,
      accessPolicy: refersTo('policy'),
      profileEnrollment: refersTo('policy'),
    },
  },
  appSchema: {
    singular: 'schema of an application',
    plural: 'schemas of applications',
    source: { operation: 'getAppUserSchema', within: ofApp },
    id: null,
    name: (body) => textAt(body, 'title'),
    fields: {
      ...COMMON,
      $schema: LEFT.derived,
      name: LEFT.derived,
      title: LEFT.derived,
      type: LEFT.derived,
      properties: LEFT.derived,
      'definitions.base.id': LEFT.derived,
      'definitions.custom.id': LEFT.derived,
      'definitions.base.required': UNORDERED,
      'definitions.custom.required': UNORDERED,
    },
  },
  appUser: {
    singular: 'assignment of a person',
    plural: 'assignments of people',
    source: {
      operation: 'listAppUsers',
      list: true,
      within: ofApp,
      one: { operation: 'getAppUser', param: 'userId' },
      // The others follow from groups.
      where: (item) => textAt(item, 'scope') === 'USER',
    },
    id: { relatesTo: ['user'], at: 'id' },
    name: (body) => textAt(body, 'credentials.userName'),
    fields: {
      ...COMMON,
      scope: LEFT.derived,
      status: LEFT.state,
      statusChanged: LEFT.state,
      passwordChanged: LEFT.state,
      syncState: LEFT.state,
      externalId: LEFT.state,
    },
  },
  appGroup: {
    singular: 'assignment of a group',
    plural: 'assignments of groups',
    source: { operation: 'listAppGroups', list: true, within: ofApp },
    id: { relatesTo: ['group'], at: 'id' },
    name: (body) => textAt(body, 'id'),
    fields: { ...COMMON, priority: { left: 'order' } },
    order: () => 'groups',
  },
  appGrant: {
    singular: 'grant of a scope',
    plural: 'grants of scopes',
    source: { operation: 'listAppGrants', list: true, within: { ...ofApp, where: isClient } },
    id: 'id',
    name: (body) => textAt(body, 'scopeId'),
    naturalKey: (body) => [textAt(body, 'scopeId')],
    fields: { ...COMMON, issuer: LEFT.derived, clientId: LEFT.derived, source: LEFT.readOnly },
  },
} as const satisfies Partial<Record<string, SyncedKind>>
