/**
 * Lists the rows of the documents that no passing test names: `npm run coverage:spec [-- --report FILE]`. A test names a row
 * by `[spec/1 conditions/people]` in its title, a case file by its `row`. The rows are in `test/spec/rows-<document>[-<area>].json`
 * (docs/sources.md).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** A row of a document's table, in our own words. */
interface SpecRow {
  /** Unique in its document, such as `conditions/people`. */
  id: string
  table: string
  says: string
  /** What alone can show it, where no test of ours does. */
  needs?: string
}

/** The part of the test runner's JSON report that is read here. */
interface TestReport {
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

interface Coverage {
  /** Passing tests by row, such as `1 conditions/people`; every row is in it. */
  counts: Map<string, number>
  missing: string[]
  /** Titles of tests that name a row that there is none of, by that row. */
  unknown: Map<string, string[]>
}

const TAG = /\[spec\/((?:\d+|oidc) [^\]]+)\]/g

/** Counts the passing tests of each row. A test that names an unknown row is reported whether it passes or not. */
export function coverageOf(report: TestReport, rows: readonly string[]): Coverage {
  const counts = new Map(rows.map((row) => [row, 0]))
  const unknown = new Map<string, string[]>()
  for (const { status, fullName } of report.testResults.flatMap((file) => file.assertionResults))
    for (const row of new Set([...fullName.matchAll(TAG)].map((match) => match[1] as string))) {
      const count = counts.get(row)
      if (count === undefined) unknown.set(row, [...(unknown.get(row) ?? []), fullName])
      else if (status === 'passed') counts.set(row, count + 1)
    }
  return { counts, missing: rows.filter((row) => counts.get(row) === 0), unknown }
}

const root = join(import.meta.dirname, '..')

function readRows(): Map<string, SpecRow> {
  const folder = join(root, 'test/spec')
  const files = readdirSync(folder).flatMap((name) => {
    const document = /^rows-(\d+|oidc)(?:-[a-z-]+)?\.json$/.exec(name)?.[1]
    return document ? [{ document, name }] : []
  })
  return new Map(
    files
      .sort((a, b) => a.document.localeCompare(b.document, 'en', { numeric: true }))
      .flatMap(({ document, name }) => {
        const rows = JSON.parse(readFileSync(join(folder, name), 'utf8')) as SpecRow[]
        return rows.filter(({ needs }) => needs === undefined).map((row) => [`${document} ${row.id}`, row] as const)
      }),
  )
}

function runTests(): TestReport {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-coverage-'))
  const file = join(folder, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${file}`], {
    cwd: root,
    stdio: 'ignore',
  })
  try {
    return readReport(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): TestReport {
  return JSON.parse(readFileSync(file, 'utf8')) as TestReport
}

function print({ counts, missing, unknown }: Coverage, rows: ReadonlyMap<string, SpecRow>): void {
  const width = Math.max(...[...rows.keys()].map((row) => row.length))
  console.log(`${'row'.padEnd(width)} | tests`)
  for (const [row, count] of counts) console.log(`${row.padEnd(width)} | ${count}`)
  const tests = [...counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(`\n${rows.size - missing.length} of ${rows.size} rows, named ${tests} times by passing tests`)
  for (const row of missing) console.log(`missing: ${row} (${rows.get(row)?.table}: ${rows.get(row)?.says})`)
  for (const [row, titles] of unknown) console.log(`no such row: ${row}, named by "${titles.join('", "')}"`)
}

function main(): void {
  const { values } = parseArgs({ options: { report: { type: 'string' } } })
  const rows = readRows()
  const coverage = coverageOf(values.report ? readReport(values.report) : runTests(), [...rows.keys()])
  print(coverage, rows)
  process.exitCode = coverage.missing.length || coverage.unknown.size ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
