import type { UserNameTemplate } from '#contract/apps/app-write.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import type { AppRecord, AppUserRecord } from '#db/tables/apps.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { DEFAULT_LOCALE } from '../directory/person.ts'

/** A direct assignment as it is shown: with the name that the person has there, and a whole profile. */
export type AppUserView = Omit<AppUserRecord, 'userName'> & { userName: string }

/** What an assignment says itself goes before what follows from the person (spec/5 §8.6). */
export function appUserView(app: AppRecord, user: UserRecord, assignment: AppUserRecord): AppUserView {
  const { userNameTemplate } = appDefinition(app, app.definition).credentials
  return {
    ...assignment,
    userName: assignment.userName ?? userNameOf(userNameTemplate, user),
    profile: { ...(app.signOnMode === 'OPENID_CONNECT' ? claimsOf(user) : {}), ...assignment.profile },
  }
}

const ATTRIBUTE = /\$\{source\.(\w+)\}/g
const BEFORE = /\$\{fn:substringBefore\(source\.(\w+), ?"([^"]*)"\)\}/g

/**
 * The name that a template makes of a profile. `${source.attribute}` and `${fn:substringBefore(source.attribute, "@")}` are
 * understood; a template that holds anything else names people by their login.
 */
function userNameOf({ template, type, suffix }: UserNameTemplate, { login, profile }: UserRecord): string {
  if (type === 'NONE') return ''
  const valueOf = (attribute: string) => String((profile as Record<string, unknown>)[attribute] ?? '')
  const name = template
    .replaceAll(BEFORE, (_, attribute: string, mark: string) => valueOf(attribute).split(mark || /$/)[0] ?? '')
    .replaceAll(ATTRIBUTE, (_, attribute: string) => valueOf(attribute))
  return name.includes('${') ? login : `${name}${suffix ?? ''}`
}

const DEFAULT_ZONE = 'America/Los_Angeles'

/** The claims of OpenID Connect, in the order of the base schema; those that a new person does not fill are null. */
function claimsOf(user: UserRecord): Record<string, unknown> {
  const { firstName, lastName, email, locale, timezone } = user.profile
  return {
    name: displayNameOf(user),
    nickname: null,
    given_name: firstName,
    middle_name: null,
    family_name: lastName,
    email,
    profile: null,
    picture: null,
    website: null,
    gender: null,
    birthdate: null,
    zoneinfo: timezone ?? DEFAULT_ZONE,
    locale: locale ?? DEFAULT_LOCALE,
    phone_number: null,
    street_address: null,
    locality: null,
    region: null,
    postal_code: null,
    country: null,
    formatted: null,
  }
}
