import { expect, it } from 'vitest'
import { organizationReplaceSchema, type Organization } from '#contract/organization/organization.ts'
import { addressesIn } from '#ui/features/organization/addresses.ts'
import { addressLines, draftOf, PROFILE_FIELDS } from '#ui/features/organization/profile-form.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { choicesOf } from '#ui/resource/form/field-specs.ts'

const organization = {
  companyName: 'Tidewrack',
  website: '',
  phoneNumber: '',
  endUserSupportHelpURL: 'help.tidewrack.example',
  supportPhoneNumber: '',
  address1: 'Kade 14',
  address2: null,
  city: 'Rotterdam',
  state: null,
  country: 'NL',
  postalCode: '3011 AA',
} as Organization

it('the form of the profile has a field for everything that the interface takes', () => {
  expect(PROFILE_FIELDS.map(({ path }) => path)).toEqual(Object.keys(organizationReplaceSchema.shape))
})

it('what the form holds unchanged is what the organization has, so that saving it changes nothing', () => {
  const { companyName, endUserSupportHelpURL, address1, city, country, postalCode } = organization
  const body = { companyName, endUserSupportHelpURL, address1, city, country, postalCode }
  expect(bodyOf(PROFILE_FIELDS, draftOf(organization))).toEqual(body)
})

it('an emptied field is left out, which deletes it, but for the name, which the service asks for', () => {
  expect(bodyOf(PROFILE_FIELDS, { ...draftOf(organization), city: '', companyName: '' })).toMatchObject({
    companyName: '',
    address1: 'Kade 14',
  })
  expect(bodyOf(PROFILE_FIELDS, { ...draftOf(organization), city: '' })).not.toHaveProperty('city')
})

it('every country can be chosen, and one that was given as a code stays among them', () => {
  const field = PROFILE_FIELDS.find(({ path }) => path === 'country')
  if (field?.control !== 'choice') throw new Error('the country is no choice')
  const [first, ...others] = choicesOf(field.options, { country: 'NL' })
  expect(first).toEqual({ value: 'NL', label: 'Netherlands (NL)' })
  expect(others.length).toBeGreaterThan(240)
  expect(choicesOf(field.options, { country: 'Netherlands' })).toHaveLength(others.length)
})

it('the address is shown as on an envelope, without empty lines', () => {
  expect(addressLines(organization)).toEqual(['Kade 14', '3011 AA Rotterdam', 'Netherlands (NL)'])
  expect(addressLines({ ...organization, address1: null, city: null, country: null, postalCode: null })).toEqual([])
})

it('addresses are read from lines or lists, each once', () => {
  expect(addressesIn(' a@x.test\n\nb@x.test; c@x.test,a@x.test ')).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(addressesIn(' \n')).toEqual([])
})
