import { SUBJECTS, textMatches, type FactDetail, type Person } from '#policy/index.ts'

const PROFILE = 'user.profile.'

/** What a person has one of; undefined where it is not known of them. */
const VALUES: Readonly<Record<string, (person: Person) => unknown>> = {
  [SUBJECTS.person]: ({ id }) => id,
  [SUBJECTS.groups]: ({ groupIds }) => groupIds,
  [SUBJECTS.userType]: ({ userTypeId }) => userTypeId,
  [SUBJECTS.providerType]: ({ providerType }) => providerType ?? 'SVC',
  [SUBJECTS.user]: ({ user }) => user?.profile,
  [SUBJECTS.identifier]: ({ user }) => user?.profile['login'],
  'user.status': ({ user }) => user?.status,
}

/** Whether facts about a subject are about the person alone; what they typed is their login where nothing else is said. */
export const isOfPerson = (subject: string): boolean => subject in VALUES || subject.startsWith(PROFILE)

/** What a person has of a subject: null for an attribute that they lack, undefined for what is not known, or not of a person. */
export function valueOfPerson(subject: string, person: Person): unknown {
  const value = VALUES[subject]
  if (value) return value(person)
  if (!subject.startsWith(PROFILE)) return undefined
  return person.user && (person.user.profile[subject.slice(PROFILE.length)] ?? null)
}

/** Whether a fact is true of a value that is known. */
export function isTrueOf(about: Extract<FactDetail, { kind: 'is' | 'matches' }>, value: unknown): boolean {
  if (about.kind === 'is') return JSON.stringify(value) === about.value
  return value !== null && textMatches(about.pattern, String(value)) === true
}
