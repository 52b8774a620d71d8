import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'
import { readDirectory, type Directory } from '#operations/policies/audience-data.ts'
import { computeImpact } from '#operations/change-reviews/change-impact.ts'
import { decide, setChange, type PolicySet } from '#policy/index.ts'
import { LARGE, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { beside, rounded, type Figure } from './measure.ts'

const PEOPLE = Number(process.env['GATEHOUSE_BENCH_PEOPLE'] ?? LARGE.people)
const SIZES: WorkspaceSizes = { ...LARGE, people: PEOPLE }
const ROUNDS = 3
/** Two ways down the policies for each person, and what they come to. */
const GOAL = 8

type Change = (set: PolicySet) => PolicySet

/** A rule for everyone at the end: it concerns nearly all people. */
const denyInDefault: Change = (set) => ({
  ...set,
  policies: set.policies.map((policy) =>
    policy.type === 'SVC_SIGN_ON' && policy.system
      ? { ...policy, rules: policy.rules.map((rule) => ({ ...rule, actions: { signon: { access: 'DENY' } } })) }
      : policy,
  ),
})

/** The last policy of its own becomes the first: its neighbours all move. */
const lastToFirst: Change = (set) => {
  const own = set.policies.filter(({ type, system }) => type === 'SVC_SIGN_ON' && !system)
  const last = own.reduce((one, other) => (other.priority > one.priority ? other : one))
  return {
    ...set,
    policies: set.policies.map((policy) =>
      own.includes(policy) ? { ...policy, priority: policy === last ? 1 : policy.priority + 1 } : policy,
    ),
  }
}

const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['the default denies', denyInDefault],
  ['the last policy becomes the first', lastToFirst],
]

async function reviewing(directory: Directory, read: Connection, name: string, change: Change): Promise<Figure> {
  const { set } = directory.snapshot
  const made = setChange(set, change(set))
  const signal = new AbortController().signal
  const compiled = directory.snapshot.compiled()
  const { ours, raw } = await beside(
    () => computeImpact({ directory, read, now: 0, signal }, made),
    async () => {
      for (const person of directory.people) decide(compiled, 'SVC_SIGN_ON', { now: 0, person })
    },
    ROUNDS,
  )
  const ratio = ours / raw
  return {
    name: `Review of a change over ${PEOPLE.toLocaleString('en')} people: ${name}`,
    value: rounded(ours),
    unit: 'ms',
    reference: rounded(raw),
    ratio,
    goal: `≤ ${GOAL} × one decision for each person`,
    met: ratio <= GOAL,
  }
}

/** Who is affected by a change of policies, in a large organization; in the program a worker computes it. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'review.sqlite')
    await writeLargeWorkspace(file, { sizes: SIZES, seed: 'bench', engine: 'identity' })
    const driver = await loadDriver()
    const read = await Connection.open(driver, file, driver.OPEN_READONLY, 'PRAGMA query_only = ON')
    try {
      const directory = await readDirectory(read, 'identity')
      const figures: Figure[] = []
      for (const [name, change] of CHANGES) figures.push(await reviewing(directory, read, name, change))
      return figures
    } finally {
      await read.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
