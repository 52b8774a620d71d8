import type { UserNameTemplate } from '#contract/apps/app-fields.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import type { AppRecord, AppUserRecord } from '#db/tables/apps.ts'
import { compileTemplate, fillTemplate, type Template } from '#expression/index.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { DEFAULT_LOCALE } from '../directory/person.ts'

/** A direct assignment as it is shown: with the name that the person has there, and a whole profile. */
export type AppUserView = Omit<AppUserRecord, 'userName'> & {
  userName: string
  /** The group that gives it to them; absent for a direct assignment. */
  groupId?: string
}

/** What an assignment says itself goes before what follows from the person (spec/5 §8.6). */
export function appUserView(app: AppRecord, user: UserRecord, assignment: AppUserRecord): AppUserView {
  const { userNameTemplate } = appDefinition(app, app.definition).credentials
  return {
    ...assignment,
    userName: assignment.userName ?? userNameOf(userNameTemplate, user),
    profile: { ...(app.signOnMode === 'OPENID_CONNECT' ? claimsOf(user) : {}), ...assignment.profile },
  }
}

/** As many templates as organizations use, made ready once. */
const TEMPLATES = 100
const ready = new Map<string, Template>()

function readyTemplate(source: string): Template {
  const known = ready.get(source)
  if (known) return known
  if (ready.size >= TEMPLATES) ready.clear()
  const made = compileTemplate(source)
  ready.set(source, made)
  return made
}

/**
 * The name that a template makes of a profile (spec/4 §2.3). A template that cannot be read, or that reads what a person does
 * not have, names people by their login; the preview of an application says so.
 */
function userNameOf({ template, type, suffix }: UserNameTemplate, { login, profile }: UserRecord): string {
  if (type === 'NONE') return ''
  const made = readyTemplate(template)
  if (made.problems.length) return login
  const name = fillTemplate(made, { now: Date.now(), user: { profile: { ...profile } } })
  return name === null ? login : `${name}${suffix ?? ''}`
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
