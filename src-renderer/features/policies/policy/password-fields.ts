import { RECOVERY_TOKEN_MINUTES } from '#contract/policy/settings.ts'

/** A field of a password policy's settings; `path` is inside `settings`. */
export type SettingField = { path: string; label: string; help?: string } &
  /** `nullable`: empty is stored as null. */
  (
    | { kind: 'number'; unit?: string; zero?: string; min?: number; max?: number; nullable?: boolean }
    /** `on`: the word that means on (else true); `member`: the switch is the presence of a word in a list. */
    | { kind: 'switch'; on?: string; member?: string }
    /** An empty text is stored as null. */
    | { kind: 'text' }
  )

interface SettingSection {
  title: string
  help?: string
  fields: readonly SettingField[]
}

const characters = (path: string, label: string): SettingField => ({
  kind: 'number',
  path: `password.complexity.${path}`,
  label,
  unit: 'at least',
  zero: 'none needed',
  max: 30,
})

/** Every setting of spec/4 §1.2, in the order in which people think of them. */
export const PASSWORD_SECTIONS: readonly SettingSection[] = [
  {
    title: 'Complexity',
    help: 'What a new password must have. Passwords that people have already stay as they are.',
    fields: [
      {
        kind: 'number',
        path: 'password.complexity.minLength',
        label: 'Length',
        unit: 'characters at least',
        min: 4,
        max: 72,
      },
      characters('minLowerCase', 'Lower-case letters'),
      characters('minUpperCase', 'Upper-case letters'),
      characters('minNumber', 'Digits'),
      characters('minSymbol', 'Symbols'),
      { kind: 'switch', path: 'password.complexity.excludeUsername', label: 'Must not contain the username' },
      {
        kind: 'switch',
        path: 'password.complexity.excludeAttributes',
        member: 'firstName',
        label: 'Must not contain the first name',
      },
      {
        kind: 'switch',
        path: 'password.complexity.excludeAttributes',
        member: 'lastName',
        label: 'Must not contain the last name',
      },
      { kind: 'switch', path: 'password.complexity.dictionary.common.exclude', label: 'Must not be a common password' },
    ],
  },
  {
    title: 'Age',
    fields: [
      {
        kind: 'number',
        path: 'password.age.maxAgeDays',
        label: 'Expires after',
        unit: 'days',
        zero: 'never',
        max: 999,
      },
      {
        kind: 'number',
        path: 'password.age.expireWarnDays',
        label: 'Warn before it expires',
        unit: 'days',
        zero: 'no warning',
        max: 999,
        help: 'Not more than the days after which it expires.',
      },
      {
        kind: 'number',
        path: 'password.age.minAgeMinutes',
        label: 'Can be changed again after',
        unit: 'minutes',
        zero: 'at once',
        max: 525_600,
      },
      {
        kind: 'number',
        path: 'password.age.historyCount',
        label: 'Former passwords that cannot be used again',
        zero: 'all can',
        max: 30,
      },
    ],
  },
  {
    title: 'Lockout',
    fields: [
      {
        kind: 'number',
        path: 'password.lockout.maxAttempts',
        label: 'Lock after wrong passwords',
        unit: 'attempts',
        zero: 'never',
        max: 100,
      },
      {
        kind: 'number',
        path: 'password.lockout.autoUnlockMinutes',
        label: 'Unlock by itself after',
        unit: 'minutes',
        zero: 'only an administrator unlocks',
        max: 525_600,
      },
      {
        kind: 'switch',
        path: 'password.lockout.userLockoutNotificationChannels',
        member: 'EMAIL',
        label: 'Tell the person by email',
      },
      {
        kind: 'switch',
        path: 'password.lockout.showLockoutFailures',
        label: 'Say at sign-in that the account is locked',
        help: 'This also tells a guesser that the account exists.',
      },
    ],
  },
  {
    title: 'Breached passwords',
    help: 'What happens to a password that was found among those stolen elsewhere.',
    fields: [
      {
        kind: 'number',
        path: 'password.breachedProtection.expireAfterDays',
        label: 'Expires after',
        unit: 'days',
        zero: 'at once',
        max: 999,
        nullable: true,
        help: 'Empty: it does not expire.',
      },
      { kind: 'switch', path: 'password.breachedProtection.logoutEnabled', label: 'End the person’s sessions' },
      {
        kind: 'text',
        path: 'password.breachedProtection.delegatedWorkflowId',
        label: 'Workflow that takes over',
        help: 'The id of a workflow; empty: none.',
      },
    ],
  },
  {
    title: 'Recovery',
    help: 'Ways back in after a password is forgotten, where a rule allows people to reset it themselves.',
    fields: [
      { kind: 'switch', path: 'recovery.factors.svc_email.status', on: 'ACTIVE', label: 'Email' },
      {
        kind: 'number',
        path: 'recovery.factors.svc_email.properties.recoveryToken.tokenLifetimeMinutes',
        label: 'The link in the email lasts',
        unit: 'minutes',
        min: 1,
        max: RECOVERY_TOKEN_MINUTES,
      },
      { kind: 'switch', path: 'recovery.factors.recovery_question.status', on: 'ACTIVE', label: 'Security question' },
      {
        kind: 'number',
        path: 'recovery.factors.recovery_question.properties.complexity.minLength',
        label: 'Length of the answer',
        unit: 'characters at least',
        min: 1,
        max: 100,
      },
      { kind: 'switch', path: 'recovery.factors.svc_sms.status', on: 'ACTIVE', label: 'Text message' },
      { kind: 'switch', path: 'recovery.factors.svc_call.status', on: 'ACTIVE', label: 'Phone call' },
      {
        kind: 'switch',
        path: 'delegation.options.skipUnlock',
        label: 'Leave the directory account locked when a password is reset',
        help: 'Counts for people whose password is kept in a directory.',
      },
    ],
  },
]
