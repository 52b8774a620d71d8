import { type KindDefinition, page, PLAIN } from './definition.ts'

/** Applications and their credentials. */
export const APPS_KINDS = {
  app: {
    idPrefix: '0oa',
    errorKind: 'AppInstance',
    targetType: 'AppInstance',
    scope: 'apps',
    path: '/api/v1/apps',
    param: 'appId',
    singular: 'application',
    plural: 'applications',
    page: page(20, 200),
    table: 'apps',
    uiPath: '/applications/{id}',
    searchable: true,
  },
  /** With which an application or an identity provider signs; known by its `kid`. */
  signingKey: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'JsonWebKey',
    scope: 'apps',
    param: 'kid',
    singular: 'signing key',
    plural: 'signing keys',
    table: 'signing_keys',
  },
  certificateRequest: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'CertificateSigningRequest',
    scope: 'apps',
    param: 'csrId',
    singular: 'certificate signing request',
    plural: 'certificate signing requests',
    table: 'certificate_requests',
  },
  /** A public key of a client, among the settings of its application. */
  clientKey: {
    ...PLAIN,
    idPrefix: 'pks',
    errorKind: 'JsonWebKey',
    targetType: 'ClientKey',
    scope: 'apps',
    param: 'keyId',
    singular: 'client key',
    plural: 'client keys',
  },
  clientSecret: {
    ...PLAIN,
    idPrefix: 'ocs',
    errorKind: 'OAuth2ClientSecretMediated',
    targetType: 'ClientSecret',
    scope: 'apps',
    param: 'secretId',
    singular: 'client secret',
    plural: 'client secrets',
    table: 'client_secrets',
  },
  /** A scope of the interface that a client may ask for. */
  appGrant: {
    ...PLAIN,
    idPrefix: 'oag',
    errorKind: 'OAuth2ScopeConsentGrant',
    targetType: 'ScopeGrant',
    scope: 'appGrants',
    param: 'grantId',
    singular: 'grant',
    plural: 'grants',
    table: 'app_grants',
  },
  /** Of a client; none yet. */
  refreshToken: {
    ...PLAIN,
    idPrefix: 'oar',
    errorKind: 'OAuth2RefreshTokenTx',
    scope: 'apps',
    param: 'tokenId',
    singular: 'refresh token',
    plural: 'refresh tokens',
  },
} as const satisfies Record<string, KindDefinition>
