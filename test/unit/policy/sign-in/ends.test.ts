import { describe, expect, it } from 'vitest'
import { nextStep } from '#policy/index.ts'
import {
  askedIn,
  CODE,
  EMAIL,
  IDP,
  inOrder,
  KEY,
  PASSWORD,
  PASSWORD_FIRST,
  QUESTION,
  SMS,
  type Case,
} from '../../../helpers/sign-in-cases.ts'
import { aProof, anApp, aSession, aState, BEGAN, HOUR_MS, methodNamed } from '../../../helpers/sign-in-demands.ts'

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

describe.each([
  ['by the steps of a chain', CHAINS],
  ['where something can be set up', SETTING_UP],
  ['in the end', ENDS],
])('%s a sign-in asks', (_, cases) => {
  it.each(cases)('$promise', (one) => {
    expect(askedIn(one)).toEqual(one.asks)
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
