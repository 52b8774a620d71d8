import { z } from 'zod'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Proof } from '#contract/policy/proof.ts'
import { loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'
import { changePassword } from '#operations/directory/change-credentials.ts'
import { verifyPassword, type PasswordVerdict } from '#operations/directory/passwords/verify-password.ts'
import { keepConsents } from '#operations/oauth/consents.ts'
import { factorEvent, sessionRefused } from '#operations/sign-in/sign-in-events.ts'
import { beginTotp, enrollTotp, isTotp, verifyTotp } from '#operations/sign-in/totp.ts'
import type { MethodName } from '#policy/index.ts'
import { contextOf } from './person.ts'
import { startOver, type SignInCall } from './sign-in-session.ts'
import { isPassword, stepOf, type Step } from './steps.ts'
import { tooManyAttempts } from './failed-attempts.ts'

const text = (longest: number) => z.string().max(longest).default('')

/** What a page sends; fields that an action does not read are empty. */
export const pageActionSchema = z.object({
  act: z.enum([
    ...(['identify', 'password', 'newPassword', 'choose', 'code', 'setUp', 'simulate', 'fail'] as const),
    ...(['consent', 'cancel', 'startOver', 'others'] as const),
  ]),
  identifier: text(100),
  password: text(1_000),
  repeated: text(1_000),
  code: text(20),
  method: text(100),
  remember: z.literal('on').optional(),
})
type PageAction = z.output<typeof pageActionSchema>

/**
 * What is left to do once an action is carried out: ask again, go back to the client, who is told what the library is to know, or let the
 * person wait, in seconds.
 */
type Outcome = { back?: Record<string, unknown>; waitS?: number }

type Carry = (call: SignInCall, action: PageAction, step: Step) => Promise<Outcome | void>

const WRONG_PASSWORD = 'The name or the password is not right.'
const WRONG_CODE = 'This code is not right. Codes change every 30 seconds: enter the one that is shown now.'
const WAIT = 'There were too many wrong codes. Wait five minutes and try again.'

const PAGE_ACTIONS: Readonly<Record<PageAction['act'], Carry>> = {
  identify: async ({ signIn, service }, { identifier }) => {
    const login = identifier.trim()
    if (login === '') return say(signIn, 'Enter your user name.')
    startOver(signIn)
    const user = await users.findOne(service.reader, { where: { loginKey: loginKeyOf(login) } })
    Object.assign(signIn, { identifier: login, userId: user?.id ?? null })
  },
  password: async (call, { password }, { step }) => {
    if (step === 'password') return tryOnce(call, () => provePassword(call, password))
  },
  newPassword: async (call, { password, repeated }, { step }) => {
    if (step === 'newPassword') await replacePassword(call, { password, repeated })
  },
  choose: async ({ signIn }, { method }, step) => {
    if (step.step !== 'choose') return
    signIn.chosen = step.choices.find((choice) => nameOf(choice) === method) ?? null
  },
  others: async ({ signIn }) => {
    Object.assign(signIn, { chosen: null, setUp: null })
  },
  code: async (call, { code }, step) => {
    if (step.step === 'code') return tryOnce(call, () => proveCode(call, step.method, code))
  },
  setUp: async (call, { code }, step) => {
    if (step.step === 'setUp') await setUp(call, step.method, code)
  },
  simulate: async (call, _, step) => {
    if (step.step === 'simulated') await noteProof(call, step.method)
  },
  fail: async (call, _, step) => {
    if (step.step === 'simulated') await noteFailure(call, step.method, 'That did not work. Try again, or another way.')
  },
  consent: async ({ service, request, interaction, app, issuer }, _, step) => {
    if (step.step !== 'consent') return
    const userId = interaction.session?.accountId ?? ''
    const user = await users.require(service.reader, userId)
    const scopes = step.scopes.filter(({ needsConsent }) => needsConsent).map(({ name }) => name)
    await service.write(contextOf(request.context, user), (tx) =>
      keepConsents(tx, { userId, appId: app.id, serverId: issuer.server?.id ?? null, scopes }),
    )
    return { back: { consent: {} } }
  },
  cancel: async () => ({ back: { error: 'access_denied', error_description: 'The person did not go on.' } }),
  startOver: async ({ signIn }) => startOver(signIn),
}

/** Actions of a second factor, on pages that offer to remember the device. */
const PROVES_MORE: ReadonlySet<PageAction['act']> = new Set(['code', 'setUp', 'simulate'])

/** A method as a form names it. */
const nameOf = ({ key, method }: MethodName): string => `${key}/${method}`

/** Carries out the action of a page if the sign-in expects it; any other changes nothing. */
export async function carryOut(call: SignInCall, action: PageAction): Promise<Outcome> {
  call.signIn.problem = null
  const step = await stepOf(call)
  if (PROVES_MORE.has(action.act) && 'remember' in step) call.signIn.remembersDevice = action.remember === 'on'
  return (await PAGE_ACTIONS[action.act](call, action, step)) ?? {}
}

function say(signIn: SignInCall['signIn'], problem: string): void {
  signIn.problem = problem
}

/** Looks at a password or a code, unless there were too many wrong ones. */
async function tryOnce(
  { failedAttempts, request, signIn }: SignInCall,
  isRight: () => Promise<boolean>,
): Promise<Outcome> {
  const attempt = { address: request.context.client?.ip ?? null, login: loginKeyOf(signIn.identifier ?? '') }
  const waitS = await failedAttempts.check(attempt, isRight)
  if (waitS === null) return {}
  say(signIn, tooManyAttempts(waitS))
  return { waitS }
}

/** The person of a sign-in; undefined where the name is of no one who can sign in. */
async function personOf({ service, signIn }: SignInCall): Promise<UserRecord | undefined> {
  return signIn.userId === null ? undefined : users.get(service.reader, signIn.userId)
}

/** @returns whether it is right */
async function provePassword(call: SignInCall, value: string): Promise<boolean> {
  const { service, request, signIn } = call
  const user = await personOf(call)
  const verdict = user ? await verifyPassword(service, request.context, user.id, { value }) : 'WRONG'
  // WHY beside the pace of all answers: under load a hash less would still tell who is known, or has a password.
  if (!wasCompared(user, verdict)) await service.workers.run('passwords', { hash: [value], compare: [] })
  const after = user && (await users.get(service.reader, user.id))
  if (!user || !after || verdict !== 'RIGHT' || !MAY_GO_ON.has(after.status)) {
    await refusePassword(call, user, verdict)
    return false
  }
  if (after.status === 'PASSWORD_EXPIRED') signIn.expiredPassword = value
  else await noteProof(call, { key: 'svc_password', method: 'PASSWORD' })
  return true
}

/** Who has no such status is told no more than that name and password do not do. */
const MAY_GO_ON: ReadonlySet<string> = new Set(['ACTIVE', 'PASSWORD_EXPIRED'])

/** Whether a password was checked: not for people without one here, or who were locked out before. */
const wasCompared = (user: UserRecord | undefined, verdict: PasswordVerdict): boolean =>
  user?.hasPassword === true && verdict !== 'UNSUPPORTED' && !(verdict === user.status && verdict === 'LOCKED_OUT')

async function refusePassword(call: SignInCall, user: UserRecord | undefined, verdict: string): Promise<void> {
  const { service, request, signIn } = call
  say(signIn, WRONG_PASSWORD)
  if (!user) {
    const login = signIn.identifier ?? ''
    const principal = { kind: 'endUser', id: 'unknown', login, displayName: login, tokenId: null } as const
    return call.refusals.note(
      `unknown ${request.context.client?.ip ?? ''}`,
      () => ({ ...request.context, principal }),
      {
        ...{ type: 'user.session.start', targets: [], outcome: { result: 'FAILURE', reason: 'VERIFICATION_ERROR' } },
      },
    )
  }
  const reason = verdict === 'RIGHT' ? user.status : verdict === 'LOCKED_OUT' ? 'LOCKED_OUT' : 'INVALID_CREDENTIALS'
  const context = contextOf(request.context, user)
  // Who gets in by no password must not fill the log with tries.
  if (!MAY_GO_ON.has(user.status))
    return call.refusals.note(`shut out ${user.id}`, () => context, sessionRefused(user, reason))
  await service.write(context, async (tx) => tx.record(sessionRefused(user, reason)))
}

async function replacePassword(call: SignInCall, given: { password: string; repeated: string }): Promise<void> {
  const { service, request, signIn } = call
  const user = await personOf(call)
  if (!user || signIn.expiredPassword === null) return
  if (given.password !== given.repeated) return say(signIn, 'The two passwords differ.')
  try {
    await changePassword(
      { service, context: contextOf(request.context, user), userId: user.id },
      { oldPassword: { value: signIn.expiredPassword }, newPassword: { value: given.password } },
      true,
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return say(signIn, inWords(error))
  }
  signIn.expiredPassword = null
  await noteProof(call, { key: 'svc_password', method: 'PASSWORD' })
}

/** What is wrong with a password, in one sentence; the interface begins each part of it with the name of a field. */
function inWords({ causes, message }: ApiError): string {
  const parts = causes.map(({ errorSummary }) => errorSummary.replace(/^\w+: /, ''))
  return parts.length > 0 ? `The password ${parts.join(', ')}.` : message
}

/** @returns whether it is right */
async function proveCode(call: SignInCall, method: MethodName, code: string): Promise<boolean> {
  const user = await personOf(call)
  if (!user) return false
  const { service, request } = call
  const verdict = await verifyTotp(
    service,
    contextOf(request.context, user),
    user.id,
    method.key,
    code.replaceAll(' ', ''),
  )
  if (verdict === 'RIGHT') await noteProof(call, method)
  else await noteFailure(call, method, verdict === 'LOCKED_OUT' ? WAIT : WRONG_CODE)
  return verdict === 'RIGHT'
}

async function setUp(call: SignInCall, method: MethodName, code: string): Promise<void> {
  const { service, request, signIn } = call
  const user = await personOf(call)
  if (!user || !signIn.setUp) return
  const { key, secret } = signIn.setUp
  const context = contextOf(request.context, user)
  const verdict = await enrollTotp(service, context, user.id, key, { secret, code: code.replaceAll(' ', '') })
  if (verdict === 'WRONG') return noteFailure(call, method, WRONG_CODE)
  // In another window: its secret is the one that counts, and is asked for next.
  if (verdict === 'ALREADY_SET_UP') return void (signIn.setUp = null)
  signIn.setUp = null
  await noteProof(call, method)
}

/** Makes the secret of a code generator to be set up, once for a sign-in. */
export async function prepareSetUp(call: SignInCall, { key, method }: MethodName): Promise<void> {
  const user = await personOf(call)
  if (!user || call.signIn.setUp?.key === key || !isTotp(key, method)) return
  call.signIn.setUp = { key, ...(await beginTotp(call.service, user, key)) }
}

/** Notes that a person has proved something; the last time counts. */
async function noteProof(call: SignInCall, { key, method }: MethodName): Promise<void> {
  const { service, signIn, request } = call
  const proof: Proof = { key, method, atMs: service.clock() }
  const others = signIn.proofs.filter((one) => one.key !== key || one.method !== method)
  Object.assign(signIn, { proofs: [...others, proof], chosen: null })
  const user = await personOf(call)
  if (user && !isPassword(proof))
    await service.write(contextOf(request.context, user), async (tx) => tx.record(factorEvent(user, proof)))
}

async function noteFailure(call: SignInCall, method: MethodName, problem: string): Promise<void> {
  const { service, signIn, request } = call
  say(signIn, problem)
  const user = await personOf(call)
  if (user)
    await service.write(contextOf(request.context, user), async (tx) =>
      tx.record(factorEvent(user, method, 'INVALID_CREDENTIALS')),
    )
}
