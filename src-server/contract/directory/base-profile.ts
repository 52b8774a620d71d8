import { z } from 'zod'
import { lineSchema, nameOfLength } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** What people themselves may do with an attribute of theirs. */
export const SELF_ACTIONS = ['HIDE', 'READ_ONLY', 'READ_WRITE'] as const
type SelfAction = (typeof SELF_ACTIONS)[number]

/** An attribute that the interface gives to every profile of a kind, as its schema shows it. */
export interface BaseAttribute {
  readonly name: string
  readonly title: string
  readonly description?: string
  /** Whether profiles need it as long as nothing else was said. */
  readonly required?: true
  readonly format?: 'email' | 'uri' | 'country-code' | 'language-code' | 'locale' | 'timezone'
  readonly minLength?: number
  readonly maxLength?: number
  readonly self: SelfAction
  /** What the interface shows no limit for has this one of ours, in characters. */
  readonly text?: 'lines'
}

/**
 * The 31 attributes of every person (spec/5 §6), in the interface's order: the one table from which the base of user schemas, the
 * validation of profiles and the forms derive.
 */
export const BASE_USER_ATTRIBUTES = [
  { name: 'login', title: 'Username', required: true, minLength: 5, maxLength: 100, self: 'READ_WRITE' },
  { name: 'firstName', title: 'First name', required: true, minLength: 1, maxLength: 50, self: 'READ_WRITE' },
  { name: 'lastName', title: 'Last name', minLength: 1, maxLength: 50, self: 'READ_WRITE' },
  { name: 'middleName', title: 'Middle name', self: 'READ_ONLY' },
  { name: 'honorificPrefix', title: 'Honorific prefix', self: 'READ_ONLY' },
  { name: 'honorificSuffix', title: 'Honorific suffix', self: 'READ_ONLY' },
  { name: 'email', title: 'Primary email', required: true, format: 'email', self: 'READ_WRITE' },
  { name: 'title', title: 'Title', self: 'READ_ONLY' },
  { name: 'displayName', title: 'Display name', self: 'READ_ONLY' },
  { name: 'nickName', title: 'Nickname', self: 'READ_ONLY' },
  { name: 'profileUrl', title: 'Profile Url', format: 'uri', self: 'READ_ONLY' },
  { name: 'secondEmail', title: 'Secondary email', format: 'email', self: 'READ_WRITE' },
  { name: 'mobilePhone', title: 'Mobile phone', maxLength: 100, self: 'READ_WRITE' },
  { name: 'primaryPhone', title: 'Primary phone', maxLength: 100, self: 'HIDE' },
  { name: 'streetAddress', title: 'Street address', self: 'HIDE', text: 'lines' },
  { name: 'city', title: 'City', self: 'HIDE' },
  { name: 'state', title: 'State', self: 'HIDE' },
  { name: 'zipCode', title: 'Zip code', self: 'HIDE' },
  { name: 'countryCode', title: 'Country code', format: 'country-code', self: 'HIDE' },
  { name: 'postalAddress', title: 'Postal Address', self: 'HIDE', text: 'lines' },
  { name: 'preferredLanguage', title: 'Preferred language', format: 'language-code', self: 'READ_ONLY' },
  { name: 'locale', title: 'Locale', format: 'locale', self: 'READ_ONLY' },
  { name: 'timezone', title: 'Time zone', format: 'timezone', self: 'READ_ONLY' },
  { name: 'userType', title: 'User type', self: 'READ_ONLY' },
  { name: 'employeeNumber', title: 'Employee number', self: 'READ_ONLY' },
  { name: 'costCenter', title: 'Cost center', self: 'READ_ONLY' },
  { name: 'organization', title: 'Organization', self: 'READ_ONLY' },
  { name: 'division', title: 'Division', self: 'READ_ONLY' },
  { name: 'department', title: 'Department', self: 'READ_ONLY' },
  { name: 'managerId', title: 'ManagerId', self: 'READ_ONLY' },
  { name: 'manager', title: 'Manager', self: 'READ_ONLY' },
] as const satisfies readonly BaseAttribute[]

type BaseName = (typeof BASE_USER_ATTRIBUTES)[number]['name']

/** What no schema can take from people: they are found and addressed by it. */
export const NEEDED_ATTRIBUTES = ['login', 'email'] as const
type Needed = (typeof NEEDED_ATTRIBUTES)[number]

/** The attributes of every group (spec/5 §6). */
export const BASE_GROUP_ATTRIBUTES = [
  { name: 'name', title: 'Name', description: 'Name', required: true, maxLength: 255, self: 'READ_WRITE' },
  { name: 'description', title: 'Description', description: 'Description', maxLength: 1_024, self: 'READ_WRITE' },
] as const satisfies readonly BaseAttribute[]

const FORMATS = {
  email: z.email().max(LIMITS.loginLength.max),
  uri: z.url().max(LIMITS.baseAttributeLength),
  'country-code': z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 alpha-2 code'),
} as const

/** The values of a base attribute, as far as every organization asks for the same. */
function valuesOf({ name, format, minLength, maxLength = LIMITS.baseAttributeLength, text }: BaseAttribute): z.ZodType {
  // An address that a client sends empty is none.
  if (name === 'secondEmail') return z.union([FORMATS.email, z.literal('')])
  if (format === 'email' || format === 'uri' || format === 'country-code') return FORMATS[format]
  if (text === 'lines') return z.string().max(maxLength)
  if (minLength === 1) return nameOfLength(maxLength)
  return minLength === undefined ? lineSchema().max(maxLength) : lineSchema().min(minLength).max(maxLength)
}

type BaseShape = Record<Needed, z.ZodString> &
  Record<Exclude<BaseName, Needed>, z.ZodOptional<z.ZodNullable<z.ZodString>>>

/**
 * The base attributes as fields of a profile. Only login and email are needed here: what else is depends on the schema of the
 * person's type.
 */
export const baseUserShape = Object.fromEntries(
  BASE_USER_ATTRIBUTES.map((attribute) => {
    const values = valuesOf(attribute)
    const isNeeded = NEEDED_ATTRIBUTES.some((name) => name === attribute.name)
    return [attribute.name, (isNeeded ? values : values.nullish()).meta({ title: attribute.title })]
  }),
) as unknown as BaseShape
