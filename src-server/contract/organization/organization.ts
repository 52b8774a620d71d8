import { z } from 'zod'
import { findCountry } from '../interface/countries.ts'
import { lineSchema, linkSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** Any host where it is said that this is an address, such as one of the own network. */
const whole = z.url({ protocol: /^https?$/, hostname: z.regexes.hostname })
const domain = z.url({ hostname: z.regexes.domain })

/** With or without `https://` in front, as the interface's own examples have it; never with a name or a password. */
function isWebAddress(text: string): boolean {
  if (/[\s\\@]/.test(text)) return false
  return SCHEME.test(text) ? whole.safeParse(text).success : domain.safeParse(`https://${text}`).success
}

/** Digits with what people put between them, and an extension. */
const PHONE = /^\+?[\d ()./#*,-]+(?: ?(?:x|ext\.?) ?\d{1,10})?$/i
const isPhoneNumber = (text: string) => PHONE.test(text) && text.replaceAll(/\D/g, '').length >= 3

/** A text that may be left out, `null` or empty, which all say that there is none. */
function optionalText(max: number, isValid: (text: string) => boolean = () => true, message = '') {
  return lineSchema()
    .trim()
    .max(max)
    .refine((text) => text === '' || isValid(text), message)
    .nullish()
}

const line = optionalText(LIMITS.organizationTextLength)
const number = optionalText(LIMITS.organizationNumberLength)
const phone = optionalText(LIMITS.organizationNumberLength, isPhoneNumber, 'must be a telephone number')
const address = optionalText(
  LIMITS.organizationTextLength,
  isWebAddress,
  'must be a web address such as www.example.com',
)
const country = optionalText(
  LIMITS.organizationTextLength,
  (text) => findCountry(text) !== null,
  'must be a country of ISO 3166, by its name or its code',
)

/** What is told of an organization beside its name; each may be missing (spec/2 "Org Setting"). */
const profile = {
  website: address,
  phoneNumber: phone,
  endUserSupportHelpURL: address,
  supportPhoneNumber: phone,
  address1: line,
  address2: line,
  city: line,
  state: line,
  country,
  postalCode: number,
} as const

export type OrganizationField = keyof typeof profile

/** Names of the fields, in the interface's order. */
export const ORGANIZATION_FIELDS = Object.keys(profile) as OrganizationField[]

/** What the fields read as without a value: the lines of the address `null`, the others empty (spec/5 §7). */
export const WITHOUT_VALUE: Readonly<Record<OrganizationField, '' | null>> = {
  website: '',
  phoneNumber: '',
  endUserSupportHelpURL: '',
  supportPhoneNumber: '',
  address1: null,
  address2: null,
  city: null,
  state: null,
  country: null,
  postalCode: null,
}

/** A whole profile: what it leaves out is deleted (spec/2 "Org settings"). The name stays needed. */
export const organizationReplaceSchema = z
  .object({ companyName: nameSchema, ...profile })
  .meta({ id: 'OrgSettingReplace' })
export type OrganizationReplace = z.output<typeof organizationReplaceSchema>

/** Some of a profile: what it leaves out, or gives as `null`, stays; an empty text takes a value away. */
export const organizationUpdateSchema = z
  .object({ companyName: nameSchema.nullish(), ...profile })
  .meta({ id: 'OrgSettingUpdate' })
export type OrganizationUpdate = z.output<typeof organizationUpdateSchema>

const text = z.string().nullable()

/** The organization (spec/2 "Org Setting", spec/5 §7). */
export const organizationSchema = z
  .object({
    id: z.string(),
    subdomain: z.string(),
    companyName: z.string(),
    status: z.enum(['ACTIVE', 'INACTIVE']),
    expiresAt: timestampSchema.nullable(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    website: text,
    phoneNumber: text,
    endUserSupportHelpURL: text,
    supportPhoneNumber: text,
    address1: text,
    address2: text,
    city: text,
    state: text,
    country: text,
    postalCode: text,
    _links: z.object({
      preferences: linkSchema,
      uploadLogo: linkSchema,
      svcCommunication: linkSchema,
      logo: linkSchema.nullable(),
      svcSupport: linkSchema,
      contacts: linkSchema,
    }),
  })
  .meta({ id: 'OrgSetting' })
export type Organization = z.output<typeof organizationSchema>
