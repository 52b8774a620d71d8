/** Cases of what a sign-in asks for, in few words. */
import { nextStep, type NextStep, type SignInDemand, type SignInState } from '#policy/index.ts'
import { aProof, anApp, aSession, aState, BEGAN, methodNamed, textOf } from './sign-in-demands.ts'

export const PASSWORD = 'svc_password PASSWORD'
export const QUESTION = 'security_question SECURITY_QUESTION'
export const SMS = 'phone_number SMS'
export const EMAIL = 'svc_email EMAIL'
export const CODE = 'svc_verify TOTP'
export const KEY = 'webauthn WEBAUTHN'
export const IDP = 'external_idp IDP'

/** What is asked for: texts of methods, "+" before those that are to be set up; or how it ended. */
function told(step: NextStep): string[] | string {
  if (step.kind === 'prove') return step.choices.map((one) => `${one.isEnrolled ? '' : '+'}${textOf(one)}`)
  if (step.kind === 'impossible') return `${step.problem.by} asks for ${step.problem.asked}`
  return step.kind === 'done' ? 'done' : `refused by ${step.by}`
}

/** What a sign-in asks for in one state; times count from when it began. */
export interface Case {
  promise: string
  session?: Parameters<typeof aSession>[0]
  app?: object | null
  /** What was proved, each with the milliseconds after the beginning. */
  proofs?: readonly (readonly [string, number])[]
  /** What was proved on this device, which is remembered. */
  remembered?: readonly string[]
  usable?: readonly string[]
  enrollable?: readonly string[]
  since?: number
  nowMs?: number
  idleMs?: number
  asks: string[] | string
}

const chainOf = (...steps: readonly (readonly string[])[]): object | undefined => {
  const [first, ...rest] = steps
  if (!first) return undefined
  const next = chainOf(...rest)
  return { authenticationMethods: first.map(methodNamed), ...(next && { next: [next] }) }
}
/** A chain of steps, each of some methods. */
export const inOrder = (...steps: readonly (readonly string[])[]) => ({
  type: 'AUTH_METHOD_CHAIN',
  chains: [chainOf(...steps)],
})
const EVERYTHING = [PASSWORD, QUESTION, EMAIL, SMS, CODE, KEY, IDP]
export const PASSWORD_FIRST = { primaryFactor: 'PASSWORD_IDP' } as const
export const TWO = { requireFactor: true, factorPromptMode: 'SESSION', factorLifetime: 15 } as const

const demandOf = ({ session = {}, app }: Case): SignInDemand => ({
  session: aSession(session),
  app: app ? anApp(app) : null,
})

function stateOf({
  proofs = [],
  remembered = [],
  usable = EVERYTHING,
  enrollable = [],
  since,
  nowMs,
  idleMs = 0,
}: Case): SignInState {
  return aState({
    proofs: proofs.map(([text, afterMs]) => aProof(text, afterMs)),
    remembered: remembered.map(methodNamed),
    usable: usable.map(methodNamed),
    enrollable: enrollable.map(methodNamed),
    nowMs: BEGAN + (nowMs ?? 0),
    idleMs,
    mustReauthenticateSinceMs: since === undefined ? null : BEGAN + since,
  })
}

/** What a case asks for, to be held against its `asks`. */
export const askedIn = (one: Case): string[] | string => told(nextStep(demandOf(one), stateOf(one)))
