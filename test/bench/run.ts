import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './measure.ts'

/**
 * `npm run bench [name…]`: measures, prints a table, and writes `bench/latest.json`. Each figure stands beside its
 * reference of the same run, because machines differ and are noisy. Exits 1 when a goal is missed or a suite fails; the file is written when all were measured.
 *
 * Goals say what a person feels. A row that is still missed after one sitting with a profiler is written down with its cause, in the
 * message of the change, and the work goes on: no library is opened up and no code made clever for a figure.
 */
const SUITES: Readonly<Record<string, () => Promise<{ run: () => Promise<Figure[]> }>>> = {
  apply: () => import('./apply.ts'),
  apps: () => import('./apps.ts'),
  audience: () => import('./audience.ts'),
  audit: () => import('./audit.ts'),
  directory: () => import('./directory.ts'),
  drafts: () => import('./drafts.ts'),
  'event-loop': () => import('./event-loop.ts'),
  evaluation: () => import('./evaluation.ts'),
  expression: () => import('./expression.ts'),
  'group-rules': () => import('./group-rules.ts'),
  import: () => import('./import.ts'),
  oauth: () => import('./oauth.ts'),
  pages: () => import('./pages.ts'),
  proofs: () => import('./proofs.ts'),
  pull: () => import('./pull.ts'),
  'pull-budget': () => import('./pull-budget.ts'),
  review: () => import('./review.ts'),
  search: () => import('./search.ts'),
  service: () => import('./service.ts'),
  vocabulary: () => import('./vocabulary.ts'),
  sync: () => import('./sync.ts'),
  window: () => import('./window.ts'),
  writes: () => import('./writes.ts'),
}

/** Keys that every figure has in the file, in this order; null where there is nothing to compare with. */
const EMPTY = { name: '', value: 0, unit: '', reference: null, ratio: null, goal: '', met: null }

const expected = process.argv.slice(2)
const names = expected.length ? expected : Object.keys(SUITES)
const figures: Figure[] = []
/** Suites that failed: the others are measured all the same. */
const broken: string[] = []
for (const name of names) {
  const suite = SUITES[name]
  if (!suite) throw new Error(`no suite ${name}; there are ${Object.keys(SUITES).join(', ')}`)
  console.log(`Measuring ${name}…`)
  try {
    figures.push(...(await (await suite()).run()))
  } catch (error) {
    console.error(`${name} could not be measured`, error)
    broken.push(name)
  }
}

console.table(
  figures.map(({ name, value, unit, reference, ratio, goal, met }) => ({
    name,
    value: `${value.toLocaleString('en')} ${unit}`,
    reference: reference?.toLocaleString('en') ?? '',
    ratio: ratio?.toFixed(2) ?? '',
    goal,
    met: met === null ? '' : met ? 'yes' : 'NO',
  })),
)

if (!expected.length && !broken.length) {
  const folder = join(import.meta.dirname, '../../bench')
  mkdirSync(folder, { recursive: true })
  const whole = figures.map((figure) => ({ ...EMPTY, ...figure }))
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(whole, null, 2)}\n`)
}
process.exitCode = broken.length > 0 || figures.some((figure) => figure.met === false) ? 1 : 0
