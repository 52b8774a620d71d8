import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'
import { readDirectory, type Directory } from '#operations/policies/audience-data.ts'
import { countDraft, type RuleDraft } from '#operations/policies/draft-audience.ts'
import { LARGE, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { beside, rounded, type Figure } from './measure.ts'

const PEOPLE = Number(process.env['GATEHOUSE_BENCH_PEOPLE'] ?? LARGE.people)
const SIZES: WorkspaceSizes = { ...LARGE, people: PEOPLE }
const ROUNDS = 3
const GOAL = 1.5

/** A rule's expression beside one pass over what it asks for. */
interface Draft {
  name: string
  condition: string
  sql: string
}

const DRAFTS: readonly Draft[] = [
  {
    name: 'one attribute',
    condition: 'user.profile.department == "Sales"',
    sql: "SELECT id, profile ->> 'department' FROM users",
  },
  {
    name: 'an attribute and a group',
    condition: 'user.profile.city != null && user.isMemberOf({"group.profile.name": "Sales"})',
    sql: `SELECT id, profile ->> 'city', (SELECT group_concat(group_id) FROM group_members WHERE user_id = id) FROM users`,
  },
]

async function counting(directory: Directory, read: Connection, { name, condition, sql }: Draft) {
  const policy = directory.snapshot.set.policies.find(({ type, system }) => type === 'SVC_SIGN_ON' && system)
  const draft: RuleDraft = { policyId: policy?.id ?? '', elCondition: { condition } }
  const signal = new AbortController().signal
  const { ours, raw } = await beside(
    () => countDraft({ directory, read, now: 0, signal }, draft),
    () => read.all(sql),
    ROUNDS,
  )
  return {
    name: `Audience of a rule over ${PEOPLE.toLocaleString('en')} people: ${name}`,
    value: rounded(ours),
    unit: 'ms',
    reference: rounded(raw),
    ratio: ours / raw,
    goal: `≤ ${GOAL} × one SQL pass over the columns that it reads`,
    met: ours / raw <= GOAL,
  }
}

/** Whom a rule with an expression reaches, in a large organization; in the program a worker counts them. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'audience.sqlite')
    await writeLargeWorkspace(file, { sizes: SIZES, seed: 'bench', engine: 'identity' })
    const driver = await loadDriver()
    const read = await Connection.open(driver, file, driver.OPEN_READONLY, 'PRAGMA query_only = ON')
    try {
      const directory = await readDirectory(read, 'identity')
      const figures: Figure[] = []
      for (const draft of DRAFTS) figures.push(await counting(directory, read, draft))
      return figures
    } finally {
      await read.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
