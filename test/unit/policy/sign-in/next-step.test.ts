import { describe, expect, it } from 'vitest'
import { nextStep, type NextStep, type SignInDemand, type SignInState } from '#policy/index.ts'
import {
  aProof,
  anApp,
  aSession,
  aState,
  BEGAN,
  HOUR_MS,
  methodNamed,
  textOf,
} from '../../../helpers/sign-in-demands.ts'

const PASSWORD = 'svc_password PASSWORD'
const QUESTION = 'security_question SECURITY_QUESTION'
const SMS = 'phone_number SMS'
const EMAIL = 'svc_email EMAIL'
const CODE = 'svc_verify TOTP'
const KEY = 'webauthn WEBAUTHN'
const IDP = 'external_idp IDP'

/** What is asked for: texts of methods, "+" before those that are to be set up; or how it ended. */
function told(step: NextStep): string[] | string {
  if (step.kind === 'prove') return step.choices.map((one) => `${one.isEnrolled ? '' : '+'}${textOf(one)}`)
  if (step.kind === 'impossible') return `${step.problem.by} asks for ${step.problem.asked}`
  return step.kind === 'done' ? 'done' : `refused by ${step.by}`
}

interface Case {
  promise: string
  session?: Parameters<typeof aSession>[0]
  app?: object | null
  /** What was proved, each with the milliseconds after the beginning. */
  proofs?: readonly (readonly [string, number])[]
  usable?: readonly string[]
  enrollable?: readonly string[]
  since?: number
  nowMs?: number
  asks: string[] | string
}

const chainOf = (...steps: readonly (readonly string[])[]): object | undefined => {
  const [first, ...rest] = steps
  if (!first) return undefined
  const next = chainOf(...rest)
  return { authenticationMethods: first.map(methodNamed), ...(next && { next: [next] }) }
}
const inOrder = (...steps: readonly (readonly string[])[]) => ({
  type: 'AUTH_METHOD_CHAIN',
  chains: [chainOf(...steps)],
})
const EVERYTHING = [PASSWORD, QUESTION, EMAIL, SMS, CODE, KEY, IDP]
const PASSWORD_FIRST = { primaryFactor: 'PASSWORD_IDP' } as const
const TWO = { requireFactor: true, factorPromptMode: 'SESSION', factorLifetime: 15 } as const

const SESSION: Case[] = [
  {
    promise: 'a password or an identity provider where these come first',
    session: PASSWORD_FIRST,
    asks: [PASSWORD, IDP],
  },
  {
    promise: 'the same where the rule says nothing of it',
    session: { primaryFactor: undefined },
    asks: [PASSWORD, IDP],
  },
  { promise: 'anything where any factor may come first', asks: [PASSWORD, QUESTION, EMAIL, SMS, CODE, KEY, IDP] },
  { promise: 'nothing more after it', session: PASSWORD_FIRST, proofs: [[PASSWORD, 0]], asks: 'done' },
  { promise: 'nothing of a session that has it', proofs: [[PASSWORD, -9 * HOUR_MS]], asks: 'done' },
  {
    promise: 'the password again where what was proved does not count',
    session: PASSWORD_FIRST,
    proofs: [[PASSWORD, -1]],
    since: 0,
    asks: [PASSWORD, IDP],
  },
  {
    promise: 'the password before the second factor',
    session: { ...PASSWORD_FIRST, ...TWO },
    asks: [PASSWORD, IDP],
  },
  {
    promise: 'then a factor of another class',
    session: { ...PASSWORD_FIRST, ...TWO },
    proofs: [[PASSWORD, 0]],
    asks: [EMAIL, SMS, CODE, KEY, IDP],
  },
  {
    promise: 'the second factor again after its lifetime',
    session: { ...PASSWORD_FIRST, ...TWO },
    proofs: [
      [PASSWORD, -HOUR_MS],
      [SMS, -15 * 60_000],
    ],
    asks: [EMAIL, SMS, CODE, KEY, IDP],
  },
  {
    promise: 'not within it, for a device as for a session',
    session: { ...PASSWORD_FIRST, ...TWO, factorPromptMode: 'DEVICE' },
    proofs: [
      [PASSWORD, -HOUR_MS],
      [SMS, 1 - 15 * 60_000],
    ],
    asks: 'done',
  },
  {
    promise: 'the second factor at every sign-in',
    session: { ...PASSWORD_FIRST, ...TWO, factorPromptMode: 'ALWAYS' },
    proofs: [
      [PASSWORD, -2],
      [SMS, -1],
    ],
    usable: [PASSWORD, SMS],
    asks: [SMS],
  },
  {
    promise: 'but once in a sign-in, however long that takes',
    session: { ...PASSWORD_FIRST, ...TWO, factorPromptMode: 'ALWAYS' },
    proofs: [
      [PASSWORD, -2],
      [SMS, 1],
    ],
    nowMs: HOUR_MS,
    asks: 'done',
  },
  {
    promise: 'no second factor of someone whose key checks who holds it',
    session: TWO,
    proofs: [[KEY, 0]],
    asks: 'done',
  },
]

const APP: Case[] = [
  {
    promise: 'what the application asks for, where it is enough for the session',
    app: { factorMode: '1FA', constraints: [{ knowledge: { types: ['PASSWORD'] } }] },
    asks: [PASSWORD],
  },
  {
    promise: 'the password first, and then what the application asks for',
    session: PASSWORD_FIRST,
    app: { factorMode: '1FA', constraints: [{ possession: { methods: ['SMS'] } }] },
    usable: [PASSWORD, SMS],
    asks: [PASSWORD],
  },
  {
    promise: 'what the application asks for after the password',
    session: PASSWORD_FIRST,
    app: { factorMode: '1FA', constraints: [{ possession: { methods: ['SMS'] } }] },
    proofs: [[PASSWORD, 0]],
    asks: [SMS],
  },
  {
    promise: 'the password alone before a second factor, where both rules ask for it',
    session: PASSWORD_FIRST,
    app: { factorMode: '2FA', constraints: [{ knowledge: { types: ['PASSWORD'] } }] },
    asks: [PASSWORD],
  },
  {
    promise: 'no second proof of the same class',
    app: { factorMode: '2FA' },
    proofs: [[PASSWORD, 0]],
    asks: [EMAIL, SMS, CODE, KEY, IDP],
  },
  {
    promise: 'not for the password of someone who needs their key anyway, and no more',
    app: { factorMode: '2FA' },
    usable: [PASSWORD, KEY],
    asks: [KEY],
  },
  {
    promise: 'any one of the alternatives',
    app: {
      factorMode: '1FA',
      constraints: [{ knowledge: { methods: ['PASSWORD'] } }, { possession: { methods: ['SMS'] } }],
    },
    asks: [PASSWORD, SMS],
  },
  {
    promise: 'again after the period of the method',
    app: { factorMode: '1FA', reauthenticateIn: 'PT1H' },
    proofs: [[PASSWORD, -HOUR_MS]],
    usable: [PASSWORD],
    asks: [PASSWORD],
  },
  {
    promise: 'not within it',
    app: { factorMode: '1FA', reauthenticateIn: 'PT1H' },
    proofs: [[PASSWORD, 1 - HOUR_MS]],
    asks: 'done',
  },
  {
    promise: 'by the period of a class before that of the method',
    app: { factorMode: '2FA', reauthenticateIn: 'PT12H', constraints: [{ knowledge: { reauthenticateIn: 'PT0S' } }] },
    proofs: [
      [PASSWORD, -1],
      [SMS, -1],
    ],
    usable: [PASSWORD, SMS],
    asks: [PASSWORD],
  },
  {
    promise: 'everything at every sign-in',
    app: { factorMode: '1FA', reauthenticateIn: 'PT0S' },
    proofs: [[PASSWORD, -1]],
    usable: [PASSWORD],
    asks: [PASSWORD],
  },
  {
    promise: 'no further, once it is proved in this one',
    app: { factorMode: '1FA', reauthenticateIn: 'PT0S' },
    proofs: [[PASSWORD, 5]],
    nowMs: 9,
    asks: 'done',
  },
]

const CHAINS: Case[] = [
  { promise: 'the first step', app: inOrder([EMAIL, SMS], [PASSWORD]), asks: [EMAIL, SMS] },
  {
    promise: 'the first step also where the session wants the password that comes later',
    session: PASSWORD_FIRST,
    app: inOrder([SMS], [PASSWORD]),
    usable: [PASSWORD, SMS],
    asks: [SMS],
  },
  { promise: 'the next step', app: inOrder([EMAIL, SMS], [PASSWORD]), proofs: [[SMS, 0]], asks: [PASSWORD] },
  {
    promise: 'nothing after the last',
    app: inOrder([EMAIL, SMS], [PASSWORD]),
    proofs: [
      [SMS, 0],
      [PASSWORD, 1],
    ],
    asks: 'done',
  },
  {
    promise: 'a step again that came too early',
    app: inOrder([SMS], [PASSWORD]),
    proofs: [
      [PASSWORD, 0],
      [SMS, 1],
    ],
    asks: [PASSWORD],
  },
  {
    promise: 'a method of its own for each step',
    app: inOrder([SMS, EMAIL], [SMS, EMAIL]),
    proofs: [[SMS, 0]],
    asks: [EMAIL],
  },
  { promise: 'nothing that a later step needs', app: inOrder([SMS, EMAIL], [SMS]), asks: [EMAIL] },
  {
    promise: 'all steps again after the period',
    app: { ...inOrder([SMS], [PASSWORD]), reauthenticateIn: 'PT1H' },
    proofs: [
      [SMS, -HOUR_MS],
      [PASSWORD, 1 - HOUR_MS],
    ],
    asks: [SMS],
  },
]

const SETTING_UP: Case[] = [
  {
    promise: 'to set up what lacks, after a proof',
    app: { factorMode: '2FA' },
    proofs: [[PASSWORD, 0]],
    usable: [PASSWORD],
    enrollable: [CODE],
    asks: [`+${CODE}`],
  },
  {
    promise: 'for what the person has before that',
    app: { factorMode: '2FA' },
    usable: [PASSWORD],
    enrollable: [CODE],
    asks: [PASSWORD],
  },
  {
    promise: 'for what the person has, also where only the session wants it',
    app: { factorMode: '1FA', constraints: [{ possession: {} }] },
    usable: [PASSWORD],
    enrollable: [CODE],
    asks: [PASSWORD],
  },
  {
    promise: 'nothing to set up where what there is suffices',
    app: { factorMode: '2FA' },
    proofs: [[PASSWORD, 0]],
    usable: [PASSWORD, SMS],
    enrollable: [CODE],
    asks: [SMS],
  },
  {
    promise: 'never for a name alone to set something up',
    usable: [],
    enrollable: [CODE],
    asks: 'session asks for any one factor',
  },
  {
    promise: 'nothing where setting up does not suffice either',
    app: { factorMode: '1FA', constraints: [{ possession: { phishingResistant: 'REQUIRED' } }] },
    proofs: [[PASSWORD, 0]],
    usable: [PASSWORD],
    enrollable: [CODE],
    asks: 'app asks for a phishing-resistant possession factor',
  },
]

const ENDS: Case[] = [
  {
    promise: 'nothing where the session is denied',
    session: { access: 'DENY' },
    proofs: [[PASSWORD, 0]],
    asks: 'refused by session',
  },
  {
    promise: 'nothing where nothing is usable',
    session: PASSWORD_FIRST,
    usable: [SMS],
    asks: 'session asks for password, or another identity provider or smart card',
  },
]

const demandOf = ({ session = {}, app }: Case): SignInDemand => ({
  session: aSession(session),
  app: app ? anApp(app) : null,
})

function stateOf({ proofs = [], usable = EVERYTHING, enrollable = [], since, nowMs }: Case): SignInState {
  return aState({
    proofs: proofs.map(([text, afterMs]) => aProof(text, afterMs)),
    usable: usable.map(methodNamed),
    enrollable: enrollable.map(methodNamed),
    nowMs: BEGAN + (nowMs ?? 0),
    mustReauthenticateSinceMs: since === undefined ? null : BEGAN + since,
  })
}

describe.each([
  ['for a session', SESSION],
  ['for an application', APP],
  ['by the steps of a chain', CHAINS],
  ['where something can be set up', SETTING_UP],
  ['in the end', ENDS],
])('%s a sign-in asks', (_, cases) => {
  it.each(cases)('$promise', (one) => {
    expect(told(nextStep(demandOf(one), stateOf(one)))).toEqual(one.asks)
  })
})

it('a denied application refuses, and so does one without a method', () => {
  const state = aState({ proofs: [aProof(PASSWORD)], usable: [methodNamed(PASSWORD)] })
  const app = anApp({ factorMode: '1FA' })
  const refused = { kind: 'refused', by: 'app' }
  expect(nextStep({ session: aSession(), app: { ...app, access: 'DENY' } }, state)).toEqual(refused)
  expect(nextStep({ session: aSession(), app: { ...app, verificationMethod: undefined } }, state)).toEqual(refused)
})

it.each([
  [[PASSWORD], ['pwd']],
  [
    [PASSWORD, QUESTION],
    ['pwd', 'kba'],
  ],
  [
    [PASSWORD, CODE],
    ['pwd', 'otp', 'mfa'],
  ],
  [
    [SMS, PASSWORD],
    ['sms', 'mca', 'pwd', 'mfa'],
  ],
  [[KEY], ['swk', 'user', 'mfa']],
  [['svc_verify PUSH'], ['hwk', 'mca', 'user', 'mfa']],
  [[IDP], []],
])('%j is told by the references of RFC 8176', (proofs, amr) => {
  const state = aState({ proofs: proofs.map((text) => aProof(text)) })
  expect(nextStep({ session: aSession(), app: null }, state)).toEqual({ kind: 'done', amr })
})

it('what does not count is not told either', () => {
  const state = aState({ proofs: [aProof(SMS, -1), aProof(PASSWORD)], mustReauthenticateSinceMs: BEGAN })
  expect(nextStep({ session: aSession(), app: null }, state)).toEqual({ kind: 'done', amr: ['pwd'] })
})
