import type { SqlValue } from '#db/driver.ts'
import type { PersonReads } from '#expression/index.ts'
import { NO, type EvaluationContext, type Truth } from '#policy/index.ts'
import { withLocale } from '../directory/person.ts'
import type { Reachable } from './audience-data.ts'
import { attributeReader, groupViews, inChunks, type Population } from './population.ts'

/** A test of one person after another, and what it reads of them; null where that is not known. */
interface AttributeTest {
  test: (context: EvaluationContext) => Truth
  reads: PersonReads | null
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
  for await (const rows of valuesOf(population, reads.attributes, people))
    for (const row of rows) {
      const person = population.directory.byId.get(row.id)
      if (person) note(row.id, answer(person, row))
    }
  return verdicts
}

/** An id, and the JSON of each attribute in `v0`, `v1`…; null where it is absent. */
type ValueRow = Readonly<Record<`v${number}`, string | null>> & { readonly id: string; readonly place: number }

/**
 * Reads some attributes of people, a page at a time. WHY as JSON text: it is taken out of the profile without parsing that, and is
 * what answers are remembered by.
 */
async function* valuesOf(
  { read, directory, signal }: Population,
  attributes: readonly string[],
  people: readonly Reachable[],
): AsyncGenerator<readonly ValueRow[]> {
  const columns = attributes.map((_, index) => `, profile -> ? AS v${index}`).join('')
  const paths = attributes.map((name) => `$.${JSON.stringify(name)}`)
  const page = (tail: string, params: readonly SqlValue[]) => {
    signal.throwIfAborted()
    return read.all<ValueRow>(`SELECT id, rowid AS place${columns} FROM users WHERE ${tail}`, [...paths, ...params])
  }
  if (people.length <= directory.people.length * FEW) {
    for (const chunk of inChunks(people))
      yield await page('id IN (SELECT value FROM json_each(?))', [JSON.stringify(chunk.map(({ id }) => id))])
    return
  }
  for (let after = 0; ;) {
    const rows = await page('rowid > ? ORDER BY rowid LIMIT ?', [after, PAGE])
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.place
  }
}

/** People with the same values get the same answer, unless groups are asked for: those differ from person to person. */
async function answering({ read, now }: Population, test: AttributeTest['test'], reads: PersonReads) {
  const groups = reads.groups ? await groupViews(read) : []
  const ask = (person: Reachable, values: readonly (string | null)[]) =>
    test({ now, person: { ...person, user: { id: person.id, profile: profileOf(reads.attributes, values) } }, groups })
  const known = new Map<string, Truth>()
  return (person: Reachable, row: ValueRow): Truth => {
    const values = reads.attributes.map((_, index) => row[`v${index}`] ?? null)
    if (reads.groups) return ask(person, values)
    const key = values.join('\n')
    const former = known.get(key)
    if (former !== undefined) return former
    const verdict = ask(person, values)
    if (known.size < REMEMBERED) known.set(key, verdict)
    return verdict
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
