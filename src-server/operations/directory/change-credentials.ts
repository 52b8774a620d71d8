import { ApiError, causeAt } from '#contract/interface/api-error.ts'
import type { ErrorCode } from '#contract/interface/error-codes.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import { changeDetails } from '#contract/log/targets.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { Service } from '../service/service.ts'
import { requireUser } from './find-user.ts'
import { endOneTimeLinks, makeOneTimeLink } from './one-time-link.ts'
import { computeCredentials } from './passwords/compute-credentials.ts'
import { shownWith, storeCredentials, TOO_WEAK, type NewCredentials } from './passwords/new-credentials.ts'
import { passwordSettingsOf } from './passwords/password-policy.ts'
import { verifyPassword, type PasswordVerdict } from './passwords/verify-password.ts'
import { updateUser } from './write-user.ts'
import { personTarget } from '../service/person-target.ts'

/** Who asks, and about whom. */
interface Call {
  service: Service
  context: RequestContext
  userId: string
}

/** From where each change is allowed, and how it is refused otherwise (spec/4 §2.1, spec/5 §2 "Links"). */
const CHANGES = {
  password: { from: ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT'], refusal: 'E0000035' },
  question: { from: ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT'], refusal: 'E0000036' },
  forgotten: { from: ['ACTIVE', 'PASSWORD_EXPIRED'], refusal: 'E0000034' },
} as const satisfies Record<string, { from: readonly UserStatus[]; refusal: ErrorCode }>

type Change = keyof typeof CHANGES

/** Statuses that end when another password is set. */
const ENDED_BY_PASSWORD: ReadonlySet<UserStatus> = new Set(['PROVISIONED', 'PASSWORD_EXPIRED', 'RECOVERY'])

/** The status of a person whose password was set (spec/4 §2.1). */
export const statusWithPassword = (status: UserStatus): UserStatus =>
  ENDED_BY_PASSWORD.has(status) ? 'ACTIVE' : status

/**
 * Changes a password by the one that is set. @param strict asks the policy's age and history, too
 * @throws ApiError E0000035 where it may not be changed, E0000014 for a wrong one, E0000080 for a weak one
 */
export async function changePassword(
  call: Call,
  { oldPassword, newPassword }: Record<'oldPassword' | 'newPassword', { value: string }>,
  strict: boolean,
): Promise<UserRecord> {
  const user = await begin(call, 'password')
  const verdict = await verifyPassword(call.service, call.context, user.id, oldPassword)
  const credentials = await computeCredentials(call.service, user, { password: newPassword })
  return finish(call, user, { change: 'password', verdict, at: 'oldPassword', credentials, strict })
}

/** Changes the recovery question. @throws ApiError E0000036, E0000014; E0000001 for an answer that is too short */
export async function changeRecoveryQuestion(
  call: Call,
  given: { password: { value: string }; recovery_question: { question: string; answer: string } },
): Promise<UserRecord> {
  const user = await begin(call, 'question')
  const verdict = await verifyPassword(call.service, call.context, user.id, given.password)
  const { recovery_question } = given
  const credentials = await computeCredentials(call.service, user, { recovery_question })
  return finish(call, user, { change: 'question', verdict, at: 'password', credentials, strict: false })
}

/** Sets another password by the answer to the recovery question. @throws ApiError E0000034, E0000087, E0000080 */
export async function recoverPassword(
  call: Call,
  given: { password: { value: string }; recovery_question: { answer: string } },
): Promise<UserRecord> {
  const user = await begin(call, 'forgotten')
  const { recovery } = await passwordSettingsOf(call.service, user)
  const { status } = recovery.factors.recovery_question
  if (status !== 'ACTIVE' || user.recoveryQuestion === null) throw new ApiError('E0000034')
  const { answer: value } = given.recovery_question
  const verdict = await verifyPassword(call.service, call.context, user.id, { value, secret: 'answer' })
  const credentials = await computeCredentials(call.service, user, { password: given.password })
  return finish(call, user, {
    change: 'forgotten',
    verdict,
    at: 'recovery_question.answer',
    credentials,
    strict: false,
  })
}

/**
 * Begins to recover a forgotten password; nothing here sends mail.
 * @param reveals whether the address is made and told @throws ApiError E0000034
 */
export async function forgetPassword(call: Call, base: string, reveals: boolean): Promise<string | null> {
  const user = await requireUser(call.service.reader, call.userId)
  const { recovery } = await passwordSettingsOf(call.service, user)
  const minutes = recovery.factors.svc_email.properties.recoveryToken.tokenLifetimeMinutes
  return call.service.write(call.context, async (tx) => {
    const type = 'user.account.reset_password'
    tx.authorize(type, [targetOf(user)])
    assertAllowed(await users.require(tx, user.id), 'forgotten')
    if (call.service.engine() === 'classic' && user.recoveryQuestion === null) throw new ApiError('E0000034')
    tx.record({ type, targets: [targetOf(user)] })
    if (!reveals) return null
    return (await makeOneTimeLink(tx, user.id, { purpose: 'RESET_PASSWORD', minutes, base })).url
  })
}

const EVENT = 'user.account.update_password'

/** Refuses what is not allowed before anything is checked: what is checked may lock a person out. */
async function begin({ service, context, userId }: Call, change: Change): Promise<UserRecord> {
  const user = await requireUser(service.reader, userId)
  await service.write(context, async (tx) => {
    tx.authorize(EVENT, [targetOf(user)])
    assertAllowed(await users.require(tx, user.id), change)
  })
  return user
}

interface Outcome {
  change: Change
  verdict: PasswordVerdict
  /** Where the request holds what was checked. */
  at: string
  credentials: NewCredentials | null
  strict: boolean
}

function finish(
  { service, context }: Call,
  { id }: UserRecord,
  { change, verdict, at, credentials, strict }: Outcome,
): Promise<UserRecord> {
  return service.write(context, async (tx) => {
    const user = await users.require(tx, id)
    tx.authorize(EVENT, [targetOf(user)])
    assertRight(verdict, change, at)
    const shown = shownWith(user, credentials, { strict, tooWeak: TOO_WEAK.changed, now: tx.now })
    const status = change === 'question' ? user.status : statusWithPassword(user.status)
    const after = await updateUser(tx, user, { ...shown, status })
    await storeCredentials(tx, after, credentials)
    if (change !== 'question') await endOneTimeLinks(tx, id)
    tx.record({ type: EVENT, targets: [targetOf(after, changeDetails(auditView(user), auditView(after)))] })
    return after
  })
}

function assertAllowed({ status, hasPassword, providerType }: UserRecord, change: Change): void {
  const { from, refusal } = CHANGES[change]
  const isAllowed = (from as readonly UserStatus[]).includes(status) && hasPassword && ownsPassword(providerType)
  if (!isAllowed) throw new ApiError(refusal)
}

/**
 * @throws ApiError E0000060 where an endpoint outside alone knows the password: there are no inline hooks here to ask it. Its status is 501, as
 *   the catalogue has it and as was recorded (spec/5 decision 9, §0.2)
 */
function assertRight(verdict: PasswordVerdict, change: Change, at: string): void {
  if (verdict === 'RIGHT') return
  if (verdict === 'UNSUPPORTED') throw new ApiError('E0000060')
  const code = change === 'forgotten' ? 'E0000087' : 'E0000014'
  throw new ApiError(code, { causes: [causeAt(at, 'is not right')] })
}

/** What the log may tell of credentials: never a hash. */
export const auditView = ({ status, recoveryQuestion, providerType, passwordChanged }: UserRecord) => ({
  ...{ status, recoveryQuestion, providerType, passwordChanged },
})

const targetOf = (user: UserRecord, details?: ReturnType<typeof changeDetails>) => personTarget(user, details)
