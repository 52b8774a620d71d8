import fc from 'fast-check'
import { FUNCTIONS } from '#expression/catalogue.ts'
import { print } from './expression-print.ts'
import type { Dialect, ExpressionContext, Node } from '#expression/types.ts'

/** Random expressions that hold together by type, and random contexts in which a good part of things is missing. */

const NOWHERE = { start: 0, end: 0 }
type Arb = fc.Arbitrary<Node>

function path(source: string): Node {
  const [root = '', ...names] = source.split('.')
  return names.reduce<Node>((object, name) => ({ kind: 'member', object, name, nameSpan: NOWHERE, ...NOWHERE }), {
    kind: 'name',
    name: root,
    ...NOWHERE,
  })
}

const literal = (value: string | number | boolean | null): Node => ({ kind: 'literal', value, ...NOWHERE })
const binary =
  (operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | '+') =>
  (left: Node, right: Node): Node => ({
    kind: 'binary',
    operator,
    operatorSpan: NOWHERE,
    left,
    right,
    ...NOWHERE,
  })
const ternary = (test: Node, then: Node, otherwise: Node): Node => ({
  kind: 'ternary',
  test,
  then,
  otherwise,
  ...NOWHERE,
})
const call = (receiver: Node | null, name: string, ...args: Node[]): Node => ({
  kind: 'call',
  receiver,
  name,
  nameSpan: NOWHERE,
  args,
  ...NOWHERE,
})

const ANY_PATHS = ['user.profile.a', 'user.profile.b', 'user.profile.c', 'device.profile.x', 'accessRequest.y.z'].map(
  path,
)
const BOOLEAN_PATHS = ['device.profile.managed', 'device.profile.registered', 'user.profile.a'].map(path)
const TEXT_PATHS = ['user.status', 'security.risk.level', 'user.profile.b'].map(path)
const TIME_PATHS = ['user.created', 'user.lastLogin'].map(path)
const LIST_PATHS = ['session.amr', 'security.behaviors', 'user.profile.c'].map(path)
const WORDS = ['', 'a', 'Sales', '12', '3.5', 'x"\'\\\n', '2026-01-15', 'NL', 'é𝒳'] as const
const words = fc.constantFrom(...WORDS)

const map = (key: string, value: Node, operator: string | null): Node => ({
  kind: 'map',
  entries: [
    { key, keySpan: NOWHERE, value },
    ...(operator === null ? [] : [{ key: 'operator', keySpan: NOWHERE, value: literal(operator) }]),
  ],
  ...NOWHERE,
})

interface Kinds {
  truth: Node
  text: Node
  number: Node
  time: Node
  list: Node
  any: Node
}

const { truth, any } = fc.letrec<Kinds>((tie): fc.LetrecValue<Kinds> => {
  // Every kind is a node; the library's own type for ties gets lost in the overloads.
  const kind = (name: keyof Kinds) => tie(name) as Arb
  const [truths, texts, numbers] = [kind('truth'), kind('text'), kind('number')]
  const [times, lists, anys] = [kind('time'), kind('list'), kind('any')]
  const pair = (operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | '+', of: Arb) =>
    fc.tuple(of, of).map(([a, b]) => binary(operator)(a, b))
  const choose = (of: Arb) => fc.tuple(truths, of, of).map(([test, a, b]) => ternary(test, a, b))
  const method = (of: Arb, ...names: string[]) =>
    fc.tuple(of, fc.constantFrom(...names)).map(([self, name]) => call(self, name))
  const method1 = (of: Arb, arg: Arb, ...names: string[]) =>
    fc.tuple(of, arg, fc.constantFrom(...names)).map(([self, given, name]) => call(self, name, given))
  const criterion = fc.oneof(
    fc
      .tuple(texts, fc.constantFrom('EXACT', 'STARTS_WITH', null))
      .map(([value, operator]) => map('group.profile.name', value, operator)),
    fc.constantFrom('00g1', '00g2').map((id) => map('group.id', literal(id), null)),
    fc.array(texts, { maxLength: 2 }).map((items) => map('group.type', { kind: 'list', items, ...NOWHERE }, null)),
  )
  return {
    truth: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean().map(literal),
      fc.constantFrom(...BOOLEAN_PATHS),
      fc
        .tuple(fc.constantFrom('&&' as const, '||' as const), fc.array(truths, { minLength: 2, maxLength: 4 }))
        .map(([operator, operands]): Node => ({ kind: 'logical', operator, operands, ...NOWHERE })),
      truths.map((operand): Node => ({ kind: 'not', operand, ...NOWHERE })),
      fc
        .constantFrom('==' as const, '!=' as const)
        .chain((operator) =>
          fc.oneof(pair(operator, anys), pair(operator, texts), pair(operator, lists), pair(operator, truths)),
        ),
      fc
        .constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const)
        .chain((operator) => fc.oneof(pair(operator, numbers), pair(operator, texts), pair(operator, times))),
      method1(texts, texts, 'contains'),
      method1(lists, anys, 'contains'),
      method1(times, numbers, 'withinDays', 'withinSeconds'),
      method(lists, 'isEmpty'),
      criterion.map((given) => call(path('user'), 'isMemberOf', given)),
      choose(truths),
    ),
    text: fc.oneof(
      { depthSize: 'small' },
      words.map(literal),
      fc.constantFrom(...TEXT_PATHS),
      pair('+', texts),
      method(texts, 'toUpperCase', 'removeSpaces'),
      method1(texts, texts, 'substringBefore', 'substringAfter'),
      method1(texts, numbers, 'substring'),
      method(times, 'toUnix', 'toString'),
      choose(texts),
    ),
    number: fc.oneof(
      { depthSize: 'small' },
      fc.integer({ min: -5, max: 5 }).map(literal),
      fc.double({ min: -10, max: 1e12, noNaN: true }).map((value) => literal(value === 0 ? 0 : value)),
      pair('+', numbers),
      method(texts, 'length', 'toNumber', 'toInteger'),
      method(lists, 'size'),
    ),
    time: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...TIME_PATHS, call(path('DateTime'), 'now')),
      method1(times, numbers, 'plusDays', 'minusHours'),
      method(texts, 'parseStringTime'),
    ),
    list: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...LIST_PATHS),
      fc.array(anys, { maxLength: 3 }).map((items): Node => ({ kind: 'list', items, ...NOWHERE })),
      method1(lists, anys, 'add', 'remove'),
      method(lists, 'flatten'),
    ),
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...ANY_PATHS),
      fc.constant(literal(null)),
      choose(anys),
      fc.tuple(truths, texts, numbers).map(([test, a, b]) => ternary(test, a, b)),
    ),
  }
})

/** Those that take any text: no time zones and the like. */
const CLASSIC_CALLS = [...FUNCTIONS.entries()].filter(
  ([, { dialects, takes }]) =>
    dialects.includes('classic') &&
    takes.every(({ type, validate }) => type === 'text' && WORDS.every((word) => !validate?.(word))),
)

/** A call of a Classic function over texts, nested a little. */
const classicText: Arb = fc.letrec<{ text: Node }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 3 },
    words.map(literal),
    fc.constantFrom('user.a', 'user.b', 'org.a', 'appuser.b').map(path),
    fc
      .constantFrom('append', 'substringBefore')
      .chain((name) =>
        fc.tuple(tie('text') as Arb, tie('text') as Arb).map(([a, b]) => call(path('String'), name, a, b)),
      ),
  ),
})).text

const classicTruth: Arb = fc.constantFrom(...CLASSIC_CALLS).chain(([fullName, { least }]) => {
  const [family = '', name] = fullName.includes('.') ? fullName.split('.') : ['', fullName]
  return fc
    .array(classicText, { minLength: least, maxLength: least })
    .map((args) => call(family ? path(family) : null, name ?? '', ...args))
    .chain((node) => classicText.map((other) => binary('==')(node, ternary(literal(true), path('user.a'), other))))
})

/** Source texts of conditions that parse and type-check, with the tree that each was printed from. */
export const conditionSources: fc.Arbitrary<{ source: string; dialect: Dialect; node: Node }> = fc.oneof(
  { weight: 4, arbitrary: truth.map((node) => ({ source: print(node), dialect: 'condition' as const, node })) },
  { weight: 1, arbitrary: classicTruth.map((node) => ({ source: print(node), dialect: 'classic' as const, node })) },
)

/** Values of any type, as sources of the condition dialect. */
export const valueSources: fc.Arbitrary<string> = any.map(print)

const plainValue = fc.oneof(
  words,
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(words, fc.integer({ min: 0, max: 3 })), { maxLength: 3 }),
)
const moment = fc.constantFrom('2026-01-14T12:00:00.000Z', '2020-02-29T00:00:00.000Z', null)
const bag = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x', 'y', 'managed', 'registered'), plainValue)

export const contexts: fc.Arbitrary<ExpressionContext> = fc.record(
  {
    now: fc.constant(1_768_435_200_000),
    user: fc.record(
      {
        id: fc.constant('00u1'),
        status: fc.constantFrom('ACTIVE', 'Sales', null),
        created: moment,
        lastLogin: moment,
        profile: bag,
        groups: fc.array(
          fc.record(
            { id: fc.constantFrom('00g1', '00g2', '00g3'), name: words, type: fc.constantFrom('SVC_GROUP', 'a') },
            { requiredKeys: ['id'] },
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
    device: fc.record({ profile: bag }, { requiredKeys: [] }),
    security: fc.record(
      { risk: fc.record({ level: words }), behaviors: fc.array(words, { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    session: fc.record({ amr: fc.array(words, { maxLength: 2 }) }),
    accessRequest: fc.record({ y: fc.record({ z: plainValue }, { requiredKeys: [] }) }),
    org: bag,
    appuser: bag,
  },
  { requiredKeys: ['now'] },
)
