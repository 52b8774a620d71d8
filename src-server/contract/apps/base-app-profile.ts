import type { SchemaAttribute } from '../directory/profile-schema.ts'

interface Claim {
  readonly title: string
  /** All but the name by which people sign in have one (spec/6 4). */
  readonly description?: string
  /** The claim that carries it, where that is called otherwise. */
  readonly externalName?: string
}

/** The claims that the profile of a person in an OpenID Connect application holds, in the interface's order (spec/5 §6, spec/6 4). */
const CLAIMS: Readonly<Record<string, Claim>> = {
  userName: { title: 'Username', externalName: 'preferred_username' },
  name: { title: 'Name', description: 'Full name as it is displayed, with all its parts' },
  nickname: { title: 'Nickname', description: 'Casual name' },
  given_name: { title: 'Given Name', description: 'Given or first names' },
  middle_name: { title: 'Middle Name', description: 'Middle names' },
  family_name: { title: 'Family Name', description: 'Family or last names' },
  email: { title: 'Email', description: 'Preferred email address' },
  profile: { title: 'Profile URL', description: 'Address of the profile page' },
  picture: { title: 'Picture URL', description: 'Address of the profile picture' },
  website: { title: 'Website', description: 'Address of a web page or blog' },
  gender: { title: 'Gender', description: 'Gender' },
  birthdate: { title: 'Birthdate', description: 'Birthday, as YYYY-MM-DD' },
  zoneinfo: { title: 'Time Zone', description: 'Time zone by its name, such as Europe/Paris' },
  locale: { title: 'Locale Name', description: 'Language and country, such as en-US' },
  phone_number: { title: 'Phone Number', description: 'Preferred telephone number' },
  street_address: {
    title: 'Street Address',
    description: 'Street with number, also of several lines',
    externalName: 'address.street_address',
  },
  locality: { title: 'Locality', description: 'City or locality', externalName: 'address.locality' },
  region: { title: 'Region', description: 'State, province or region', externalName: 'address.region' },
  postal_code: { title: 'Postal Code', description: 'Zip or postal code', externalName: 'address.postal_code' },
  country: { title: 'Country', description: 'Country', externalName: 'address.country' },
  formatted: {
    title: 'Formatted',
    description: 'Whole address, as on a mailing label',
    externalName: 'address.formatted',
  },
}

function claim([name, { title, description, externalName }]: [string, Claim]): [string, SchemaAttribute] {
  return [
    name,
    {
      title,
      ...(description === undefined ? {} : { description }),
      type: 'string',
      ...(name === 'userName' ? { required: true as const } : {}),
      ...(externalName === undefined ? {} : { externalName }),
      scope: 'SELF',
    },
  ]
}

/** The base attributes of people in an OpenID Connect application. */
export const BASE_CLAIMS: Readonly<Record<string, SchemaAttribute>> = Object.fromEntries(
  Object.entries(CLAIMS).map(claim),
)

/** The base attributes of people in every other application. */
export const BASE_USER_NAME: Readonly<Record<string, SchemaAttribute>> = {
  userName: {
    ...{ title: 'Username', type: 'string', required: true, scope: 'NONE', maxLength: 100 },
    master: { type: 'PROFILE_MASTER' },
  },
}
