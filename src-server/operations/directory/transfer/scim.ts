import type { ImportKind } from '#contract/directory/directory-import.ts'

type Json = Readonly<Record<string, unknown>>

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/**
 * What a SCIM 2.0 resource, or a list response with many, brings (RFC 7643 §4, RFC 7644 §3.4.2): people and groups with the names of our
 * own attributes, and of a group's members a row each.
 */
export function scimRecords(resource: Json, kind: ImportKind): Json[] {
  const { Resources: resources } = resource
  const all = Array.isArray(resources) ? resources.filter(isObject) : [resource]
  return all.flatMap(RECORDS[kind])
}

const RECORDS: Readonly<Record<ImportKind, (resource: Json) => Json[]>> = {
  users: (user) => [userRecord(user)],
  groups: ({ displayName, description }) => [{ name: displayName, description }],
  memberships: ({ displayName, members }) =>
    listOf(members).map(({ value, display }) => ({ group: displayName, user: value ?? display })),
}

function userRecord(user: Json): Json {
  const name = inner(user, 'name')
  const work = inner(user, ENTERPRISE)
  const manager = inner(work, 'manager')
  const address = chosen(listOf(user['addresses']))
  const phones = listOf(user['phoneNumbers'])
  const [email, second] = sorted(listOf(user['emails']))
  return {
    login: user['userName'],
    firstName: name['givenName'],
    lastName: name['familyName'],
    middleName: name['middleName'],
    honorificPrefix: name['honorificPrefix'],
    honorificSuffix: name['honorificSuffix'],
    email: email?.['value'],
    secondEmail: second?.['value'],
    ...only(user, [
      'title',
      'displayName',
      'nickName',
      'profileUrl',
      'preferredLanguage',
      'locale',
      'timezone',
      'userType',
    ]),
    mobilePhone: phones.find(({ type }) => type === 'mobile')?.['value'],
    primaryPhone: chosen(phones.filter(({ type }) => type !== 'mobile'))['value'],
    streetAddress: address['streetAddress'],
    city: address['locality'],
    state: address['region'],
    zipCode: address['postalCode'],
    countryCode: address['country'],
    ...only(work, ['employeeNumber', 'costCenter', 'organization', 'division', 'department']),
    managerId: manager['value'],
    manager: manager['displayName'],
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const inner = (value: Json, name: string): Json => (isObject(value[name]) ? value[name] : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const only = (value: Json, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value[name]]))

/** The primary value first (RFC 7643 §2.4). */
const sorted = (list: readonly Json[]) =>
  [...list].sort((a, b) => Number(b['primary'] === true) - Number(a['primary'] === true))
const chosen = (list: readonly Json[]): Json => sorted(list)[0] ?? {}
