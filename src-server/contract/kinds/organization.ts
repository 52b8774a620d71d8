import { type KindDefinition, page, PLAIN } from './definition.ts'

/** The organization and the service itself. */
export const ORGANIZATION_KINDS = {
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
  /** An instance elsewhere. */
  connection: {
    ...PLAIN,
    idPrefix: 'rcn',
    errorKind: 'Connection',
    targetType: 'Connection',
    scope: 'orgs',
    path: '/gatehouse/v1/connections',
    param: 'connectionId',
    singular: 'connection',
    plural: 'connections',
    page: page(50, 200),
    table: 'connections',
    uiPath: '/sync/{id}',
  },
  /** The steps that make one side be as another. */
  syncPlan: {
    ...PLAIN,
    idPrefix: 'spl',
    errorKind: 'SyncPlan',
    scope: 'orgs',
    path: '/gatehouse/v1/sync-plans',
    param: 'syncPlanId',
    singular: 'plan',
    plural: 'plans',
    page: page(20, 200),
    table: 'sync_plans',
  },
} as const satisfies Record<string, KindDefinition>
