import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot } from '#sync/snapshot.ts'
import { runs } from '../../helpers/runs.ts'

/** A rule of a small organization, known by a number: its fields, the groups that it names, and its place. */
interface Rule {
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  lifetime: number
  groups: readonly number[]
}
/** The rules of one policy in their order, and the names of the groups. */
interface Model {
  rules: ReadonlyMap<number, Rule>
  groups: ReadonlyMap<number, string>
}

const GROUPS = [1, 2, 3, 4]
const ruleArb = fc.record({
  status: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const),
  lifetime: fc.integer({ min: 1, max: 3 }),
  groups: fc.uniqueArray(fc.constantFrom(...GROUPS), { maxLength: 3 }),
})
const named = (number: number, rule: Omit<Rule, 'name'>): Rule => ({ name: `Rule ${number}`, ...rule })
const rulesArb = fc
  .uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 })
  .chain((numbers) =>
    fc
      .tuple(...numbers.map((number) => ruleArb.map((rule) => [number, named(number, rule)] as const)))
      .map((rules) => new Map(rules)),
  )
const modelArb: fc.Arbitrary<Model> = fc.record({
  rules: rulesArb,
  groups: fc.constant(new Map(GROUPS.map((group) => [group, `Group ${group}`]))),
})

type Edit = (model: Model) => Model
const withRules = (model: Model, rules: Iterable<readonly [number, Rule]>): Model => ({
  ...model,
  rules: new Map(rules),
})
const editArb: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 9 }), ruleArb).map(
    ([number, rule]): Edit =>
      (model) =>
        withRules(model, [...model.rules, [number, named(number, rule)]]),
  ),
  fc.integer({ min: 1, max: 6 }).map(
    (number): Edit =>
      (model) =>
        withRules(
          model,
          [...model.rules].filter(([known]) => known !== number),
        ),
  ),
  fc.integer({ min: 0, max: 5 }).map((at): Edit => (model) => {
    const rules = [...model.rules]
    return withRules(model, [...rules.slice(at), ...rules.slice(0, at)])
  }),
)
const editsArb = fc.array(editArb, { maxLength: 4 })
const edited = (model: Model, edits: readonly Edit[]) => edits.reduce((now, edit) => edit(now), model)

/** The organization of a model on a side, whose ids begin with a letter. */
function sideOf({ rules, groups }: Model, letter: string): Snapshot {
  const side = new SnapshotBuilder()
  const put = (kind: SyncKind, body: Body, parent?: Parameters<typeof toSyncObject>[2]) => {
    const object = toSyncObject(kind, body, parent)
    side.add(object)
    return object
  }
  for (const [group, name] of groups) put('group', { id: `${letter}g${group}`, type: 'SVC_GROUP', profile: { name } })
  const policy = put('policy', { id: `${letter}p`, type: 'SVC_SIGN_ON', name: 'Policy', system: false, priority: 1 })
  let priority = 0
  for (const [number, { name, status, lifetime, groups: named }] of rules) {
    const include = named.map((group) => `${letter}g${group}`)
    const body = { id: `${letter}r${number}`, name, status, system: false, priority: (priority += 1) }
    put('rule', { ...body, conditions: { people: { groups: { include } } }, actions: { lifetime } }, { parent: policy })
  }
  return side
}

const FIELDS = {
  status: ({ status }: Rule) => status,
  'actions.lifetime': ({ lifetime }: Rule) => lifetime,
  'conditions.people.groups.include': ({ groups }: Rule) => [...groups].sort().join(),
}
const isEqual = (a: Rule, b: Rule) => Object.values(FIELDS).every((read) => read(a) === read(b))
const direction = (ours: boolean, theirs: boolean) => (ours === theirs ? 'conflict' : theirs ? 'incoming' : 'outgoing')

/** What a person with three lists before them would say: of each rule, then of each field. */
function naive(base: Model | null, ours: Model, theirs: Model): string[] {
  const numbers = [...new Set([...ours.rules.keys(), ...theirs.rules.keys()])].sort()
  return numbers.flatMap((number) => {
    const [was, own, other] = [base?.rules.get(number), ours.rules.get(number), theirs.rules.get(number)]
    const said = (what: string, now: string) => [`Rule ${number} ${what} ${base ? now : 'unknown'}`]
    if (!own && other) return said('only theirs', was ? (isEqual(was, other) ? 'outgoing' : 'conflict') : 'incoming')
    if (own && !other) return said('only ours', was ? (isEqual(was, own) ? 'incoming' : 'conflict') : 'outgoing')
    if (!own || !other) return []
    return Object.entries(FIELDS).flatMap(([path, read]) =>
      read(own) === read(other)
        ? []
        : said(path, was ? direction(read(own) !== read(was), read(other) !== read(was)) : 'conflict'),
    )
  })
}

/** Whether the rules that both have are in one order. */
function naiveOrder(base: Model | null, ours: Model, theirs: Model): string[] {
  const [own, other, was] = [ours, theirs, base].map((model) => [...(model?.rules.keys() ?? [])]) as [
    number[],
    number[],
    number[],
  ]
  const shared = own.filter((number) => other.includes(number))
  const list = (numbers: number[], known: number[]) => numbers.filter((number) => known.includes(number)).join()
  if (list(own, shared) === list(other, shared)) return []
  if (!base) return ['unknown']
  const known = was.filter((number) => shared.includes(number))
  if (known.length === 0) return ['conflict']
  const before = list(was, known)
  return [direction(list(own, known) !== before, list(other, known) !== before)]
}

function found(base: Snapshot | undefined, ours: Snapshot, theirs: Snapshot) {
  const { differences, orders } = compareSnapshots({ ours, theirs, base })
  const lines = differences.flatMap(({ name, direction: whole, ours: own, theirs: other, fields }) =>
    own && other
      ? fields.map((field) => `${name} ${field.path} ${field.direction}`)
      : [`${name} ${own ? 'only ours' : 'only theirs'} ${whole}`],
  )
  return { lines: lines.sort(), orders: orders.map((order) => order.direction) }
}

describe.each([
  ['with the same ids', 'x', 'x'],
  ['with other ids', 'x', 'y'],
])('two sides %s', (_, ourLetter, theirLetter) => {
  it('differ where a naive comparison of three says, in its direction', () => {
    fc.assert(
      fc.property(modelArb, editsArb, editsArb, (base, ourEdits, theirEdits) => {
        const [ours, theirs] = [edited(base, ourEdits), edited(base, theirEdits)]
        const said = found(sideOf(base, theirLetter), sideOf(ours, ourLetter), sideOf(theirs, theirLetter))
        expect(said.lines).toEqual(naive(base, ours, theirs).sort())
        expect(said.orders).toEqual(naiveOrder(base, ours, theirs))
      }),
      { numRuns: runs() },
    )
  })

  it('differ without a direction where it is not known what they once were', () => {
    fc.assert(
      fc.property(modelArb, modelArb, (ours, theirs) => {
        const said = found(undefined, sideOf(ours, ourLetter), sideOf(theirs, theirLetter))
        expect(said.lines).toEqual(naive(null, ours, theirs).sort())
        expect(said.orders).toEqual(naiveOrder(null, ours, theirs))
      }),
      { numRuns: runs() },
    )
  })
})
