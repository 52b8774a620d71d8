import { textAt, valueAt } from '../definition.ts'
import type { Writing } from '../writing.ts'

/** There is one of each, which is only changed. */
const ONE = { idKind: null, create: null, remove: null } as const

/** Writes the organization and who is asked about it. */
export const ORGANIZATION_WRITES = {
  organization: { ...ONE, change: ({ body }) => [{ operation: 'replaceOrganization', body }] },
  orgPreferences: {
    ...ONE,
    change: ({ body }) => [
      {
        operation: valueAt(body, 'showEndUserFooter') === true ? 'showEndUserFooter' : 'hideEndUserFooter',
      },
    ],
  },
  contact: {
    ...ONE,
    change: ({ call: contactType, body }) => [
      { operation: 'replaceContact', params: { contactType }, body: { userId: textAt(body, 'userId') } },
    ],
  },
  communication: {
    ...ONE,
    change: ({ body }) => [{ operation: valueAt(body, 'optOutEmailUsers') === true ? 'optUsersOut' : 'optUsersIn' }],
  },
} as const satisfies Partial<Record<string, Writing>>
