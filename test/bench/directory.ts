import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '#contract/interface/limits.ts'
import { EVERY_ROW } from '#db/change-set.ts'
import { openStore, type Store } from '#db/store.ts'
import { groupMembers } from '#db/tables/groups.ts'
import { users } from '#db/tables/users.ts'
import { listMembers } from '#operations/directory/groups.ts'
import { listUsers } from '#operations/directory/search/list-users.ts'
import { LARGE, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { SEES_ALL } from '../helpers/readers.ts'
import { beside, rounded, type Figure } from './measure.ts'
import { recorded } from './recorded.ts'

/** Policies are not asked, so few do. */
const SIZES: WorkspaceSizes = { ...LARGE, policies: 10, rules: 10 }
const OVER = `over ${SIZES.people.toLocaleString('en')} people`
const ROUNDS = 25
const LIMIT = 100
/** How far the last page is that is compared with the first. */
const FAR = 500
const MEMBERS = { many: 50_000, few: 10 }

type Query = Omit<Parameters<typeof listUsers>[1], 'limit'>

const SEARCHES: readonly (readonly [name: string, query: Query])[] = [
  ['one attribute', { search: 'profile.employeeNumber eq "N00004711"' }],
  ['an attribute that many share', { search: 'profile.department eq "finance"' }],
  ['a custom list', { search: 'profile.skills eq "skill 17"' }],
  ['a beginning', { search: 'profile.displayName sw "mar"' }],
  ['two attributes', { search: 'status eq "SUSPENDED" and profile.userType eq "employee"' }],
  [
    'two attributes, sorted by a third',
    { search: 'status eq "ACTIVE" and profile.badge gt 50000', sortBy: 'profile.lastName' },
  ],
]

/** Attributes beyond those that every profile has: a number, and a list. */
const CUSTOM = `UPDATE users SET profile = json_set(profile, '$.badge', rowid,
  '$.skills', json_array('Skill ' || (rowid % 300), 'Skill ' || (rowid % 7)))`

const readerOf = (store: Store) => ({
  ...SEES_ALL,
  engine: 'identity' as const,
  all: store.read.all.bind(store.read),
  first: store.read.first.bind(store.read),
  models: store.read.models,
})

const figure = (name: string, { ours, raw }: { ours: number; raw: number }, most: number, of: string): Figure => ({
  ...{ name, value: rounded(ours), unit: 'ms', reference: rounded(raw), ratio: ours / raw },
  ...{ goal: `≤ ${most} × ${of}`, met: ours / raw <= most },
})

/** A search beside its own statements, prepared and run raw. */
async function searching(store: Store, name: string, query: Query): Promise<Figure> {
  const service = { store, reader: readerOf(store) }
  const statements = await recorded(service, (from) => listUsers(from, { ...query, limit: LIMIT }))
  const times = await beside(
    () => listUsers(service, { ...query, limit: LIMIT }),
    () =>
      store.searches.run(async (searcher) => {
        for (const { sql, params } of statements) await searcher.all(sql, params)
      }, LIMITS.searchMs),
    ROUNDS,
  )
  return figure(`Search people by ${name} ${OVER}`, times, 2, 'the same SQL raw')
}

/** A page far on beside the first one. */
async function farPage(store: Store, name: string, query: Query): Promise<Figure> {
  const service = { store, reader: readerOf(store) }
  const page = (after?: string) => listUsers(service, { ...query, limit: LIMIT, after })
  let after: string | undefined
  for (let count = 1; count < FAR; count++) after = (await page(after)).next ?? undefined
  const times = await beside(
    () => page(after),
    () => page(),
    ROUNDS,
  )
  return figure(`Page ${FAR} of ${name} ${OVER}`, times, 1.3, 'the first page')
}

/** The first page of a large group beside that of a small one. */
async function members(store: Store): Promise<Figure> {
  const [many, few] = (await store.read.all<{ id: string }>(
    `SELECT id FROM groups WHERE type = 'SVC_GROUP' LIMIT 2`,
  )) as [{ id: string }, { id: string }]
  await store.write(async (tx) => {
    await tx.write(groupMembers.name, EVERY_ROW, 'DELETE FROM group_members WHERE group_id IN (?, ?)', [
      many.id,
      few.id,
    ])
    for (const [{ id }, count] of [
      [many, MEMBERS.many],
      [few, MEMBERS.few],
    ] as const)
      await tx.write(
        groupMembers.name,
        EVERY_ROW,
        'INSERT INTO group_members (group_id, user_id) SELECT ?, id FROM users LIMIT ?',
        [id, count],
      )
  })
  const page = ({ id }: { id: string }) => listMembers(readerOf(store), id, { limit: MEMBERS.few })
  const times = await beside(
    () => page(many),
    () => page(few),
    ROUNDS,
  )
  return figure(
    `First page of a group of ${MEMBERS.many.toLocaleString('en')}`,
    times,
    1.5,
    `a group of ${MEMBERS.few}`,
  )
}

/** Searching, sorting and paging through the people of a large organization. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'directory.sqlite')
    await writeLargeWorkspace(file, { sizes: SIZES, seed: 'bench', engine: 'identity' })
    const store = await openStore(file, new Date().toISOString())
    try {
      await store.write((tx) => tx.write(users.name, EVERY_ROW, CUSTOM, []))
      const figures: Figure[] = []
      for (const [name, query] of SEARCHES) figures.push(await searching(store, name, query))
      figures.push(
        await farPage(store, 'a search', { search: 'status eq "ACTIVE"' }),
        await farPage(store, 'a sorted search', { search: 'status eq "ACTIVE"', sortBy: 'profile.displayName' }),
        await members(store),
      )
      return figures
    } finally {
      await store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
