import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '#contract/interface/messages.ts'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import { AUTHENTICATOR_METHODS, AUTHENTICATOR_TYPES } from '#contract/policy/authenticator-table.ts'
import { contestsOf, stepsOf, type MethodChain } from '#contract/policy/chain-match.ts'
import { runs } from '../../helpers/runs.ts'

/** A chain of steps, each a list of `key` or `key/method`. */
function chainOf(...[first = [], ...others]: string[][]): MethodChain {
  const authenticationMethods = first.map((text) => {
    const [key = '', method] = text.split('/')
    return method === undefined ? { key } : { key, method }
  })
  return others.length ? { authenticationMethods, next: [chainOf(...others)] } : { authenticationMethods }
}

function problemsOf(...chains: unknown[]): string[] {
  const { error } = verificationMethodSchema.safeParse({ type: 'AUTH_METHOD_CHAIN', chains })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('a chain', () => {
  it('is read step by step', () => {
    const chain = chainOf(['svc_password/password'], ['svc_email'], ['webauthn'])
    expect(stepsOf(chain).map((step) => step.authenticationMethods[0]?.key)).toEqual([
      'svc_password',
      'svc_email',
      'webauthn',
    ])
  })

  it('may name methods in either case, or whole authenticators', () => {
    expect(problemsOf(chainOf(['svc_password/PASSWORD'], ['phone_number', 'svc_verify/push']))).toEqual([])
  })

  it('may use two methods of one authenticator, and end in an empty list', () => {
    expect(problemsOf({ ...chainOf(['phone_number/sms']), next: [chainOf(['phone_number/voice'])] })).toEqual([])
    expect(problemsOf({ ...chainOf(['svc_email']), next: [] })).toEqual([])
  })

  const refused: [string, unknown[], string[]][] = [
    ['no chain at all', [], ['chains: must hold at least 1']],
    ['a step without methods', [chainOf([])], ['chains.0.authenticationMethods: needs a method']],
    [
      'a key that no authenticator has',
      [chainOf(['svc_password'], ['fax'])],
      [expect.stringMatching(/^chains\.0\.next\.0\.authenticationMethods\.0\.key: fax is no authenticator/) as string],
    ],
    [
      'a method that never has what is required of it',
      [{ authenticationMethods: [{ key: 'webauthn' }, { key: 'svc_email', userVerification: 'REQUIRED' }] }],
      ['chains.0.authenticationMethods.1.userVerification: Email is never user-verifying'],
    ],
    [
      'a period that is none',
      [{ ...chainOf(['webauthn']), reauthenticateIn: '1 hour' }],
      [expect.stringMatching(/^chains\.0\.reauthenticateIn: must be an ISO 8601 period/) as string],
    ],
    [
      'a method that its authenticator lacks',
      [chainOf(['svc_email/push'])],
      ['chains.0.authenticationMethods.0.method: svc_email has no method push, only EMAIL'],
    ],
    [
      'a step that only an earlier step’s method satisfies',
      [chainOf(['webauthn']), chainOf(['svc_email'], ['svc_email/email'])],
      [
        'chains.1.next.0.authenticationMethods: needs a method of its own: svc_email EMAIL is asked for by earlier steps',
      ],
    ],
    [
      'two steps that want the methods of which a third needs one',
      [chainOf(['phone_number'], ['phone_number'], ['phone_number/sms', 'phone_number/voice'])],
      [
        'chains.0.next.0.next.0.authenticationMethods: needs a method of its own: phone_number SMS, phone_number VOICE are asked for by earlier steps',
      ],
    ],
    [
      'two continuations of one step',
      [{ ...chainOf(['svc_password']), next: [chainOf(['svc_email']), chainOf(['webauthn'])] }],
      ['chains.0.next: must hold at most 1'],
    ],
    [
      'more steps than a chain has',
      [chainOf(...Array.from({ length: 11 }, () => ['svc_verify', 'phone_number']))],
      [`chains.0${'.next.0'.repeat(9)}.next: a chain has at most 10 steps`],
    ],
  ]
  it.each(refused)('%s is refused', (_, chains, problems) => {
    expect(problemsOf(...chains)).toEqual(problems)
  })
})

it('a method of neither kind is refused by its type', () => {
  const { error } = verificationMethodSchema.safeParse({ type: 'PASSKEY' })
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['type'], 'must be one of ASSURANCE, AUTH_METHOD_CHAIN'],
  ])
})

it('every type and method of a constraint is read in both cases, and no other', () => {
  const read = (factor: object) =>
    verificationMethodSchema.safeParse({ factorMode: '2FA', constraints: [{ possession: factor }] }).error?.issues[0]
      ?.code
  for (const name of AUTHENTICATOR_TYPES)
    for (const spelled of [name, name.toLowerCase()])
      expect(read({ types: [spelled, 'EMAIL'] }), spelled).toBe(undefined)
  for (const name of AUTHENTICATOR_METHODS)
    for (const spelled of [name, name.toLowerCase()])
      expect(read({ methods: [spelled, 'email'] }), spelled).toBe(undefined)
  expect(read({ methods: ['Sms'] })).toBe('invalid_value')
})

describe('steps that want the same things', () => {
  const choices = fc.array(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 4 }), { maxLength: 5 })

  /** The most steps that can have an item of their own, by trying everything. */
  function most(wanted: readonly (readonly number[])[], taken: readonly number[] = []): number {
    const [first, ...others] = wanted
    if (!first) return 0
    const free = first.filter((item) => !taken.includes(item))
    return Math.max(most(others, taken), ...free.map((item) => 1 + most(others, [...taken, item])))
  }

  it('leave as few as possible without, and say what is contested', () => {
    fc.assert(
      fc.property(choices, (wanted) => {
        const contests = contestsOf(wanted)
        expect(wanted.length - contests.length).toBe(most(wanted))
        for (const { steps, items } of contests) {
          expect(new Set(steps.flatMap((step) => wanted[step] ?? []))).toEqual(new Set(items))
          expect(new Set(steps).size).toBeGreaterThan(items.length)
        }
      }),
      { numRuns: runs(2) },
    )
  })
})
