import { CONTACT_TYPES } from '../../organization/settings.ts'
import { calledAs, COMMON, LEFT, refersTo, textAt, type SyncedKind } from '../definition.ts'

/** The organization and who is asked about it. */
export const ORGANIZATION_SYNC = {
  organization: {
    ...calledAs('org'),
    source: { operation: 'getOrganization' },
    id: null,
    name: (body) => textAt(body, 'companyName'),
    fields: { ...COMMON, subdomain: LEFT.readOnly, status: LEFT.readOnly, expiresAt: LEFT.readOnly },
  },
  orgPreferences: {
    singular: 'preferences of the organization',
    plural: 'preferences of the organization',
    source: { operation: 'getOrgPreferences' },
    id: null,
    name: () => 'Preferences',
    fields: COMMON,
  },
  contact: {
    ...calledAs('contact'),
    source: {
      operation: 'getContact',
      calls: CONTACT_TYPES.map((contactType) => ({ params: { contactType } })),
    },
    id: null,
    name: () => 'Contact',
    fields: { ...COMMON, userId: refersTo('user') },
  },
  communication: {
    singular: 'vendor emails',
    plural: 'vendor emails',
    source: { operation: 'getCommunicationSetting' },
    id: null,
    name: () => 'Vendor emails',
    fields: COMMON,
  },
} as const satisfies Partial<Record<string, SyncedKind>>
