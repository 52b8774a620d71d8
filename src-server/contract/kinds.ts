/** Everything by which one kind of object differs from the others, wherever kinds are listed. */
interface KindDefinition {
  /** The first three characters of its ids (spec/4 §1.5); two kinds may share them. Null: its ids have another form. */
  readonly idPrefix: string | null
  /** What its ids once began with; older ones still do. */
  readonly formerIdPrefix?: string
  /** As `E0000007` names it (spec/4 §3.6); null: never looked up by id. */
  readonly errorKind: string | null
  /** As the audit log names it where it is a target (spec/4 §3.3); null: never one. */
  readonly targetType: string | null
  /** Area of its OAuth scopes, `svc.<area>.read` (spec/4 §3.5). */
  readonly scope: string
  /** Its collection in the interface; null: it has none of its own, or lies below another object. */
  readonly path: string | null
  /** The placeholder for its id in paths. */
  readonly param: string | null
  readonly singular: string
  readonly plural: string
  /** Default and maximum size of a page of its list; null: the list comes whole. */
  readonly page: { readonly fallback: number; readonly max: number } | null
  /** The table that holds it; null: it is kept elsewhere, or not on disk. */
  readonly table: string | null
  /** Where the program shows one, with `{id}`; null: nowhere by itself. */
  readonly uiPath: string | null
  /** Whether the command palette finds it, by name or id. */
  readonly searchable: boolean
}

const page = (fallback: number, max: number) => ({ fallback, max })

/** What minor kinds lack. */
const PLAIN = {
  ...{ targetType: null, path: null, param: null, page: null, table: null, uiPath: null },
  searchable: false,
} as const

/**
 * Every kind of object, defined once: prefixes of ids, kinds of errors, audit targets, scopes, limits of pages, labels and
 * addresses are read from this table.
 */
export const KINDS = {
  policy: {
    idPrefix: '00p',
    errorKind: 'Policy',
    targetType: 'PolicyEntity',
    scope: 'policies',
    path: '/api/v1/policies',
    param: 'policyId',
    singular: 'policy',
    plural: 'policies',
    page: page(200, 200),
    table: 'policies',
    uiPath: '/policies/{id}',
    searchable: true,
  },
  /** The policies of a newer generation; they share the collection of the others. */
  ruleSet: {
    ...PLAIN,
    idPrefix: 'rst',
    errorKind: 'RuleSetEntity',
    targetType: 'PolicyEntity',
    scope: 'policies',
    singular: 'policy',
    plural: 'policies',
    table: 'policies',
    uiPath: '/policies/{id}',
    searchable: true,
  },
  policyRule: {
    ...PLAIN,
    idPrefix: '0pr',
    errorKind: 'PolicyRule',
    targetType: 'PolicyRule',
    scope: 'policies',
    param: 'ruleId',
    singular: 'rule',
    plural: 'rules',
    table: 'policy_rules',
  },
  /** Of rule sets. */
  ruleSetRule: {
    ...PLAIN,
    idPrefix: 'rul',
    errorKind: 'PolicyRule',
    targetType: 'PolicyRule',
    scope: 'policies',
    singular: 'rule',
    plural: 'rules',
    table: 'policy_rules',
  },
  mapping: {
    ...PLAIN,
    idPrefix: 'map',
    errorKind: 'PolicyMapping',
    scope: 'policies',
    param: 'mappingId',
    singular: 'mapping',
    plural: 'mappings',
    table: 'policy_mappings',
  },
  group: {
    idPrefix: '00g',
    errorKind: 'UserGroup',
    targetType: 'UserGroup',
    scope: 'groups',
    path: '/api/v1/groups',
    param: 'groupId',
    singular: 'group',
    plural: 'groups',
    page: page(10_000, 10_000),
    table: 'groups',
    uiPath: '/directory/groups/{id}',
    searchable: true,
  },
  /** As the public interface calls the tie between a group and who owns it. */
  groupOwner: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'LinkedObject',
    scope: 'groups',
    param: 'ownerId',
    singular: 'group owner',
    plural: 'group owners',
    table: 'group_owners',
    uiPath: null,
  },
  /** Puts people into groups by an expression. */
  groupRule: {
    ...PLAIN,
    idPrefix: '0pr',
    errorKind: 'PolicyRule',
    targetType: 'GroupRule',
    scope: 'groups',
    path: '/api/v1/groups/rules',
    param: 'groupRuleId',
    singular: 'group rule',
    plural: 'group rules',
    page: page(50, 200),
    table: 'group_rules',
    uiPath: '/group-rules?open={id}',
    searchable: true,
  },
  user: {
    idPrefix: '00u',
    errorKind: 'User',
    targetType: 'User',
    scope: 'users',
    path: '/api/v1/users',
    param: 'userId',
    singular: 'person',
    plural: 'people',
    page: page(200, 200),
    table: 'users',
    uiPath: '/directory/people/{id}',
    searchable: true,
  },
  userType: {
    idPrefix: 'oty',
    errorKind: 'UserType',
    targetType: 'UserType',
    scope: 'userTypes',
    path: '/api/v1/meta/types/user',
    param: 'typeId',
    singular: 'user type',
    plural: 'user types',
    page: null,
    table: 'user_types',
    uiPath: '/directory/user-types?open={id}',
    searchable: true,
  },
  schema: {
    ...PLAIN,
    idPrefix: 'osc',
    errorKind: 'UserSchema',
    scope: 'schemas',
    param: 'schemaId',
    singular: 'schema',
    plural: 'schemas',
  },
  org: {
    ...PLAIN,
    idPrefix: '00o',
    errorKind: null,
    targetType: 'Org',
    scope: 'orgs',
    singular: 'organization',
    plural: 'organizations',
  },
  /** Who is asked about one matter of the organization; known by that matter. */
  contact: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'ContactType',
    scope: 'orgs',
    path: '/api/v1/org/contacts',
    param: 'contactType',
    singular: 'contact',
    plural: 'contacts',
    table: 'organization_contacts',
  },
  /** Known by its address. */
  bouncedAddress: {
    ...PLAIN,
    idPrefix: null,
    errorKind: null,
    scope: 'orgs',
    path: '/gatehouse/v1/organization/bounces',
    singular: 'bounced address',
    plural: 'bounced addresses',
    page: page(50, 200),
    table: 'bounced_addresses',
  },
  /** A picture of the organization or of an application. */
  logo: {
    ...PLAIN,
    idPrefix: 'fs0',
    errorKind: null,
    scope: 'apps',
    singular: 'logo',
    plural: 'logos',
    table: 'logos',
  },
  /** The service itself as the maker of what no person made. */
  systemPrincipal: {
    ...PLAIN,
    idPrefix: 'spr',
    errorKind: null,
    scope: 'orgs',
    singular: 'system principal',
    plural: 'system principals',
  },
  apiToken: {
    ...PLAIN,
    idPrefix: '00T',
    errorKind: null,
    targetType: 'Token',
    scope: 'apiTokens',
    singular: 'API token',
    plural: 'API tokens',
    table: 'api_tokens',
  },
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
  zone: {
    idPrefix: 'nzo',
    errorKind: 'NetworkZone',
    targetType: 'NetworkZone',
    scope: 'networkZones',
    path: '/api/v1/zones',
    param: 'zoneId',
    singular: 'network zone',
    plural: 'network zones',
    page: page(200, 200),
    table: 'zones',
    uiPath: '/networks/{id}',
    searchable: true,
  },
  authorizationServer: {
    idPrefix: 'aus',
    errorKind: 'AuthorizationServer',
    targetType: 'AuthorizationServer',
    scope: 'authorizationServers',
    path: '/api/v1/authorizationServers',
    param: 'authServerId',
    singular: 'authorization server',
    plural: 'authorization servers',
    page: page(200, 200),
    table: 'authorization_servers',
    uiPath: '/access/authorization-servers?open={id}',
    searchable: true,
  },
  authenticator: {
    idPrefix: 'aut',
    errorKind: 'Authenticator',
    targetType: 'Authenticator',
    scope: 'authenticators',
    path: '/api/v1/authenticators',
    param: 'authenticatorId',
    singular: 'authenticator',
    plural: 'authenticators',
    page: page(200, 200),
    table: 'supporting_objects',
    uiPath: '/access/authenticators?open={id}',
    searchable: true,
  },
  behavior: {
    idPrefix: 'bhv',
    formerIdPrefix: 'beh',
    errorKind: 'Behavior',
    targetType: 'Behavior',
    scope: 'behaviors',
    path: '/api/v1/behaviors',
    param: 'behaviorId',
    singular: 'behavior',
    plural: 'behaviors',
    page: page(10, 200),
    table: 'supporting_objects',
    uiPath: '/access/behaviours?open={id}',
    searchable: true,
  },
  deviceAssurance: {
    idPrefix: 'dae',
    errorKind: 'DeviceAssurance',
    targetType: 'DeviceAssurance',
    scope: 'deviceAssurance',
    path: '/api/v1/device-assurances',
    param: 'deviceAssuranceId',
    singular: 'device assurance',
    plural: 'device assurances',
    page: page(200, 200),
    table: 'supporting_objects',
    uiPath: '/access/device-assurance?open={id}',
    searchable: true,
  },
  identityProvider: {
    idPrefix: '0oa',
    errorKind: 'IdpTrust',
    targetType: 'IdpTrust',
    scope: 'idps',
    path: '/api/v1/idps',
    param: 'idpId',
    singular: 'identity provider',
    plural: 'identity providers',
    page: page(20, 200),
    table: 'supporting_objects',
    uiPath: '/identity-providers/{id}',
    searchable: true,
  },
  /** A certificate that providers are trusted by; known by its `kid`. */
  trustKey: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'IdpTrust',
    scope: 'idps',
    param: 'trustKid',
    singular: 'trusted certificate',
    plural: 'trusted certificates',
    table: 'signing_keys',
  },
  eventHook: {
    idPrefix: 'who',
    errorKind: 'Webhook',
    targetType: 'Webhook',
    scope: 'eventHooks',
    path: '/api/v1/eventHooks',
    param: 'eventHookId',
    singular: 'event hook',
    plural: 'event hooks',
    page: page(200, 200),
    table: 'event_hooks',
    uiPath: '/hooks/{id}',
    searchable: true,
  },
  hookDelivery: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'HookDelivery',
    scope: 'eventHooks',
    param: 'deliveryId',
    singular: 'delivery',
    plural: 'deliveries',
    page: page(50, 200),
    table: 'hook_deliveries',
  },
  logEvent: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'LogEvent',
    scope: 'logs',
    path: '/api/v1/logs',
    param: 'uuid',
    singular: 'event',
    plural: 'events',
    page: page(100, 1_000),
    uiPath: '/audit?event={id}',
    table: 'log_events',
  },
  savedSearch: {
    ...PLAIN,
    idPrefix: 'srs',
    errorKind: 'SavedSearch',
    targetType: 'SavedSearch',
    scope: 'logs',
    path: '/gatehouse/v1/logs/searches',
    param: 'searchId',
    singular: 'saved search',
    plural: 'saved searches',
    table: 'saved_searches',
  },
  logExport: {
    ...PLAIN,
    idPrefix: 'lex',
    errorKind: 'LogExport',
    targetType: 'LogExport',
    scope: 'logs',
    path: '/gatehouse/v1/logs/exports',
    param: 'exportId',
    singular: 'export',
    plural: 'exports',
  },
  logImport: {
    ...PLAIN,
    idPrefix: 'lim',
    errorKind: 'LogImport',
    scope: 'logs',
    path: '/gatehouse/v1/logs/imports',
    param: 'importId',
    singular: 'import',
    plural: 'imports',
    table: 'log_imports',
  },
  directoryImport: {
    ...PLAIN,
    idPrefix: 'dim',
    errorKind: 'DirectoryImport',
    targetType: 'DirectoryImport',
    scope: 'users',
    path: '/gatehouse/v1/directory/imports',
    param: 'directoryImportId',
    singular: 'import',
    plural: 'imports',
    table: 'directory_imports',
  },
  /** Beside those of the audit log, in the same table. */
  peopleSearch: {
    ...PLAIN,
    idPrefix: 'srs',
    errorKind: 'SavedSearch',
    scope: 'users',
    path: '/gatehouse/v1/directory/searches',
    param: 'peopleSearchId',
    singular: 'saved search of people',
    plural: 'saved searches of people',
    table: 'saved_searches',
  },
  peopleChange: {
    ...PLAIN,
    idPrefix: 'pch',
    errorKind: 'PeopleChange',
    scope: 'users',
    path: '/gatehouse/v1/directory/people-changes',
    param: 'peopleChangeId',
    singular: 'change of people',
    plural: 'changes of people',
    table: 'people_changes',
  },
  objectVersion: {
    ...PLAIN,
    idPrefix: null,
    errorKind: 'ObjectVersion',
    scope: 'policies',
    path: '/gatehouse/v1/versions',
    param: 'versionId',
    singular: 'version',
    plural: 'versions',
    page: page(50, 200),
    table: 'object_versions',
  },
  job: {
    ...PLAIN,
    idPrefix: 'job',
    errorKind: 'Job',
    scope: 'orgs',
    path: '/gatehouse/v1/jobs',
    param: 'jobId',
    singular: 'job',
    plural: 'jobs',
    table: 'jobs',
  },
  /** In memory only. */
  changeReview: {
    ...PLAIN,
    idPrefix: 'crv',
    errorKind: 'ChangeReview',
    scope: 'policies',
    path: '/gatehouse/v1/change-reviews',
    param: 'reviewId',
    singular: 'review of a change',
    plural: 'reviews of changes',
  },
  /** In memory only. */
  groupRulePreview: {
    ...PLAIN,
    idPrefix: 'grv',
    errorKind: 'GroupRulePreview',
    scope: 'groups',
    path: '/gatehouse/v1/group-rules/previews',
    param: 'previewId',
    singular: 'preview of a group rule',
    plural: 'previews of group rules',
  },
} as const satisfies Record<string, KindDefinition>

type Kinds = typeof KINDS
export type KindName = keyof Kinds
/** The kinds whose ids have a prefix. */
export type PrefixedKind = { [K in KindName]: Kinds[K]['idPrefix'] extends string ? K : never }[KindName]
/** The kinds that can be the target of an event. */
export type TargetKind = { [K in KindName]: Kinds[K]['targetType'] extends string ? K : never }[KindName]
/** The kinds that the command palette finds and the program shows. */
export type SearchableKind = { [K in KindName]: Kinds[K]['searchable'] extends true ? K : never }[KindName]
/** The kinds that the program shows, each object at an address of its own. */
type ShownKind = { [K in KindName]: Kinds[K]['uiPath'] extends string ? K : never }[KindName]
/** How `E0000007` names one of some kinds, or of all. */
export type ErrorKindOf<K extends KindName = KindName> = NonNullable<Kinds[K]['errorKind']>
export type ScopeAreaOf<K extends KindName = KindName> = Kinds[K]['scope']

/** The table as a list. */
export const KIND_LIST: readonly (KindDefinition & { readonly name: KindName })[] = (
  Object.keys(KINDS) as KindName[]
).map((name) => ({ name, ...KINDS[name] }))

/** The kinds whose ids begin as a text does: two for `0oa`, none for what is no id. */
export function kindsOfId(id: string): KindName[] {
  return KIND_LIST.flatMap(({ name, idPrefix, formerIdPrefix }) =>
    [idPrefix, formerIdPrefix].some((prefix) => prefix && id.startsWith(prefix)) ? [name] : [],
  )
}

type Names = 'errorKind' | 'targetType'

/** The kind that errors and references, or events, call by a name: the first where two share it; undefined where none is so called. */
export function kindCalled(field: Names, name: string): KindName | undefined {
  return KIND_LIST.find((kind) => kind[field] === name)?.name
}

/** The label of one object of a kind, by what errors, references or events call the kind; undefined where none is so called. */
export function labelOf(field: Names, name: string): string | undefined {
  const kind = kindCalled(field, name)
  return kind && KINDS[kind].singular
}

/** Where the program shows an object; null for kinds that it shows nowhere by themselves. */
export function uiPathOf(kind: ShownKind, id: string): string
export function uiPathOf(kind: KindName, id: string): string | null
export function uiPathOf(kind: KindName, id: string): string | null {
  return KINDS[kind].uiPath?.replace('{id}', encodeURIComponent(id)) ?? null
}
