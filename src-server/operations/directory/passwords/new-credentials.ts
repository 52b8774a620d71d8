import { ApiError, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { ownsPassword, type ProviderType } from '#contract/directory/user-credentials.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { SettingsByType } from '#policy/index.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { agingProblems, complexityProblems } from './password-problems.ts'

export type PasswordSettings = SettingsByType['PASSWORD']

export interface NewPassword {
  /** Null where only a hash is known. */
  readonly value: string | null
  /** A hash, see `hash-formats.ts`. */
  readonly stored: string
  readonly isCommon: boolean
  /** Whether it is one of those that the policy's history counts. */
  readonly wasUsed: boolean
}

/**
 * Credentials that are to be set, with all that takes time computed: before the write begins, since writes wait for each
 * other. What is refused is refused inside it. INVARIANT: nothing of it is recorded.
 */
export interface NewCredentials {
  readonly password: NewPassword | null
  readonly question: { readonly text: string; readonly answer: { hash: string; length: number } | null } | null
  readonly provider: { readonly type: ProviderType; readonly name: string } | null
  /** Of the person's own policy. */
  readonly settings: PasswordSettings
  /** The hash of the password that was set when this was computed. */
  readonly seen: string | null
}

/** How a password that the policy refuses is told: where a person is made 400, else 403 (spec/4 §2.1). */
export const TOO_WEAK = {
  created: (causes: readonly ErrorCause[]) => invalidAll(causes),
  changed: (causes: readonly ErrorCause[]) => new ApiError('E0000080', { causes }),
} as const

interface Terms {
  /** Age and history count, too. */
  strict: boolean
  tooWeak: (typeof TOO_WEAK)[keyof typeof TOO_WEAK]
  now: string
}

type Before = Pick<
  UserRecord,
  'profile' | 'passwordChanged' | 'hasPassword' | 'providerType' | 'providerName' | 'recoveryQuestion'
>

/** What a person's row shows of credentials. */
type Shown = Pick<UserRecord, 'hasPassword' | 'passwordChanged' | 'providerType' | 'providerName' | 'recoveryQuestion'>

/**
 * What a person's row shows once the credentials are set.
 * @throws ApiError E0000001 and, by the terms, E0000080 for what the policy or the provider refuses
 */
export function shownWith(before: Before, credentials: NewCredentials | null, terms: Terms): Shown {
  const { hasPassword, passwordChanged, providerType, providerName, recoveryQuestion } = before
  const shown: Shown = { hasPassword, passwordChanged, providerType, providerName, recoveryQuestion }
  if (!credentials) return shown
  const { password, provider, question, settings } = credentials
  if (provider) Object.assign(shown, { providerType: provider.type, providerName: provider.name })
  if (!ownsPassword(shown.providerType)) shown.hasPassword = false
  if (password) {
    if (!ownsPassword(shown.providerType))
      throw invalid('credentials.password', `is kept by the provider ${shown.providerType}`)
    assertAcceptable(password, before, settings, terms)
    const type = password.value === null ? 'IMPORT' : 'SVC'
    Object.assign(shown, { hasPassword: true, passwordChanged: terms.now, providerType: type, providerName: type })
  }
  if (question) shown.recoveryQuestion = questionWith(before, question, settings)
  return shown
}

/** Of a hash that was brought along nothing is known. */
function assertAcceptable(
  { value, isCommon, wasUsed }: NewPassword,
  { profile, passwordChanged }: Before,
  { password: { complexity, age } }: PasswordSettings,
  { strict, tooWeak, now }: Terms,
): void {
  if (value === null) return
  const causes = complexityProblems(complexity, { value, profile, isCommon })
  if (strict) causes.push(...agingProblems(age, { passwordChanged, now, wasUsed }))
  if (causes.length > 0) throw tooWeak(causes)
}

function questionWith(
  { recoveryQuestion }: Before,
  { text, answer }: NonNullable<NewCredentials['question']>,
  { recovery }: PasswordSettings,
): string {
  const { minLength } = recovery.factors.recovery_question.properties.complexity
  const refuse = (message: string) => invalid('credentials.recovery_question.answer', message)
  // A client may send back what it read, which holds no answer.
  if (!answer && text !== recoveryQuestion) throw refuse('is required')
  if (answer && answer.length < minLength) throw refuse(`must have at least ${minLength} characters`)
  return text
}

/**
 * Stores what {@link shownWith} let through.
 * @throws ApiError E0000113 where another password was set since these were computed
 */
export async function storeCredentials(tx: Tx, user: UserRecord, credentials: NewCredentials | null): Promise<void> {
  if (!credentials) return
  const { password, question, settings, seen } = credentials
  const before = await userCredentials.get(tx, user.id)
  if (password && (before?.password ?? null) !== seen)
    throw new ApiError('E0000113', { values: { why: 'the password was changed meanwhile' } })
  const kept = Math.max(1, settings.password.age.historyCount)
  const row = {
    ...(password && {
      password: password.stored,
      history: [password.stored, ...(before?.history ?? [])].slice(0, kept),
      failedAttempts: 0,
    }),
    ...(question?.answer && { answer: question.answer.hash }),
    ...(!user.hasPassword && { password: null }),
  }
  if (before) await userCredentials.update(tx, before, row)
  else if (password || question?.answer) await userCredentials.insert(tx, { userId: user.id, ...row })
}
