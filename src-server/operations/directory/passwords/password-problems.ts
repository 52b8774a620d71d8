import { causeAt } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { Profile } from '#contract/directory/user.ts'
import type { SettingsByType } from '#policy/index.ts'

type Settings = SettingsByType['PASSWORD']['password']
type Complexity = Settings['complexity']

interface Candidate {
  value: string
  profile: Pick<Profile, 'login' | 'firstName' | 'lastName'>
  isCommon: boolean
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
const isMissing = (value: string, letters: RegExp, least: number) => (value.match(letters)?.length ?? 0) < least

/** Words of a login that are long enough to be told from chance. */
const LEAST_WORD = 4
const LEAST_NAME = 3

const wordsOf = (login: string) => login.split(/[,._#@-]/).filter((word) => word.length >= LEAST_WORD)
const holds = (value: string, part: string) => value.toLowerCase().includes(part.toLowerCase())

/** What a policy asks of a password, and what is said where it is not met (spec/4 §1.2 "PASSWORD policy"). */
const RULES: readonly ((complexity: Complexity, candidate: Candidate) => string | false)[] = [
  ({ minLength }, { value }) =>
    Array.from(value).length < minLength && `must have at least ${counted(minLength, 'character')}`,
  ({ minLowerCase: least }, { value }) =>
    isMissing(value, /\p{Ll}/gu, least) && `must hold at least ${counted(least, 'lower-case letter')}`,
  ({ minUpperCase: least }, { value }) =>
    isMissing(value, /\p{Lu}/gu, least) && `must hold at least ${counted(least, 'upper-case letter')}`,
  ({ minNumber: least }, { value }) =>
    isMissing(value, /\p{Nd}/gu, least) && `must hold at least ${counted(least, 'digit')}`,
  ({ minSymbol: least }, { value }) =>
    isMissing(value, /[^\p{L}\p{Nd}]/gu, least) && `must hold at least ${counted(least, 'symbol')}`,
  ({ excludeUsername }, { value, profile: { login } }) =>
    excludeUsername &&
    [login, ...wordsOf(login)].some((part) => holds(value, part)) &&
    'must not hold the login or a part of it',
  ({ excludeAttributes }, { value, profile }) =>
    excludeAttributes
      .map((name) => profile[name] ?? '')
      .some((part) => part.length >= LEAST_NAME && holds(value, part)) && 'must not hold the first or the last name',
  ({ dictionary }, { isCommon }) => dictionary.common.exclude && isCommon && 'must not be a common password',
]

/** What is wrong with a new password; each requirement that it misses is told. */
export function complexityProblems(complexity: Complexity, candidate: Candidate): ErrorCause[] {
  return RULES.map((rule) => rule(complexity, candidate))
    .filter((message) => message !== false)
    .map((message) => causeAt('password', message))
}

interface Earlier {
  passwordChanged: string | null
  /** ISO 8601. */
  now: string
  /** Whether it is one of the last that they had. */
  wasUsed: boolean
}

/** What the policy's age and history say against it (`strict` requests). */
export function agingProblems(
  { minAgeMinutes, historyCount }: Settings['age'],
  { passwordChanged, now, wasUsed }: Earlier,
): ErrorCause[] {
  const age = passwordChanged === null ? Infinity : Date.parse(now) - Date.parse(passwordChanged)
  return [
    ...(age < minAgeMinutes * 60_000 ? [`was changed less than ${counted(minAgeMinutes, 'minute')} ago`] : []),
    ...(wasUsed && historyCount > 0 ? [`must not be one of the last ${counted(historyCount, 'password')}`] : []),
  ].map((message) => causeAt('password', message))
}
