import type { SqlValue } from '#db/driver.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchKind, SearchMatch } from '#contract/gatehouse/search.ts'
import { insertMany } from '#db/bulk.ts'
import { openStore, type Store } from '#db/store.ts'
import { foldCase } from '#filter/text.ts'
import { compareTexts } from '../../../helpers/filter-match.ts'
import { searchObjects } from '#operations/search/search-objects.ts'
import { SEES_ALL } from '../../../helpers/readers.ts'
import { runs } from '../../../helpers/runs.ts'
import { aFolder } from '../../../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

let store: Store
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), NOW)
})
afterAll(() => store.close())

interface Named {
  kind: SearchKind
  name: string
  text: string | null
}

const SEPARATORS = [...` .-_@/('’`]

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Whether a word begins somewhere; a single character only at the start of the text or after a blank. */
function begins(text: string, word: string): boolean {
  const before = [...word].length === 1 ? [' '] : SEPARATORS
  return text.startsWith(word) || before.some((separator) => text.includes(separator + word))
}

const holds = (text: string, word: string) => ([...word].length < 3 ? begins(text, word) : text.includes(word))

/** How well an object answers, 0 best; null where it does not. */
function tierOf({ name, text }: Named, words: readonly string[]): number | null {
  const texts = [name, ...(text === null ? [] : [text])].map(fold)
  const [first = ''] = texts
  const whole = words.join(' ')
  if (first === whole) return 0
  if (first.startsWith(whole)) return 1
  if (words.every((word) => begins(first, word))) return 2
  if (words.every((word) => holds(first, word))) return 3
  return words.every((word) => texts.some((each) => holds(each, word))) ? 4 : null
}

const LAST: Partial<Record<SearchKind, number>> = { user: 1, rule: 2 }

/** The answer, found by looking at everything. */
function naive(objects: readonly (Named & { id: string })[], words: readonly string[]): string[] {
  const folded = words.map(fold)
  return objects
    .map((object, index) => ({ ...object, index, tier: tierOf(object, folded), last: LAST[object.kind] ?? 0 }))
    .filter(({ tier }) => tier !== null)
    .sort(
      (a, b) =>
        Number(a.tier) - Number(b.tier) ||
        a.last - b.last ||
        compareTexts(foldCase(a.name), foldCase(b.name)) ||
        a.index - b.index,
    )
    .map(({ id }) => id)
}

const isExact = ({ match }: { match: SearchMatch }) => match !== 'similar'

/** How many letters must change, go, come or be exchanged with the next one to make a word another. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= one.length; i++) {
    rows.push([i])
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)]
      rows[i]?.push(Math.min(...ways, isExchanged ? at(i - 2, j - 2) + 1 : Infinity))
    }
  }
  return at(one.length, other.length)
}

/** Whether each word is there, or is a word of the text, or the beginning of one, but for one letter. */
function isAlmost(text: string, words: readonly string[]): boolean {
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u)
  return words
    .map(fold)
    .every(
      (word) =>
        fold(text).includes(word) ||
        parts.some((part) =>
          [part, ...[-1, 0, 1].map((more) => part.slice(0, word.length + more))].some(
            (each) => distance(word, each) <= 1,
          ),
        ),
    )
}

type Row = (string | number | null)[]

/** How an object of each kind stands in the file. */
const ROWS: Partial<Record<SearchKind, { table: string; columns: string[]; row: (object: Named, id: string) => Row }>> =
  {
    group: {
      table: 'groups',
      columns: ['id', 'type', 'name', 'description', 'created', 'last_updated', 'last_membership_updated'],
      row: ({ name, text }, id) => [id, 'APP_GROUP', name, text, NOW, NOW, NOW],
    },
    app: {
      table: 'apps',
      columns: ['id', 'name', 'label', 'status', 'sign_on_mode', 'definition', 'created', 'last_updated'],
      row: ({ name, text }, id) => [id, text ?? '', name, 'ACTIVE', 'BOOKMARK', '{}', NOW, NOW],
    },
    rule: {
      table: 'policy_rules',
      columns: ['id', 'policy_id', 'name', 'status', 'priority', 'actions', 'created', 'last_updated'],
      row: ({ name }, id) => [id, 'policy', name, 'ACTIVE', 1, '{}', NOW, NOW],
    },
  }

/** Makes exactly these objects, some of them under another name first. */
/** Any statement: these tests ask what the triggers do. */
const run = (tx: WriteTransaction, sql: string, params: readonly SqlValue[] = []) => tx.write('any', 'row', sql, params)

async function hold(objects: readonly (Named & { id: string; former: string | null })[]): Promise<void> {
  await store.write(async (tx) => {
    for (const table of ['groups', 'apps', 'policies']) await run(tx, `DELETE FROM ${table}`)
    await run(
      tx,
      `INSERT INTO policies (id, type, name, status, priority, created, last_updated)
       VALUES ('policy', 'PASSWORD', char(2), 'ACTIVE', 1, '${NOW}', '${NOW}')`,
    )
    for (const object of objects) {
      const { table, columns, row } = ROWS[object.kind] as NonNullable<(typeof ROWS)[SearchKind]>
      await insertMany({ run: (sql, params) => tx.write(table, 'row', sql, params) }, table, columns, [
        row({ ...object, name: object.former ?? object.name }, object.id),
      ])
      const column = object.kind === 'app' ? 'label' : 'name'
      await run(tx, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, [object.name, object.id])
    }
  })
}

// Few letters, so that what is looked for is often there.
const character = fc.constantFrom(...'abAáÁäжЖ漢', ...'  -.@_', '"', '*', '😀', 'e\u0301')
const text = fc.string({ unit: character, minLength: 1, maxLength: 12 })
const word = fc.string({ unit: character, minLength: 1, maxLength: 5 }).map((chars) => chars.replaceAll(' ', '') || 'a')
const object = fc.record({
  kind: fc.constantFrom<SearchKind>('group', 'app', 'rule'),
  name: text,
  former: fc.option(text),
  text: fc.option(text),
})

it('finds what looking at every text finds, in the same order, after any change; then only what has a wrong letter', async () => {
  const queries = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(fc.array(object, { maxLength: 12 }), queries, fc.nat({ max: 5 }), async (made, all, cut) => {
      const objects = made.map((one, index) => ({
        ...one,
        id: `id-${index}`,
        text: one.kind === 'rule' ? null : one.kind === 'app' ? (one.text ?? '') : one.text,
      }))
      await hold(objects)
      for (const words of all) {
        const expected = naive(objects, words)
        for (const limit of [100, cut + 1]) {
          const { items: hits } = await searchObjects({ store, reader: SEES_ALL }, { words, limit })
          const [exact, similar] = [hits.filter(isExact), hits.filter((hit) => !isExact(hit))]
          expect(hits).toEqual([...exact, ...similar])
          expect(exact.map(({ id }) => id)).toEqual(expected.slice(0, limit))
          for (const { name, detail } of similar) expect(isAlmost(`${name} ${detail ?? ''}`, words)).toBe(true)
        }
      }
    }),
    { numRuns: runs(0.18) },
  )
})

it('is refused with the name of its words where it takes too long', async () => {
  const run: Store['searches']['run'] = (work, ms) => store.searches.run(work, ms, AbortSignal.abort())
  const slow = { reader: SEES_ALL, store: { ...store, searches: { ...store.searches, run } } }
  const error = await searchObjects(slow, { words: ['anything'], limit: 1 }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'E0000001', causes: [{ location: 'q', locationType: 'query' }] })
})
