import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import { AUTHENTICATOR_TABLE, methodsOf } from '#contract/policy/authenticator-table.ts'
import type { MethodChain } from '#contract/policy/chain-match.ts'
import { matchingMethods, refersTo, type MethodReference } from '#contract/policy/factor-match.ts'
import { assure, type Candidate } from '#policy/explain/assurance.ts'
import { assuranceText, chainAssuranceText, enableText } from '#policy/explain/assurance-text.ts'
import { factorsText } from '#policy/explain/factors.ts'
import {
  chain,
  demand,
  enabledMethods,
  knowledge,
  methodsOfKeys,
  possession,
  type Demand,
} from '../../helpers/assurance-arbitraries.ts'
import {
  NAIVE_METHODS,
  naivelyDemanded,
  naivelyPasses,
  naivelySatisfies,
  naivelySound,
} from '../../helpers/naive-assurance.ts'
import { runs } from '../../helpers/runs.ts'

const nameOf = ({ key, method }: { key: string; method: string }) => `${key} ${method}`
const names = (candidates: readonly Candidate[] | null) => (candidates ?? []).map(({ entry }) => nameOf(entry))
const naive = (candidate: Candidate) => NAIVE_METHODS.find((one) => nameOf(one) === nameOf(candidate.entry))!

describe('what satisfies one class of a constraint', () => {
  it('is exactly what a naive reading of the tables says, in both classes', () => {
    fc.assert(
      fc.property(knowledge, possession, (known, held) => {
        for (const [name, factor] of [['knowledge', known] as const, ['possession', held] as const])
          expect(matchingMethods(name, factor).map(nameOf).sort()).toEqual(
            NAIVE_METHODS.filter((one) => naivelySatisfies(one, name, { ...factor }))
              .map(nameOf)
              .sort(),
          )
      }),
      { numRuns: runs(2) },
    )
  })

  it('never shrinks when a demand is dropped', () => {
    fc.assert(
      fc.property(possession, (factor) => {
        const whole = matchingMethods('possession', factor).map(nameOf)
        for (const key of Object.keys(factor)) {
          const loose =
            key === 'userPresence' ? { ...factor, [key]: 'OPTIONAL' as const } : { ...factor, [key]: undefined }
          expect(matchingMethods('possession', loose).map(nameOf)).toEqual(expect.arrayContaining(whole))
        }
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('says which demanded characteristics only some configurations have', () => {
    const { constraints } = assure({
      factorMode: '1FA',
      constraints: [{ possession: { hardwareProtection: 'REQUIRED', userPresence: 'OPTIONAL' } }],
    })
    expect(constraints[0]?.possession?.map(({ entry, onlyIf }) => [nameOf(entry), onlyIf])).toEqual([
      ['svc_verify PUSH', []],
      ['svc_verify SIGNED_NONCE', ['hardwareProtection']],
      ['custom_app PUSH', ['hardwareProtection']],
      ['partner_token_a OTP', []],
      ['smart_card_idp CERT', ['hardwareProtection']],
    ])
  })
})

describe('ways to satisfy a verification method', () => {
  it('bring as many factors as are asked for, of different classes, each satisfying its constraint', () => {
    fc.assert(
      fc.property(demand, (method) => {
        assure(method).constraints.forEach(({ combinations }, index) => {
          const asked = method.constraints?.[index] ?? {}
          for (const { steps } of combinations) {
            const classes = steps.map(({ factorClass }) => factorClass)
            expect(steps).toHaveLength(method.factorMode === '2FA' ? 2 : 1)
            expect(new Set(classes).size).toBe(steps.length)
            for (const name of ['knowledge', 'possession'] as const) {
              const factor = asked[name]
              if (!factor) continue
              if (naivelyDemanded({ ...factor })) expect(classes).toContain(name)
              const bound = steps.filter(({ factorClass }) => factorClass === name)
              for (const candidate of bound.flatMap(({ candidates }) => candidates))
                expect(naivelySatisfies(naive(candidate), name, { ...factor })).toBe(true)
            }
            for (const { factorClass, candidates } of steps)
              for (const candidate of candidates) expect(naive(candidate).classes).toContain(factorClass)
          }
        })
      }),
      { numRuns: runs() },
    )
  })

  it('exist exactly where the schema takes the constraint', () => {
    fc.assert(
      fc.property(demand, (method) => {
        const { success } = verificationMethodSchema.safeParse(method)
        expect(assure(method).constraints.every(({ satisfiable }) => satisfiable)).toBe(success)
      }),
      { numRuns: runs() },
    )
  })

  it('one of several alternatives is enough', () => {
    const bad = { knowledge: { types: ['APP'] } }
    const good = { knowledge: { types: ['PASSWORD'] } }
    expect(assure({ factorMode: '1FA', constraints: [bad, good] }).satisfiable).toBe(true)
    expect(assure({ factorMode: '1FA', constraints: [bad, bad] }).satisfiable).toBe(false)
  })

  it('two factors may be one device that checks who holds it, where nothing else is asked for', () => {
    const [any] = assure({ factorMode: '2FA' }).constraints
    expect(names(any!.alone)).toEqual([
      'svc_verify PUSH',
      'svc_verify SIGNED_NONCE',
      'webauthn WEBAUTHN',
      'custom_app PUSH',
      'smart_card_idp CERT',
    ])
    const [password] = assure({ factorMode: '2FA', constraints: [{ knowledge: { types: ['PASSWORD'] } }] }).constraints
    expect(names(password!.alone)).toEqual([])
    expect(names(password!.free)).toHaveLength(17)
    expect(names(password!.free)).not.toContain('security_question SECURITY_QUESTION')
    const [texts] = assure({ factorMode: '2FA', constraints: [{ possession: { methods: ['SMS'] } }] }).constraints
    expect(names(texts!.alone)).toEqual([])
    expect(names(texts!.free)).toContain('webauthn WEBAUTHN')
    expect(names(texts!.free)).not.toContain('svc_email EMAIL')
  })

  it('a smart card counts as knowledge by its PIN, where it asks for one', () => {
    const [both] = assure({ factorMode: '2FA', constraints: [{ knowledge: {}, possession: {} }] }).constraints
    expect(both!.alone.map(({ entry, onlyIf }) => [entry.key, onlyIf])).toEqual([
      ['smart_card_idp', ['userVerification']],
    ])
  })

  it('what is excluded is out, and nothing of its class must be brought', () => {
    const [one] = assure({
      factorMode: '1FA',
      constraints: [{ possession: { excludedAuthenticationMethods: [{ key: 'phone_number' }] } }],
    }).constraints
    expect(one!.demanded).toEqual([])
    expect(names(one!.free)).toContain('svc_password PASSWORD')
    expect(names(one!.free).filter((name) => name.startsWith('phone'))).toEqual([])
  })
})

/** The methods that a reference means. */
const meant = (reference: MethodReference) => AUTHENTICATOR_TABLE.filter((entry) => refersTo(reference, entry))

describe('chains', () => {
  const chains = fc.array(chain, { minLength: 1, maxLength: 3 })
  const methodOf = (list: readonly MethodChain[]) => ({ type: 'AUTH_METHOD_CHAIN' as const, chains: list })

  it('let in whoever can bring a method of its own for each step of one of them', () => {
    fc.assert(
      fc.property(chains, enabledMethods, (list, enabled) => {
        const on = NAIVE_METHODS.filter((one) =>
          [...enabled].some(({ key, method }) => key === one.key && method === one.method),
        )
        const { satisfiable, available, chains: each } = assure(methodOf(list), enabled)
        expect(each.map((one) => one.satisfiable)).toEqual(
          list.map((one) => naivelySound(one) && naivelyPasses(one, NAIVE_METHODS)),
        )
        expect(each.map((one) => one.available)).toEqual(list.map((one) => naivelySound(one) && naivelyPasses(one, on)))
        expect(satisfiable).toBe(each.some((one) => one.satisfiable))
        expect(available).toBe(each.some((one) => one.available))
      }),
      { numRuns: runs(2) },
    )
  })

  it('exist exactly where the schema takes them', () => {
    fc.assert(
      fc.property(chains, (list) => {
        const { success } = verificationMethodSchema.safeParse(methodOf(list))
        expect(assure(methodOf(list)).chains.every(({ satisfiable }) => satisfiable)).toBe(success)
      }),
      { numRuns: runs() },
    )
  })

  it('say what to switch on to make them available', () => {
    fc.assert(
      fc.property(chain, enabledMethods, (one, enabled) => {
        const [found] = assure(methodOf([one]), enabled).chains
        if (!found?.satisfiable || found.available) return
        expect(found.enable.length).toBeGreaterThan(0)
        for (const references of found.enable) expect(references.length).toBeGreaterThan(0)
        const all = new Set([...enabled, ...found.enable.flat().flatMap(meant)])
        expect(assure(methodOf([one]), all).available).toBe(true)
      }),
      { numRuns: runs() },
    )
  })

  it('are told step by step, with what is lacking', () => {
    const one: MethodChain = {
      authenticationMethods: [{ key: 'svc_password', method: 'password' }],
      next: [{ authenticationMethods: [{ key: 'svc_email' }, { key: 'phone_number', method: 'sms' }] }],
    }
    const [all] = assure(methodOf([one])).chains
    expect(chainAssuranceText(all!)).toBe('Password, then any of: Email, Phone (SMS)')
    const [some] = assure(methodOf([one]), new Set(methodsOfKeys(['svc_password', 'phone_number']))).chains
    expect(chainAssuranceText(some!)).toBe('Password, then Phone (SMS)')
    const [none] = assure(methodOf([one]), new Set(methodsOfKeys(['svc_password']))).chains
    expect([none!.available, enableText(none!)]).toEqual([false, 'Switch on Email or Phone'])
    const voice = methodsOf('phone_number').filter(({ method }) => method === 'VOICE')
    const [part] = assure(methodOf([one]), new Set([...methodsOfKeys(['svc_password']), ...voice])).chains
    expect([part!.available, enableText(part!)]).toEqual([false, 'Switch on Email or Phone (SMS)'])
  })
})

it('types and methods count alike in either case', () => {
  fc.assert(
    fc.property(demand, (method) => {
      const lower = JSON.parse(
        JSON.stringify(method, (key, value: unknown) =>
          key === 'types' || key === 'methods' ? (value as string[]).map((name) => name.toLowerCase()) : value,
        ),
      ) as typeof method
      const usable = (one: typeof method) =>
        assure(one).constraints.map(({ combinations, free, alone }) => ({ combinations, free, alone }))
      expect(usable(lower)).toEqual(usable(method))
    }),
    { numRuns: runs(0.5) },
  )
})

describe('with what the organization has switched on', () => {
  it('everything switched on is the same as not asking', () => {
    fc.assert(
      fc.property(demand, (method) => {
        const all = assure(method, new Set(AUTHENTICATOR_TABLE))
        expect(all).toEqual(assure(method))
        expect(all.available).toBe(all.satisfiable)
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('switching on one of each that it names makes an alternative available', () => {
    fc.assert(
      fc.property(demand, enabledMethods, fc.nat(), (method, enabled, pick) => {
        assure(method, enabled).constraints.forEach(({ available, satisfiable, enable }, index) => {
          expect(available).toBe(satisfiable && enable.length === 0)
          const more = enable.flatMap((references) => meant(references[pick % references.length]!))
          const after = assure(method, new Set([...enabled, ...more])).constraints[index]
          expect(after?.available).toBe(satisfiable)
        })
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('switching on more never makes less available', () => {
    fc.assert(
      fc.property(demand, enabledMethods, enabledMethods, (method, enabled, more) => {
        if (assure(method, enabled).available)
          expect(assure(method, new Set([...enabled, ...more])).available).toBe(true)
      }),
      { numRuns: runs(0.5) },
    )
  })
})

describe('in words', () => {
  const said: [Demand, string][] = [
    [{ factorMode: '1FA' }, 'Any one'],
    [{ factorMode: '2FA' }, 'Any two of different kinds'],
    [
      { factorMode: '2FA', constraints: [{ knowledge: { types: ['PASSWORD'] } }] },
      'Password and one more of another kind',
    ],
    [{ factorMode: '1FA', constraints: [{ possession: {} }] }, 'Anything the person has'],
    [
      { factorMode: '2FA', constraints: [{ knowledge: { types: ['PASSWORD'] }, possession: { types: ['PHONE'] } }] },
      'Password and any of: Phone (SMS), Phone (voice call)',
    ],
    [
      { factorMode: '2FA', constraints: [{ possession: { methods: ['WEBAUTHN', 'SMS'] } }] },
      'Any of: Phone (SMS), Security key or biometric (WebAuthn), and one more of another kind; Security key or biometric (WebAuthn) is enough alone',
    ],
    [{ factorMode: '1FA', constraints: [{ knowledge: { types: ['APP'] } }] }, ''],
  ]
  it.each(said)('%j: %s', (method, words) => {
    expect(assuranceText(assure(method).constraints[0]!)).toBe(words)
  })

  it('what is to be switched on is named', () => {
    const method: Demand = {
      factorMode: '2FA',
      constraints: [
        { knowledge: { types: ['PASSWORD'] }, possession: { hardwareProtection: 'REQUIRED', types: ['APP'] } },
      ],
    }
    const words = (enabled: string[]) => enableText(assure(method, new Set(methodsOfKeys(enabled))).constraints[0]!)
    expect(words([])).toBe('Switch on Password, and Verify app or Custom app')
    expect(words(['svc_password'])).toBe('Switch on Verify app or Custom app')
    expect(words(['svc_password', 'custom_app'])).toBe('')
  })

  it.each([
    [
      [{ possession: { authenticationMethods: [{ key: 'svc_verify', method: 'push' }] } }],
      'verify app (push) and one more factor',
    ],
    [
      [{ possession: { types: ['PHONE'], methods: ['SMS', 'VOICE'] } }],
      'text message or phone call and one more factor',
    ],
    [[{ possession: { excludedAuthenticationMethods: [{ key: 'svc_email' }] } }], 'any two factors other than email'],
    [
      [{ possession: { phishingResistant: 'REQUIRED', required: false } }],
      'any two factors, possession only as a phishing-resistant factor',
    ],
    [
      [{ possession: { types: ['APP', 'SECURITY_KEY'], deviceBound: 'REQUIRED' } }],
      'a device-bound factor (app or security key) and one more factor',
    ],
  ])('a rule that asks for %j reads: %s', (constraints, words) => {
    expect(factorsText(verificationMethodSchema.parse({ factorMode: '2FA', constraints }))).toBe(words)
  })
})
