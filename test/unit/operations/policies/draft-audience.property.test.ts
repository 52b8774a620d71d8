import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type Store } from '#db/store.ts'
import { readDirectory, type Directory } from '#operations/policies/audience-data.ts'
import { countDraft, type RuleDraft } from '#operations/policies/draft-audience.ts'
import { attributeReader, type Population } from '#operations/policies/population.ts'
import { compileAttributes, compileAudience, NO, YES } from '#policy/index.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer } from '../../../helpers/server.ts'

let store: Store
let directory: Directory
beforeAll(async () => {
  const { dataFile, stop } = await startServer({ sample: true })
  await stop()
  store = await openStore(dataFile, '2000-01-01T00:00:00.000Z')
  directory = await store.consistentRead((read) => readDirectory(read, 'identity'))
}, 120_000)
afterAll(() => store.close())

/** Each person read whole and asked, one after the other. */
async function naively(population: Population, draft: RuleDraft) {
  const { snapshot, people } = population.directory
  const everyone = snapshot.set.everyoneGroupId
  const admits = compileAudience({ people: draft.people }, everyone)
  const test = compileAttributes(draft, everyone)
  const admitted = people.filter(admits)
  const contexts = await (await attributeReader(population))(admitted)
  const verdicts = contexts.map((context) => (test ? test(context) : YES))
  const reached = contexts.filter((_, index) => verdicts[index] !== NO)
  const undecided = verdicts.filter((verdict) => verdict !== NO && verdict !== YES).length
  return { people: reached.length, undecided, sample: reached.slice(0, 5).map(({ person }) => person.id) }
}

const ATTRIBUTES = ['department', 'city', 'countryCode', 'locale', 'nickName', 'login', 'employeeNumber', 'neverSet']
const leaf = fc.oneof(
  fc
    .record({
      attribute: fc.constantFrom(...ATTRIBUTES),
      operator: fc.constantFrom('==', '!='),
      value: fc.constantFrom('"Engineering"', '"Berlin"', '"en_US"', 'null', '"N00000003"'),
    })
    .map(({ attribute, operator, value }) => `user.profile.${attribute} ${operator} ${value}`),
  fc.constantFrom(
    'user.profile.email.contains("a")',
    'login.identifier.startsWith("a")',
    'user.status == "ACTIVE"',
    'user.lastLogin == null',
    'user.getInternalProperty("status") == "SUSPENDED"',
    'user.isMemberOf({"group.profile.name": "Contractors"})',
    'user.isMemberOf({"group.profile.name": "E", "operator": "STARTS_WITH"})',
    'user.isMemberOf({"group.type": "APP_GROUP"}, {"group.profile.name": "Contractors", "operator": "EXACT"})',
    'user.isMemberOf({"group.source.id": "0oa0000000000000"})',
    'user.isMemberOf({"group.profile.name": user.profile.department})',
    'user.getGroups({"group.type": "BUILT_IN"}).size() > 1',
    'security.risk.level == "HIGH"',
    'user.profile.department ==',
  ),
)
const { expression } = fc.letrec<{ expression: string; not: string; both: string; either: string }>((tie) => ({
  expression: fc.oneof({ maxDepth: 3 }, leaf, tie('not'), tie('both'), tie('either')),
  not: tie('expression').map((inner) => `!(${inner})`),
  both: fc.tuple(tie('expression'), tie('expression')).map((parts) => `(${parts.join(' && ')})`),
  either: fc.tuple(tie('expression'), tie('expression')).map((parts) => `(${parts.join(' || ')})`),
}))
const identifier = fc.record({
  type: fc.constantFrom('IDENTIFIER' as const, 'ATTRIBUTE' as const),
  attribute: fc.constantFrom(...ATTRIBUTES),
  patterns: fc.constantFrom([{ matchType: 'CONTAINS' as const, value: 'b' }], []),
})

it('counts over all people come to what asking them one by one does', { timeout: 120_000 }, async () => {
  const policy = directory.snapshot.set.policies.find(({ type, system }) => type === 'SVC_SIGN_ON' && system)
  const groups = [...directory.members.keys()].slice(0, 6)
  const cases = fc.record({
    condition: expression,
    userIdentifier: fc.option(identifier),
    include: fc.option(fc.constantFrom(...groups)),
    now: fc.constantFrom(0, Date.UTC(2026, 0, 1)),
  })
  const signal = new AbortController().signal
  await fc.assert(
    fc.asyncProperty(cases, async ({ condition, userIdentifier, include, now }) => {
      const people = include
        ? { groups: { include: [include], exclude: [] }, users: { include: [], exclude: [] } }
        : null
      const draft = { policyId: policy?.id ?? '', people, elCondition: { condition }, userIdentifier } as RuleDraft
      await store.consistentRead(async (read) => {
        const population = { directory, read, now, signal }
        const counted = await countDraft(population, draft)
        const { people, undecided, sample = [] } = counted ?? {}
        expect({ people, undecided, sample: sample.map(({ id }) => id) }).toEqual(await naively(population, draft))
      })
    }),
    { numRuns: runs(0.5) },
  )
})
