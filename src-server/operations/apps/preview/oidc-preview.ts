import { BASE_CLAIMS } from '#contract/apps/base-app-profile.ts'
import type { OidcPreview, SentValue } from '#contract/gatehouse/app-preview.ts'

/** Attributes of the profile in an application that each scope asks for (OpenID Connect Core 1.0, section 5.4). */
const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  profile: [
    ...['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'userName', 'profile', 'picture', 'website'],
    ...['gender', 'birthdate', 'zoneinfo', 'locale'],
  ],
  email: ['email'],
  address: ['formatted', 'street_address', 'locality', 'region', 'postal_code', 'country'],
  phone: ['phone_number'],
}

/** Where a person's profile gives an attribute, where it is not called the same there. */
const GIVEN_BY: Readonly<Record<string, string>> = {
  given_name: 'firstName',
  family_name: 'lastName',
  name: 'firstName and lastName',
  zoneinfo: 'timezone',
  userName: 'the user name template',
}

interface Asked {
  userId: string
  userName: string
  clientId: string
  issuer: string
  /** Of the person in the application. */
  profile: Readonly<Record<string, unknown>>
  groupNames: readonly string[]
  /** Milliseconds since the epoch. */
  now: number
}

const HOUR_SECONDS = 3_600

const claimName = (attribute: string) => BASE_CLAIMS[attribute]?.externalName ?? attribute
const named = (attribute: string) => [claimName(attribute), attribute] as const

function sent(attribute: string, profile: Asked['profile']): SentValue {
  const value = profile[attribute]
  const isSent = value !== null && value !== undefined && value !== ''
  const from = GIVEN_BY[attribute]
  const reason = `not sent: no ${attribute} in their profile there${from ? `, which is given by ${from}` : ''}`
  return {
    name: claimName(attribute),
    values: isSent ? [value].flat().map(String) : [],
    source: from ?? attribute,
    missing: isSent ? null : reason,
  }
}

/** Claims by their dotted names as the token holds them: `address.region` inside `address`. */
function nested(claims: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const made = new Map<string, unknown>()
  for (const [name, value] of claims) {
    const [outer = name, inner] = name.split('.')
    if (inner === undefined) made.set(outer, value)
    else made.set(outer, { ...(made.get(outer) as object | undefined), [inner]: value })
  }
  return Object.fromEntries(made)
}

/** The names of the claims that each scope stands for, as tokens have them. */
export const SCOPE_CLAIMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(BY_SCOPE).map(([scope, attributes]) => [scope, Object.keys(nested(attributes.map(named)))]),
)

/** What scopes tell of a person by their profile in the application; what it lacks is left out. Pure. */
export function claimsOfScopes(
  profile: Readonly<Record<string, unknown>>,
  scopes: readonly string[],
): Record<string, unknown> {
  const attributes = scopes.flatMap((scope) => BY_SCOPE[scope] ?? [])
  const told = attributes.filter((attribute) => sent(attribute, profile).missing === null)
  return nested(told.map((attribute) => [claimName(attribute), profile[attribute]] as const))
}

/** The claims that an OpenID Connect application would be sent of a person. Pure. */
export function oidcPreview({ profile: given, ...asked }: Asked): OidcPreview {
  const profile = { ...given, userName: asked.userName }
  const claim = (name: string, value: string, source: string): SentValue => ({
    ...{ name, values: [value], source },
    missing: null,
  })
  const always = [
    claim('sub', asked.userId, 'the id of the person'),
    claim('iss', asked.issuer, 'the organization'),
    claim('aud', asked.clientId, 'the client id'),
  ]
  const groups: SentValue = {
    ...{ name: 'groups', values: [...asked.groupNames], source: 'the names of their groups' },
    missing: asked.groupNames.length ? null : 'they are in no group',
  }
  const byScope = Object.entries(BY_SCOPE).map(([scope, attributes]) => ({
    scope,
    claims: attributes.map((attribute) => sent(attribute, profile)),
  }))
  const scopes = [{ scope: 'openid', claims: always }, ...byScope, { scope: 'groups', claims: [groups] }]
  const issued = Math.floor(asked.now / 1_000)
  const idToken = {
    ...{ sub: asked.userId, iss: asked.issuer, aud: asked.clientId, iat: issued, exp: issued + HOUR_SECONDS },
    ...claimsOfScopes(profile, Object.keys(BY_SCOPE)),
    ...(asked.groupNames.length ? { groups: asked.groupNames } : {}),
  }
  return { clientId: asked.clientId, scopes, idToken }
}
