import { describe, expect, it } from 'vitest'
import {
  askedIn,
  CODE,
  EMAIL,
  IDP,
  KEY,
  PASSWORD,
  PASSWORD_FIRST,
  QUESTION,
  SMS,
  TWO,
  type Case,
} from '../../../helpers/sign-in-cases.ts'
import { HOUR_MS } from '../../../helpers/sign-in-demands.ts'

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
    promise: 'no second factor on a device that is remembered',
    session: { ...PASSWORD_FIRST, ...TWO, factorPromptMode: 'DEVICE' },
    proofs: [[PASSWORD, 0]],
    remembered: [SMS],
    asks: 'done',
  },
  {
    promise: 'the password all the same on a device that is remembered',
    session: { ...TWO, factorPromptMode: 'DEVICE', primaryFactor: 'PASSWORD_IDP' },
    remembered: [KEY],
    asks: [PASSWORD, IDP],
  },
  {
    promise: 'the second factor where the rule remembers sessions, whatever device it is',
    session: { ...PASSWORD_FIRST, ...TWO },
    proofs: [[PASSWORD, 0]],
    remembered: [SMS],
    asks: [EMAIL, SMS, CODE, KEY, IDP],
  },
  {
    promise: 'the second factor of an application on a device that is remembered for the session',
    session: { ...PASSWORD_FIRST, ...TWO, factorPromptMode: 'DEVICE' },
    app: { factorMode: '2FA' },
    proofs: [[PASSWORD, 0]],
    remembered: [SMS],
    asks: [EMAIL, SMS, CODE, KEY, IDP],
  },
  {
    promise: 'not again in the same session on any device',
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
    promise: 'nothing of a session that was used within the time of inactivity',
    app: { factorMode: '1FA', inactivityPeriod: 'PT1H' },
    proofs: [[PASSWORD, -9 * HOUR_MS]],
    idleMs: HOUR_MS - 1,
    asks: 'done',
  },
  {
    promise: 'what the application asks for again where the session was not used for so long',
    app: { factorMode: '1FA', inactivityPeriod: 'PT1H', constraints: [{ knowledge: { types: ['PASSWORD'] } }] },
    proofs: [[PASSWORD, -2 * HOUR_MS]],
    idleMs: HOUR_MS,
    asks: [PASSWORD],
  },
  {
    promise: 'nothing more once it is proved again, however long that takes',
    app: { factorMode: '1FA', inactivityPeriod: 'PT1H' },
    proofs: [[PASSWORD, 1]],
    idleMs: 9 * HOUR_MS,
    nowMs: 2 * HOUR_MS,
    asks: 'done',
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

describe.each([
  ['for a session', SESSION],
  ['for an application', APP],
])('%s a sign-in asks', (_, cases) => {
  it.each(cases)('$promise', (one) => {
    expect(askedIn(one)).toEqual(one.asks)
  })
})
