import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '#db/store.ts'
import { searchObjects, type ObjectSearch } from '#operations/search/search-objects.ts'
import { LARGE, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { SEES_ALL } from '../helpers/readers.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { beside, rounded, timed, type Figure } from './measure.ts'
import { recorded } from './recorded.ts'

/** People in the workspace; memberships are not searched, so few do. */
const PEOPLE = Number(process.env['GATEHOUSE_BENCH_PEOPLE'] ?? LARGE.people)
const SIZES: WorkspaceSizes = { ...LARGE, people: PEOPLE, memberships: PEOPLE }

const SEARCHES: readonly (readonly [name: string, search: Omit<ObjectSearch, 'limit'>])[] = [
  ['one person', { words: ['zofia', 'barrowm'] }],
  ['a common beginning', { words: ['mar'] }],
  ['one letter', { words: ['m'] }],
  ['groups by a common beginning', { words: ['fin'], kinds: ['group'] }],
  ['a part of every login', { words: ['example'] }],
  ['nothing', { words: ['qwxyz'] }],
]

/** A search beside its own statements, prepared and run raw. */
async function searching(store: Store, name: string, given: Omit<ObjectSearch, 'limit'>): Promise<Figure> {
  const search = { ...given, limit: 20 }
  const service = { store, reader: SEES_ALL }
  const statements = await recorded(service, (from) => searchObjects(from, search))
  const { ours, raw } = await beside(
    () => searchObjects(service, search),
    async () => {
      for (const { sql, params } of statements) await store.read.all(sql, params)
    },
    25,
  )
  const ratio = ours / raw
  return {
    name: `Search by name over ${PEOPLE.toLocaleString('en')} people: ${name}`,
    value: rounded(ours),
    unit: 'ms',
    reference: rounded(raw),
    ratio,
    goal: '≤ 2.5 × the same SQL raw',
    met: ratio <= 2.5,
  }
}

/** Making a large workspace, and finding its objects by name. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'search.sqlite')
    const made = await timed(() => writeLargeWorkspace(file, { sizes: SIZES, seed: 'bench', engine: 'identity' }))
    const figures: Figure[] = [
      {
        name: `Make a workspace of ${PEOPLE.toLocaleString('en')} people`,
        value: rounded(made / 1_000),
        unit: 's',
        goal: 'none',
        met: null,
      },
    ]
    const store = await openStore(file, new Date().toISOString())
    try {
      for (const [name, search] of SEARCHES) figures.push(await searching(store, name, search))
    } finally {
      await store.close()
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
