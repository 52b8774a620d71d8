import { passwordHolder } from '#contract/directory/user-credentials.ts'
import type { UserRecord } from '#db/tables/users.ts'

/** What `locale` reads as where a person has none (spec/4 §2.1, spec/5 decision 8). */
export const DEFAULT_LOCALE = 'en_US'

/** A profile as expressions read it. */
export const withLocale = <Attributes extends Readonly<Record<string, unknown>>>(profile: Attributes): Attributes =>
  profile['locale'] ? profile : { ...profile, locale: DEFAULT_LOCALE }

/** What {@link toPerson} reads of a person. */
export const PERSON_ATTRIBUTES = [
  'id',
  'typeId',
  'status',
  'created',
  'lastUpdated',
  'passwordChanged',
  'lastLogin',
  'profile',
  'providerType',
] as const satisfies (keyof UserRecord)[]

/** A person as expressions and conditions see them. */
export function toPerson(user: Pick<UserRecord, (typeof PERSON_ATTRIBUTES)[number]>, groupIds: readonly string[]) {
  const { id, typeId, status, created, lastUpdated, passwordChanged, lastLogin, profile } = user
  return {
    id,
    groupIds,
    userTypeId: typeId,
    providerType: passwordHolder(user.providerType),
    user: { id, status, created, lastUpdated, passwordChanged, lastLogin, profile: withLocale(profile) },
  }
}
