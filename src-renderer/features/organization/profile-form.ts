import { ALL_COUNTRIES, findCountry } from '#contract/interface/countries.ts'
import { ORGANIZATION_FIELDS, type Organization, type OrganizationField } from '#contract/organization/organization.ts'
import { optionsOf, type Draft, type FieldSpec } from '#ui/resource/form/field-specs.ts'

/** What each field is called. */
export const FIELD_LABELS: Readonly<Record<OrganizationField, string>> = {
  website: 'Website',
  phoneNumber: 'Phone',
  endUserSupportHelpURL: 'Help page',
  supportPhoneNumber: 'Help desk',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  postalCode: 'Postal code',
}

const HELP: Readonly<Partial<Record<OrganizationField, string>>> = {
  endUserSupportHelpURL: 'Where people find help by themselves',
  supportPhoneNumber: 'The number that people call for help',
}

const COUNTRY_NAMES = ALL_COUNTRIES.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))

const fieldOf = (path: OrganizationField): FieldSpec => {
  const common = { path, label: FIELD_LABELS[path], ...(HELP[path] && { help: HELP[path] }) }
  return path === 'country'
    ? // One that was given as a code stays so until another is chosen.
      { ...common, control: 'choice', none: 'Not given', options: (draft) => countriesWith(draft['country']) }
    : { ...common, control: 'text' }
}

function countriesWith(given: unknown) {
  const isCode = typeof given === 'string' && given !== '' && !COUNTRY_NAMES.includes(given)
  const code = isCode ? [{ value: given, label: countryText(given) }] : []
  return [...code, ...optionsOf(COUNTRY_NAMES)]
}

/** A country as people read it: "Netherlands (NL)" where it was given as a code. */
function countryText(given: string): string {
  const name = findCountry(given)?.name
  return name && name !== given ? `${name} (${given})` : given
}

/** The form of the profile: the name, then what is told of the organization beside it. */
export const PROFILE_FIELDS: readonly FieldSpec[] = [
  { path: 'companyName', label: 'Name', control: 'text', required: true, wide: true },
  ...ORGANIZATION_FIELDS.map(fieldOf),
]

/** What the form begins with. */
export function draftOf(organization: Organization): Draft {
  const fields = ORGANIZATION_FIELDS.flatMap((field) => (organization[field] ? [[field, organization[field]]] : []))
  return { companyName: organization.companyName, ...(Object.fromEntries(fields) as Draft) }
}

/** The address as on an envelope, a line each. */
export function addressLines(organization: Organization): string[] {
  const { address1, address2, city, state, country, postalCode } = organization
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [address1, address2, place, state, country && countryText(country)].filter((line) => Boolean(line)) as string[]
}
