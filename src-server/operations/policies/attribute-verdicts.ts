import type { GroupLikeness } from '#expression/index.ts'
import { NO, type ConditionReads, type EvaluationContext, type GroupView, type Truth } from '#policy/index.ts'
import { withLocale } from '../directory/person.ts'
import { readValuesAfter, readValuesOf, type ValuesPage } from './attribute-values.sql.ts'
import type { Reachable } from './audience-data.ts'
import { attributeReader, groupViews, inChunks, type Population } from './population.ts'

/** A test of one person after another, and what it reads of them; null where that is not known. */
interface AttributeTest {
  test: (context: EvaluationContext) => Truth
  reads: ConditionReads | null
}

/** People whose values are read at once. */
const PAGE = 20_000
/** Up to this part of all people, those who are asked are looked up by id; beyond, the table is walked. */
const FEW = 1 / 4
/** Combinations of values whose answer is remembered. */
const REMEMBERED = 50_000

/** What a test says of people, by id; those whom it denies are left out. */
export async function verdictsOf(
  population: Population,
  { test, reads }: AttributeTest,
  people: readonly Reachable[],
): Promise<ReadonlyMap<string, Truth>> {
  const verdicts = new Map<string, Truth>()
  const note = (id: string, verdict: Truth) => {
    if (verdict !== NO) verdicts.set(id, verdict)
  }
  if (!reads) {
    const contextsOf = await attributeReader(population)
    for (const chunk of inChunks(people)) {
      population.signal.throwIfAborted()
      for (const context of await contextsOf(chunk)) note(context.person.id, test(context))
    }
    return verdicts
  }
  const answer = await answering(population, test, reads)
  for await (const page of valuesOf(population, reads.attributes, people)) answerPage(page, answer, verdicts)
  return verdicts
}

/** WHY apart: the engine optimizes a loop of its own, not one inside an asynchronous function while that runs. */
function answerPage({ ids, values }: ValuesPage, answer: Answer, verdicts: Map<string, Truth>): void {
  for (const [at, id] of ids.entries()) {
    const own = values.map((column) => column[at] ?? null)
    const verdict = answer(id, own)
    if (verdict !== NO) verdicts.set(id, verdict)
  }
}

/** Reads some attributes of people, a page at a time. */
async function* valuesOf(
  { read, directory, signal }: Population,
  attributes: readonly string[],
  people: readonly Reachable[],
): AsyncGenerator<ValuesPage> {
  if (people.length <= directory.people.length * FEW) {
    for (const chunk of inChunks(people)) {
      signal.throwIfAborted()
      const ids = chunk.map(({ id }) => id)
      yield readValuesOf(read, attributes, ids)
    }
    return
  }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const page = await readValuesAfter(read, attributes, after, PAGE)
    if (page.last === null) return
    yield page
    if (page.ids.length < PAGE) return
    after = page.last
  }
}

type Values = readonly (string | null)[]
/** What the test says of a person with these values; NO also of one whom the directory does not hold. */
type Answer = (id: string, values: Values) => Truth

/** Remembers answers: people with the same values, in groups that are alike to the test, get the same one. */
async function answering(
  { read, now, directory }: Population,
  test: AttributeTest['test'],
  reads: ConditionReads,
): Promise<Answer> {
  const groups = reads.groups ? await groupViews(read) : []
  const kindsOf = reads.likeness ? kindsOfGroups(groups, reads.likeness) : null
  const ask = (person: Reachable, values: Values) =>
    test({ now, person: { ...person, user: { id: person.id, profile: profileOf(reads.attributes, values) } }, groups })
  const known = new Map<string, Truth>()
  const remembered = (key: string, id: string, values: Values): Truth => {
    const former = known.get(key)
    if (former !== undefined) return former
    const person = directory.byId.get(id)
    if (!person) return NO
    const verdict = ask(person, values)
    if (known.size < REMEMBERED) known.set(key, verdict)
    return verdict
  }
  return (id: string, values: Values): Truth => {
    if (!reads.groups) return remembered(values.join('\n'), id, values)
    const person = directory.byId.get(id)
    if (!person) return NO
    return kindsOf ? remembered(`${kindsOf(person)}\n${values.join('\n')}`, id, values) : ask(person, values)
  }
}

/** Kinds of groups that fit into one number, a bit for each. */
const MOST_KINDS = 30

/** Which kinds of groups a person is in, as far as the test can distinguish them; null where those are too many. */
function kindsOfGroups(groups: readonly GroupView[], likeness: GroupLikeness) {
  const kinds = new Map<string, number>()
  const kindOf = new Map<string, number>()
  for (const { id, type, profile } of groups) {
    const text = likeness({ id, name: profile.name, ...(type ? { type } : {}) })
    if (text === '') continue
    const kind = kinds.get(text) ?? 1 << kinds.size
    if (kinds.set(text, kind).size > MOST_KINDS) return null
    kindOf.set(id, kind)
  }
  return ({ groupIds }: Reachable): number => {
    let found = 0
    for (const id of groupIds) found |= kindOf.get(id) ?? 0
    return found
  }
}

function profileOf(attributes: readonly string[], values: readonly (string | null)[]) {
  const profile: Record<string, unknown> = {}
  for (const [index, name] of attributes.entries()) {
    const value = values[index]
    if (value !== null && value !== undefined) profile[name] = JSON.parse(value)
  }
  return withLocale(profile)
}
