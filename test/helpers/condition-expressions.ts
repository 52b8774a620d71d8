import fc from 'fast-check'

const ATOMS = [
  "user.profile.title == 'Ada'",
  "user.profile.title != 'Bob'",
  "'Ada' == user.profile.title",
  'user.profile.title == null',
  'user.profile.size == 7',
  "user.profile.login == 'ada@example.org'",
  "login.identifier == 'ada@example.org'",
  "user.status == 'ACTIVE'",
  'device.profile.managed',
  'device.profile.registered == false',
  "device.profile.platform == 'IOS'",
  "device.profile.platform != 'OSX'",
  "security.risk.level == 'HIGH'",
  "security.risk.level != 'LOW'",
  "user.isMemberOf({'group.id': 'g1'})",
  "user.isMemberOf({'group.id': {'g2', 'g3'}})",
  "user.isMemberOf({'group.id': 'everyone'})",
  "user.isMemberOf({'group.id': 'g1'}, {'group.id': 'g2'})",
  'user.profile.size > 3',
  "user.profile.title.toUpperCase() == 'ADA'",
  'true',
  'false',
] as const

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<string>(...ATOMS),
    tie('expression').map((one) => `!(${one})`),
    fc.tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression')).map((parts) => `(${parts.join(' ')})`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([test, then, otherwise]) => `(${test} ? ${then} : ${otherwise})`),
  ),
}))

/** Expressions about what contexts hold, some of whose parts are beyond formulas. */
export const conditionExpressions: fc.Arbitrary<string> = expression
