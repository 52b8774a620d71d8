import { describe, expect, it } from 'vitest'
import '#contract/interface/messages.ts'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import { demandedCharacteristics, isRequired } from '#contract/policy/factor-match.ts'

const keys = (...names: string[]) => names.map((key) => ({ key }))

function problemsOf(constraint: object, factorMode = '2FA'): string[] {
  const { error } = verificationMethodSchema.safeParse({ factorMode, constraints: [constraint] })
  return (error?.issues ?? []).map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)
}

const LEFT = 'no authenticator is left'

describe('a constraint that nothing can satisfy is refused, at the field to blame, with the reason', () => {
  const cases: [string, object, string[]][] = [
    [
      'a method without a demanded characteristic',
      { possession: { methods: ['SMS'], hardwareProtection: 'REQUIRED' } },
      [`possession.methods: SMS is not hardware-protected, and hardwareProtection is REQUIRED; ${LEFT}`],
    ],
    [
      'several methods without it',
      { possession: { methods: ['SMS', 'EMAIL'], phishingResistant: 'REQUIRED' } },
      [`possession.methods: none of SMS, EMAIL is phishing-resistant, and phishingResistant is REQUIRED; ${LEFT}`],
    ],
    [
      'characteristics that no one method has together',
      { possession: { types: ['SECURITY_KEY'], hardwareProtection: 'REQUIRED', phishingResistant: 'REQUIRED' } },
      [
        `possession.types: SECURITY_KEY is not hardware-protected and phishing-resistant, and hardwareProtection and phishingResistant are REQUIRED; ${LEFT}`,
      ],
    ],
    [
      'a type of another class',
      { knowledge: { types: ['SECURITY_KEY'] } },
      [`knowledge.types: SECURITY_KEY is not a knowledge factor; ${LEFT}`],
    ],
    [
      'methods of other types',
      { possession: { types: ['PHONE'], methods: ['PUSH'] } },
      [`possession.methods: PUSH is not of type PHONE; ${LEFT}`],
    ],
    [
      'an allow list of another class',
      { knowledge: { authenticationMethods: keys('svc_email') } },
      [`knowledge.authenticationMethods: svc_email is not a knowledge factor; ${LEFT}`],
    ],
    [
      'an allow list that the exclude list empties',
      {
        possession: {
          authenticationMethods: keys('svc_email'),
          excludedAuthenticationMethods: [{ key: 'svc_email', method: 'email' }],
        },
      },
      [`possession.authenticationMethods: svc_email is not spared by excludedAuthenticationMethods; ${LEFT}`],
    ],
    [
      'an exclude list of everything',
      { knowledge: { excludedAuthenticationMethods: keys('svc_password', 'security_question', 'smart_card_idp') } },
      [`knowledge.excludedAuthenticationMethods: excludes every knowledge factor; ${LEFT}`],
    ],
    [
      'an exclude list of everything that is left',
      {
        possession: {
          hardwareProtection: 'REQUIRED',
          phishingResistant: 'REQUIRED',
          excludedAuthenticationMethods: keys('svc_verify', 'smart_card_idp'),
        },
      },
      [
        `possession.excludedAuthenticationMethods: excludes every hardware-protected and phishing-resistant possession factor, and hardwareProtection and phishingResistant are REQUIRED; ${LEFT}`,
      ],
    ],
    [
      'names that nothing bears',
      { possession: { authenticationMethods: [{ key: 'svc_email', method: 'PUSH' }] } },
      ['possession.authenticationMethods.0.method: svc_email has no method PUSH, only EMAIL'],
    ],
    [
      'both classes, each for its own reason',
      { knowledge: { types: ['APP'] }, possession: { types: ['EMAIL'], deviceBound: 'REQUIRED' } },
      [
        `knowledge.types: APP is not a knowledge factor; ${LEFT}`,
        `possession.types: EMAIL is not device-bound, and deviceBound is REQUIRED; ${LEFT}`,
      ],
    ],
  ]
  it.each(cases)('%s', (_, constraint, problems) => {
    expect(problemsOf(constraint)).toEqual(problems)
  })

  it('a key that no authenticator has, in either list', () => {
    for (const list of ['authenticationMethods', 'excludedAuthenticationMethods'])
      expect(problemsOf({ possession: { [list]: keys('svc_email', 'fax') } })).toEqual([
        expect.stringMatching(`^possession.${list}.1.key: fax is no authenticator; known are svc_password, `),
      ])
  })
})

describe('the rows of the constraint table', () => {
  const refused: [string, object, string][] = [
    ['types', { knowledge: { types: ['FAX'] } }, 'knowledge.types.0'],
    ['methods', { knowledge: { methods: ['Fax'] } }, 'knowledge.methods.0'],
    ...['hardwareProtection', 'deviceBound', 'phishingResistant', 'userPresence', 'userVerification'].flatMap(
      (name): [string, object, string][] => [
        [name, { possession: { [name]: true } }, `possession.${name}`],
        [`${name}, of knowledge`, { knowledge: { [name]: 'OPTIONAL' } }, 'knowledge'],
      ],
    ),
    ['reauthenticateIn', { knowledge: { reauthenticateIn: '2 hours' } }, 'knowledge.reauthenticateIn'],
    [
      'authenticationMethods',
      { possession: { authenticationMethods: ['svc_email'] } },
      'possession.authenticationMethods.0',
    ],
    [
      'its key',
      { possession: { authenticationMethods: [{ method: 'SMS' }] } },
      'possession.authenticationMethods.0.key',
    ],
    [
      'excludedAuthenticationMethods',
      { possession: { excludedAuthenticationMethods: {} } },
      'possession.excludedAuthenticationMethods',
    ],
    ['required', { possession: { required: 'yes' } }, 'possession.required'],
    ['an inherence constraint', { inherence: {}, knowledge: {} }, ''],
  ]
  it.each(refused)('%s is checked', (_, constraint, path) => {
    expect(problemsOf(constraint)).toEqual([expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}: .`))])
  })

  it('more classes than factors are refused', () => {
    expect(problemsOf({ knowledge: {}, possession: {} }, '1FA')).toEqual([
      ': asks for two classes of factor, but factorMode is 1FA',
    ])
    expect(problemsOf({ knowledge: {}, possession: {} })).toEqual([])
  })

  it('what is left out means the defaults of the documents, and is not added [spec/6 8/constraints]', () => {
    const read = verificationMethodSchema.parse({ factorMode: '2FA', constraints: [{ knowledge: {}, possession: {} }] })
    expect(read).toEqual({
      type: 'ASSURANCE',
      factorMode: '2FA',
      reauthenticateIn: 'PT12H',
      constraints: [{ knowledge: {}, possession: {} }],
    })
    const asked = demandedCharacteristics('possession', {})
    expect([asked, isRequired({})]).toEqual([['userPresence'], true])
  })

  it('an empty list asks for nothing', () => {
    expect(problemsOf({ possession: { types: [], methods: [], authenticationMethods: [] } })).toEqual([])
  })
})
