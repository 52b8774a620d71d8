import { GROUP_TYPES } from '#contract/directory/group.ts'
import { profileSchema } from '#contract/directory/user.ts'
import { USER_STATUSES } from '#contract/directory/user-status.ts'
import { defineDialect, type AttributeTable } from './dialect.ts'
import type { AttributeType, Dialect, Operator } from './types.ts'

/** An attribute that the organization has added to the profiles of its people or groups. */
interface CustomAttribute {
  readonly name: string
  readonly type: ScalarType | 'array'
  /** Of an array: the type of its elements; unknown when absent. */
  readonly items?: { readonly type: ScalarType } | undefined
}
type ScalarType = 'string' | 'number' | 'integer' | 'boolean'

/** What every attribute can be asked; `ne`, `ew` and `not` are refused (spec/4 §2.2 "`search` grammar"). */
const SEARCHED: readonly Operator[] = ['eq', 'ge', 'gt', 'le', 'lt', 'sw', 'pr']
/** Which few attributes take `co`, the documents leave open: those that people are found by. */
const NAMING: readonly Operator[] = [...SEARCHED, 'co']

const TYPES: Readonly<Record<ScalarType, AttributeType>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}

/** Without a schema any name in the profile is an attribute, of any type; so is one that schemas define differently. */
function customTable(custom: readonly CustomAttribute[] | null): AttributeTable {
  if (custom === null) return { profile: { type: 'map' } }
  const table: Record<string, { type: AttributeType }> = {}
  for (const { name, type: declared, items } of custom) {
    const path = declared === 'array' ? `profile.${name}[]` : `profile.${name}`
    const type = declared !== 'array' ? TYPES[declared] : items ? TYPES[items.type] : 'any'
    table[path] = { type: table[path] && table[path].type !== type ? 'any' : type }
  }
  return table
}

const named = <Value>(names: readonly string[], value: Value) => Object.fromEntries(names.map((name) => [name, value]))

const FOUND_BY = ['login', 'email', 'firstName', 'lastName']
const USER_PROFILE: AttributeTable = {
  ...named(
    Object.keys(profileSchema.shape).map((name) => `profile.${name}`),
    { type: 'text' },
  ),
  ...named(
    FOUND_BY.map((name) => `profile.${name}`),
    { type: 'text', operators: NAMING },
  ),
}

/**
 * The `search` of people (spec/2 "User query options"). Names of attributes are exact, values are not.
 * @param custom attributes beyond those that every profile has; null while any other name is one
 */
export function userSearch(custom: readonly CustomAttribute[] | null): Dialect {
  return defineDialect({
    subject: 'the search of people',
    code: 'E0000031',
    operators: SEARCHED,
    not: false,
    exactNames: true,
    attributes: {
      ...customTable(custom),
      ...USER_PROFILE,
      id: { type: 'text', exact: true },
      status: { type: 'text', values: USER_STATUSES },
      ...named(['created', 'activated', 'statusChanged', 'lastUpdated'], { type: 'timestamp' }),
      'type.id': { type: 'text', exact: true },
    },
  })
}

/** The `filter` of people: a few attributes, and the case of letters counts (spec/2 "User query options"). */
export const USER_FILTER = defineDialect({
  subject: 'the filter of people',
  code: 'E0000053',
  operators: ['eq'],
  not: false,
  exactNames: true,
  attributes: {
    id: { type: 'text', exact: true },
    status: { type: 'text', exact: true, values: USER_STATUSES },
    lastUpdated: { type: 'timestamp', operators: ['eq', 'ge', 'gt', 'le', 'lt'] },
    ...named(
      FOUND_BY.map((name) => `profile.${name}`),
      { type: 'text', exact: true },
    ),
  },
})

/**
 * The `search` of groups; `profile.` may be left out (spec/2 "Groups", spec/4 §2.2).
 * @param custom as for {@link userSearch}
 */
export function groupSearch(custom: readonly CustomAttribute[] | null): Dialect {
  return defineDialect({
    subject: 'the search of groups',
    code: 'E0000031',
    operators: SEARCHED,
    not: false,
    exactNames: true,
    optionalPrefix: 'profile',
    attributes: {
      ...customTable(custom),
      ...named(['profile.name', 'profile.description'], { type: 'text', operators: NAMING }),
      id: { type: 'text', exact: true },
      type: { type: 'text', operators: ['eq'], values: GROUP_TYPES },
      'source.id': { type: 'text', exact: true },
      ...named(['created', 'lastUpdated', 'lastMembershipUpdated'], { type: 'timestamp' }),
    },
  })
}

/** The `filter` of groups (spec/2 "Groups"). */
export const GROUP_FILTER = defineDialect({
  subject: 'the filter of groups',
  code: 'E0000053',
  operators: ['eq'],
  not: false,
  exactNames: true,
  attributes: {
    id: { type: 'text', exact: true },
    type: { type: 'text', exact: true, values: GROUP_TYPES },
    ...named(['lastUpdated', 'lastMembershipUpdated'], { type: 'timestamp', operators: ['eq', 'gt', 'lt'] }),
  },
})
