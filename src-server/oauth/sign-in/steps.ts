import { authenticatorLabel } from '#contract/policy/authenticator-table.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { testRouting } from '#operations/policies/test-routing.ts'
import { decideSignIn, type SignInDecision } from '#operations/sign-in/decide-sign-in.ts'
import { isTotp } from '#operations/sign-in/totp.ts'
import { nextStep, type NextStep, type Choice, type MethodName } from '#policy/index.ts'
import { platformIn } from '#contract/policy/platform.ts'
import { OFFLINE_ACCESS, WANTS_REFRESH } from '../library.ts'
import { memoryOffer, provedBefore } from './device-memory.ts'
import { askedScopes, type AskedScope } from './scopes.ts'
import { scopesIn } from '../requested-scopes.ts'
import { provenSince, type SignInCall } from './sign-in-session.ts'

/** A second factor that a page asks for. */
interface Factor {
  readonly method: MethodName
  /** Whether there are other ways. */
  readonly others: boolean
  /** Whether the device is remembered unless the person says otherwise; null: it cannot be. */
  readonly remember: boolean | null
}

/** What a page asks for next. */
export type Step =
  | { step: 'identifier'; value: string }
  | { step: 'password' }
  | { step: 'newPassword' }
  | { step: 'choose'; choices: readonly Choice[] }
  | ({ step: 'code' } & Factor)
  | ({ step: 'setUp' } & Factor)
  | ({ step: 'simulated'; label: string } & Factor)
  | { step: 'elsewhere'; provider: string }
  | { step: 'consent'; person: string; scopes: readonly AskedScope[] }
  | { step: 'refused'; why: string }
  | { step: 'done'; user: UserRecord; decision: SignInDecision; amr: readonly string[] }

const PASSWORD = { key: 'svc_password', method: 'PASSWORD' } as const
export const isPassword = ({ key }: Pick<MethodName, 'key'>): boolean => key === PASSWORD.key

/** The login that a client suggests, if any (OpenID Connect Core 1.0 §3.1.2.1). */
const hintOf = ({ interaction }: SignInCall) => String(interaction.params['login_hint'] ?? '').slice(0, 100)

/** The next step of a sign-in. */
export async function stepOf(call: SignInCall): Promise<Step> {
  const { signIn, interaction, service } = call
  if (interaction.prompt.name === 'consent') return consentStep(call)
  if (signIn.refusal !== null) return { step: 'refused', why: signIn.refusal }
  if (signIn.identifier === null) return { step: 'identifier', value: hintOf(call) }
  const provider = await otherProvider(call, signIn.identifier)
  if (provider !== null) return { step: 'elsewhere', provider }
  if (signIn.expiredPassword !== null) return { step: 'newPassword' }
  const user = signIn.userId === null ? undefined : await users.get(service.reader, signIn.userId)
  // WHY the password for who is not known as well: the page must not tell who is.
  if (!user || (signIn.proofs.length === 0 && user.status !== 'ACTIVE')) return { step: 'password' }
  return personStep(call, user)
}

async function personStep(call: SignInCall, user: UserRecord): Promise<Step> {
  const { signIn } = call
  const { decision, next } = await decide(call, user)
  const hasProved = signIn.proofs.length > 0
  // WHY only then: without a proof, no one learns what policies say of a person.
  if (!hasProved && (decision.refusal !== null || next.kind !== 'prove')) return { step: 'password' }
  if (decision.refusal !== null) return { step: 'refused', why: decision.refusal }
  // Locked out, or with a password that has expired, since they proved it.
  if (user.status !== 'ACTIVE') return { step: 'password' }
  if (next.kind === 'done') return { step: 'done', user, decision, amr: next.amr }
  if (next.kind !== 'prove')
    return { step: 'refused', why: next.kind === 'impossible' ? notPossible(next.problem.asked) : DENIED }
  const isThere = ({ key, method }: MethodName) =>
    !decision.enrollable.some((each) => each.key === key && each.method === method)
  const choices = next.choices.map((choice) => ({ ...choice, isEnrolled: choice.isEnrolled && isThere(choice) }))
  return proofStep(call, choices, memoryOffer(decision))
}

const notPossible = (asked: string) =>
  `You have no way to prove what is asked for here: ${asked}. An administrator can tell you what to set up.`

/** The verdict of the policies now, and the next step after the proofs so far. */
export async function decide(
  call: SignInCall,
  user: UserRecord,
): Promise<{ decision: SignInDecision; next: NextStep }> {
  const { service, app, signIn, request } = call
  const decision = await decideSignIn(service, { user, app, client: request.context.client })
  const { usable, enrollable } = decision
  // WHY as if they had it: what is simulated always does, and codes could never be set up beside it. Never by a name alone.
  const couldUse = signIn.proofs.length > 0 ? [...usable, ...enrollable] : usable
  const next = nextStep(decision.demand, {
    ...{ proofs: signIn.proofs, usable: couldUse, enrollable, nowMs: service.clock() },
    remembered: await provedBefore(service, call, user.id),
    startedMs: signIn.startedMs,
    idleMs: signIn.idleMs,
    mustReauthenticateSinceMs: provenSince(call),
  })
  return { decision: next.kind === 'refused' ? { ...decision, refusal: decision.refusal ?? DENIED } : decision, next }
}

const DENIED = 'No: the policies do not let you in.'

function proofStep({ signIn }: SignInCall, choices: readonly Choice[], remember: boolean | null): Step {
  const { chosen } = signIn
  const only = choices.length === 1 ? choices[0] : undefined
  const found = only ?? choices.find(({ key, method }) => key === chosen?.key && method === chosen.method)
  // A password is asked for first wherever it may be.
  const isFirst = signIn.proofs.every(({ atMs }) => atMs < signIn.startedMs)
  const method = found ?? (isFirst ? choices.find(isPassword) : undefined)
  if (!method) return { step: 'choose', choices }
  const others = choices.length > 1
  if (isPassword(method)) return { step: 'password' }
  if (!isTotp(method.key, method.method))
    return { step: 'simulated', method, label: authenticatorLabel(method.key, method.method), others, remember }
  return { step: method.isEnrolled ? 'code' : 'setUp', method, others, remember }
}

/** The provider that routing sends a sign-in to; null where it stays here. */
async function otherProvider({ service, app, request }: SignInCall, login: string): Promise<string | null> {
  const { ip, userAgent } = request.context.client ?? { ip: null, userAgent: null }
  const { destinations } = await testRouting(service, {
    ...{ login, ip, platform: platformIn(userAgent ?? ''), appInstance: app.id },
  })
  return destinations[0]?.name ?? null
}

async function consentStep(call: SignInCall): Promise<Step> {
  const { service, issuer, app, interaction } = call
  const user = await users.get(service.reader, interaction.session?.accountId ?? '')
  const isOffline = interaction.params[WANTS_REFRESH] === 'true'
  const names = [...scopesIn(String(interaction.params['scope'] ?? '')), ...(isOffline ? [OFFLINE_ACCESS] : [])]
  const asked = await askedScopes(service, { issuer, app, names })
  return { step: 'consent', person: user?.login ?? '', scopes: 'problem' in asked ? [] : asked }
}
