import { compile, parse, test as truthOf, type ExpressionContext } from '#expression/index.ts'
import type { CompiledExpression } from '#expression/compile.ts'
import { forReferences, referencesFor } from './expression-reference.ts'
import { median, rateFigure, yardstickMs, type Figure } from './measure.ts'

const GOAL_PER_SECOND = 1_000_000
const GOAL_RATIO = 3
const ATTEMPTS = 5
const ATTEMPT_MS = 200
/** Evaluations between two looks at the clock. */
const BATCH = 2_000

const EXPRESSIONS: readonly (readonly [name: string, source: string])[] = [
  ['attribute', 'user.profile.department == "Sales"'],
  [
    'attribute and membership',
    `user.profile.department == "Sales" && user.isMemberOf({'group.profile.name': 'Contractors'})`,
  ],
  ['risk or device', `security.risk.level == 'HIGH' || device.profile.managed && !user.profile.isContractor`],
  ['numbers and a ternary', 'user.profile.level > 2 ? user.profile.score <= 7.5 : user.profile.score > 9'],
  ['text methods', `user.profile.email.substringAfter('@') == 'example.test' && user.profile.title.contains('lead')`],
  ['list', `security.behaviors.contains('New Device') || user.profile.tags.size() > 3`],
]

/** People who differ in what the expressions ask, some without an attribute and some unknown. */
function people(): ExpressionContext[] {
  const departments = ['Sales', 'Finance', 'Engineering', null]
  const groups = ['Everyone', 'Contractors', 'West Coast Users', 'Admins'].map((name, index) => ({
    id: `00g${index}`,
    name,
  }))
  return Array.from({ length: 64 }, (_, index) => ({
    now: 1_768_435_200_000,
    user:
      index % 16 === 15
        ? null
        : {
            id: `00u${index}`,
            status: 'ACTIVE',
            profile: {
              department: departments[index % 4],
              email: `person${index}@example.${index % 2 ? 'test' : 'org'}`,
              title: index % 3 ? 'team lead' : null,
              level: index % 5,
              score: (index % 20) / 2,
              isContractor: index % 2 === 0,
              tags: ['one', 'two', 'three', 'four'].slice(0, index % 5),
            },
            groups: groups.slice(0, 1 + (index % 4)),
          },
    device: index % 3 ? { profile: { managed: index % 2 === 0 } } : null,
    security: { risk: { level: index % 8 ? 'LOW' : 'HIGH' }, behaviors: index % 4 ? [] : ['New IP', 'New Device'] },
  }))
}

/** Those of whom everything is known that the expressions ask, with groups that do not go by department. */
function knownPeople(): ExpressionContext[] {
  const known = people().filter((context) => context.user)
  return known.map((context, index) => {
    const profile = context.user?.profile ?? {}
    const { department, title } = profile
    return {
      ...context,
      user: {
        ...context.user,
        profile: { ...profile, department: department ?? 'Legal', title: title ?? 'engineer' },
        groups: known[Math.floor(index / 4)]?.user?.groups ?? [],
      },
      device: context.device ?? { profile: { managed: false } },
    }
  })
}

function compiledFrom(source: string): CompiledExpression {
  const parsed = parse(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.problems[0]?.message ?? 'refused'}`)
  return compile(parsed.expression)
}

function ratePerSecond(source: string, contexts: readonly ExpressionContext[]): number {
  const compiled = compiledFrom(source)
  const seen = new Set(contexts.map((context) => truthOf(compiled, context)))
  if (seen.size < 2) throw new Error(`${source}: the contexts do not tell anything apart`)
  const round = () => {
    let matches = 0
    for (const context of contexts) if (truthOf(compiled, context) === 'MATCH') matches += 1
    return matches
  }
  return median(Array.from({ length: ATTEMPTS }, () => attempt(round, contexts.length)))
}

/** Asks contexts one after another, in any language. */
function rateOf(ask: (context: object) => unknown, contexts: readonly object[]): number {
  const round = () => {
    let matches = 0
    for (const context of contexts) if (ask(context) === true) matches += 1
    return matches
  }
  return median(Array.from({ length: ATTEMPTS }, () => attempt(round, contexts.length)))
}

function besideReferences(name: string, source: string): Figure {
  const compiled = compiledFrom(source)
  const contexts = knownPeople()
  const theirs = contexts.map(forReferences)
  const references = Object.entries(referencesFor(name))
  // A comparison of things that disagree would measure nothing.
  contexts.forEach((context, index) => {
    const ours = truthOf(compiled, context) === 'MATCH'
    for (const [language, ask] of references)
      if (ask(theirs[index] ?? {}) !== ours) throw new Error(`${language} disagrees about ${name}`)
  })
  const value = Math.round(ratePerSecond(source, contexts))
  const rates = references.map(([, ask]) => Math.round(rateOf(ask, theirs)))
  const reference = Math.max(...rates)
  return {
    name: `expression: ${name}, beside the faster of jexl and cel-js`,
    value,
    unit: 'evaluations/s',
    reference,
    ratio: value / reference,
    goal: `≥ ${GOAL_RATIO}×`,
    met: value / reference >= GOAL_RATIO,
  }
}

/** Sums what the rounds give back, so that none of them can be optimized away. */
let sum = 0

function attempt(round: () => number, perRound: number): number {
  const start = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < ATTEMPT_MS) {
    for (let count = 0; count < BATCH; count += perRound) {
      sum += round()
      done += perRound
    }
    elapsed = performance.now() - start
  }
  return (done / elapsed) * 1_000
}

/** Compiled evaluations per second, and parse with compile, which happens once per change. */
export async function run(): Promise<Figure[]> {
  const contexts = people()
  const yardMs = await yardstickMs()
  const figures = EXPRESSIONS.map(([name, source]) => {
    const perSecond = ratePerSecond(source, contexts)
    return rateFigure({ name: `expression: ${name}`, unit: 'evaluations/s', perSecond, yardMs }, GOAL_PER_SECOND)
  })
  const [, source = ''] = EXPRESSIONS[1] ?? []
  const compiling = () => {
    const parsed = parse(source)
    return parsed.ok ? compile(parsed.expression).root.children.length : 0
  }
  const value = Math.round(median(Array.from({ length: ATTEMPTS }, () => attempt(compiling, 1))))
  if (sum === 0) throw new Error('nothing matched')
  const beside = EXPRESSIONS.map(([name, source]) => besideReferences(name, source))
  return [
    ...figures,
    ...beside,
    { name: 'expression: parse and compile', value, unit: 'expressions/s', goal: 'none', met: null },
  ]
}
