import type { SchemaAttribute } from '../directory/profile-schema.ts'

type Row = readonly [name: string, title: string, externalName?: string]

/** The claims that the profile of a person in an OpenID Connect application holds, in the interface's order (spec/5 §6). */
const CLAIMS: readonly Row[] = [
  ['userName', 'Username', 'preferred_username'],
  ['name', 'Name'],
  ['nickname', 'Nickname'],
  ['given_name', 'Given name'],
  ['middle_name', 'Middle name'],
  ['family_name', 'Family name'],
  ['email', 'Email'],
  ['profile', 'Profile'],
  ['picture', 'Picture'],
  ['website', 'Website'],
  ['gender', 'Gender'],
  ['birthdate', 'Birthdate'],
  ['zoneinfo', 'Time zone'],
  ['locale', 'Locale'],
  ['phone_number', 'Phone number'],
  ['street_address', 'Street address', 'address.street_address'],
  ['locality', 'Locality', 'address.locality'],
  ['region', 'Region', 'address.region'],
  ['postal_code', 'Postal code', 'address.postal_code'],
  ['country', 'Country', 'address.country'],
  ['formatted', 'Formatted address', 'address.formatted'],
]

const REQUIRED_CLAIMS: ReadonlySet<string> = new Set(['userName', 'name'])

function claim([name, title, externalName]: Row): [string, SchemaAttribute] {
  const required = REQUIRED_CLAIMS.has(name) ? { required: true as const } : {}
  return [
    name,
    { title, type: 'string', ...required, ...(externalName === undefined ? {} : { externalName }), scope: 'SELF' },
  ]
}

/** The base attributes of people in an OpenID Connect application. */
export const BASE_CLAIMS: Readonly<Record<string, SchemaAttribute>> = Object.fromEntries(CLAIMS.map(claim))

/** The base attributes of people in every other application. */
export const BASE_USER_NAME: Readonly<Record<string, SchemaAttribute>> = {
  userName: {
    ...{ title: 'Username', type: 'string', required: true, scope: 'NONE', maxLength: 100 },
    master: { type: 'PROFILE_MASTER' },
  },
}
